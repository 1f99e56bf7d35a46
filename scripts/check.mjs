// @ts-check
import { setUp } from './install.mjs'
import { isProgram, lastLines, runCommand } from './run-command.mjs'

/** @typedef {[name: string, program: string, parameters: string[]]} Step */

/** @type {[Step, ...Step[]]} */
const steps = [
  ['types', 'tsc', ['-b', 'tsconfig.json', 'web', 'scripts', '--checkers', '1']],
  ['lint and format', 'biome', ['check', '.']],
  ['fences', process.execPath, ['scripts/check-fences.mjs']],
  ['dead code', 'knip', []],
  ['sizes', process.execPath, ['scripts/check-sizes.mjs']],
]

/**
 * All steps, also after one that fails; each counts as a test.
 * @param {AbortSignal} [stopped]
 * @returns {Promise<import('./test-reports.mjs').Count>}
 */
export async function runChecks(stopped) {
  /** @type {import('./test-reports.mjs').Count} */
  const count = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] }
  const [types, ...others] = steps
  // The compiler takes one core and as long as the others together.
  await Promise.all([
    runStep(types, count),
    others.reduce((before, step) => before.then(() => runStep(step, count, stopped)), Promise.resolve()),
  ])
  return count
}

/**
 * @param {Step} step
 * @param {import('./test-reports.mjs').Count} count
 * @param {AbortSignal} [stopped]
 */
async function runStep([name, program, parameters], count, stopped) {
  if (stopped?.aborted) return
  const begun = performance.now()
  const { code, output } = await runCommand(program, parameters)
  const seconds = (performance.now() - begun) / 1000
  count.times.push({ test: `check › ${name}`, seconds })
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code === 0) {
    count.passed++
    return
  }
  count.failed++
  console.log(output.trimEnd().replace(/^/gm, '    '))
  count.failures.push(`check › ${name}\n      ${lastLines(output, 12).replaceAll('\n', '\n      ')}`)
}

if (isProgram(import.meta.url)) {
  await setUp({ developing: true })
  const { failed } = await runChecks()
  process.exit(failed > 0 ? 1 : 0)
}
