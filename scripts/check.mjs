// @ts-check
import { ensureInstalled } from './install.mjs'
import { isProgram, runCommand } from './run-command.mjs'

/** @type {[name: string, program: string, parameters: string[]][]} */
const steps = [
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the browser', 'tsc', ['-p', 'web/tsconfig.json']],
  ['types of the scripts', 'tsc', ['-p', 'scripts/tsconfig.json']],
  ['lint and format', 'biome', ['check', '.']],
  ['fences', process.execPath, ['scripts/check-fences.mjs']],
  ['dead code', 'knip', []],
  ['sizes', process.execPath, ['scripts/check-sizes.mjs']],
]

/**
 * All steps, also after one that fails; each counts as a test.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runChecks() {
  let failed = 0
  for (const [name, program, parameters] of steps) {
    const begun = performance.now()
    const { code, output } = await runCommand(program, parameters)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code === 0) continue
    failed++
    console.log(output.trimEnd().replace(/^/gm, '    '))
  }
  return { passed: steps.length - failed, failed, skipped: 0 }
}

if (isProgram(import.meta.url)) {
  await ensureInstalled()
  const { failed } = await runChecks()
  process.exit(failed > 0 ? 1 : 0)
}
