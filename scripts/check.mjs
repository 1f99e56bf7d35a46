// @ts-check
import { setUp } from './install.mjs'
import { isProgram, runCommand } from './run-command.mjs'

/** @typedef {{ name: string, status: 'passed' | 'failed' | 'skipped', seconds: number }} Result one test or check */
/** @typedef {[name: string, program: string, ...parameters: string[]]} Step */

const sources = ['contract', 'server', 'web', 'terminal-simulator', 'demo', 'bench', 'e2e']
/** Run beside each other: each lane takes one core for about as long as the other. @type {Step[][]} */
const lanes = [
  [
    ['types', 'tsc', '-b', 'tsconfig.json', 'web', 'scripts', '--checkers', '1'],
    ['imports', 'dependency-cruiser', ...sources],
  ],
  [
    ['lint, format and sizes', 'biome', 'check', '.'],
    ['dead code', 'knip'],
    ['words', process.execPath, 'scripts/check-words.mjs'],
  ],
]

/**
 * Runs all steps, also after a failed one.
 * @param {AbortSignal} [stopped]
 * @returns {Promise<Result[]>}
 */
export async function runChecks(stopped) {
  const results = lanes.map(async (lane) => {
    /** @type {Result[]} */
    const done = []
    for (const step of lane) if (!stopped?.aborted) done.push(await runStep(step))
    return done
  })
  return (await Promise.all(results)).flat()
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function runStep([name, program, ...parameters]) {
  const begun = performance.now()
  const { code, output } = await runCommand(program, parameters)
  const seconds = (performance.now() - begun) / 1000
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '    '))
  return { name: `check › ${name}`, status: code === 0 ? 'passed' : 'failed', seconds }
}

if (isProgram(import.meta.url)) {
  await setUp({ developing: true })
  process.exit((await runChecks()).some(({ status }) => status === 'failed') ? 1 : 0)
}
