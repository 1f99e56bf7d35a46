// @ts-check
import { setUp } from './install.mjs'
import { isProgram, lastLines, runCommand } from './run-command.mjs'

/** @type {[name: string, program: string, parameters: string[]][]} */
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
  /** @type {string[]} */
  const failures = []
  let passed = 0
  /** @type {import('./test-reports.mjs').Count['times']} */
  const times = []
  for (const [name, program, parameters] of steps) {
    if (stopped?.aborted) break
    const begun = performance.now()
    const { code, output } = await runCommand(program, parameters)
    const seconds = (performance.now() - begun) / 1000
    times.push({ test: `check › ${name}`, seconds })
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
    if (code === 0) {
      passed++
      continue
    }
    console.log(output.trimEnd().replace(/^/gm, '    '))
    failures.push(`check › ${name}\n      ${lastLines(output, 12).replaceAll('\n', '\n      ')}`)
  }
  return { passed, failed: failures.length, skipped: 0, failures, times }
}

if (isProgram(import.meta.url)) {
  await setUp({ developing: true })
  const { failed } = await runChecks()
  process.exit(failed > 0 ? 1 : 0)
}
