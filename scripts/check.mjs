// @ts-check
import { installPackages } from './install.mjs'
import { isProgram, runCommand } from './run-command.mjs'

/** @typedef {[name: string, program: string, ...parameters: string[]]} Step */

const sources = ['contract', 'server', 'web', 'terminal-simulator', 'dgii-stand-in', 'demo', 'bench', 'e2e']
/** The longest steps come first, because two run at a time. @type {Step[]} */
const steps = [
  ['types', 'tsc', '-b', 'tsconfig.json', 'web', 'scripts', '--checkers', '1'],
  ['lint, format and sizes', 'biome', 'check', '.'],
  ['imports', 'dependency-cruiser', ...sources],
  ['dead code', 'knip'],
  ['words', process.execPath, 'scripts/check-words.mjs'],
]

/**
 * Runs all steps, even after one has failed. Returns true if all have passed.
 * @param {AbortSignal} [stopped]
 */
export async function runChecks(stopped) {
  const left = [...steps]
  let hasFailed = false
  const work = async () => {
    for (let step = left.shift(); step && !stopped?.aborted; step = left.shift())
      if (!(await runStep(step))) hasFailed = true
  }
  await Promise.all([work(), work()])
  return !hasFailed
}

/** @param {Step} step */
async function runStep([name, program, ...parameters]) {
  const begun = performance.now()
  const { code, output } = await runCommand(program, parameters)
  const seconds = (performance.now() - begun) / 1000
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '    '))
  return code === 0
}

if (isProgram(import.meta.url)) {
  await installPackages({ developing: true })
  process.exit((await runChecks()) ? 0 : 1)
}
