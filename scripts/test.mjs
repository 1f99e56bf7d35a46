// @ts-check
// `npm test`: checks, tests of server and browser code, then the browser stories.
// `npm run test:deep`: what takes long or needs other programs (kill -9, failover, slow processor, whole property tests).
// `npm test -- PATTERN`: the tests of either kind whose file has the pattern in its path; where none has, those with it in their title.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { setUp } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { giveUp, root } from './run-command.mjs'
import { makeScratch } from './scratch.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'
import { countPart, countPlaywright, countVitest, runTests } from './test-reports.mjs'

/** @typedef {import('./test-reports.mjs').Count} Count */

const fastProjects = ['unit', 'web', 'component', 'as-browser', 'server']
const folders = ['contract', 'server', 'web', 'terminal-simulator', 'scripts', 'e2e']
const [what = ''] = process.argv.slice(2)

// Ctrl+C reaches the runners too: they end what they started, and nothing else is begun.
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort())

await setUp({ developing: true })
process.env.TMPDIR = makeScratch()
// One after the other: beside each other on two cores, stories and time-dependent tests fail by chance.
const stages = what === '--deep' ? await deepStages() : what ? matchingStages(what) : fastStages()
/** @type {Count} */
const sum = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] }
for (const stage of stages) {
  if (stopping.signal.aborted) giveUp('Interrumpido.')
  const count = await countPart(stage)
  sum.passed += count.passed
  sum.failed += count.failed
  sum.skipped += count.skipped
  sum.failures.push(...count.failures)
  sum.times.push(...count.times)
}
if (stopping.signal.aborted) giveUp('Interrumpido.')

const slowest = sum.times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
console.log('\nThe slowest:')
for (const { seconds, test } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${test}`)
console.log()
for (const failure of sum.failures) console.log(`✗ ${failure}\n`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exit(sum.failed > 0 ? 1 : 0)

function fastStages() {
  return [
    () => runChecks(stopping.signal),
    () => runVitest([...projects(fastProjects), '--tags-filter=!deep']),
    () => runStories(['--grep-invert', '@deep']),
  ]
}

async function deepStages() {
  await ensureSystemPrograms()
  const tagged = listFiles(folders).filter(
    (file) => /\.test\.(ts|tsx|mjs)$/.test(file) && readFileSync(file, 'utf8').includes("tags: ['deep']"),
  )
  return [
    () => runVitest(projects(['deep'])),
    () => runVitest([...projects(fastProjects), '--tags-filter=deep', ...tagged]),
    () => runStories(['--grep', '@deep']),
  ]
}

/** @param {string} pattern */
function matchingStages(pattern) {
  const files = listFiles(folders).filter((file) => file.includes(pattern))
  const stories = files.filter((file) => file.endsWith('.spec.ts'))
  const tests = files.filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file))
  const stages = []
  if (tests.length > 0) stages.push(() => runVitest(tests))
  if (stories.length > 0) stages.push(() => runStories(stories))
  if (stages.length > 0) return stages
  return [
    () => runVitest(['-t', pattern, '--passWithNoTests']),
    () => runStories(['--grep', pattern, '--pass-with-no-tests']),
  ]
}

/** @param {string[]} names */
function projects(names) {
  return names.flatMap((name) => ['--project', name])
}

/** @param {string[]} parameters */
async function runVitest(parameters) {
  await build()
  const report = join(root, 'build/reports/vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests({ name: 'vitest', parameters: ['run', ...reporters, ...parameters], report, count: countVitest })
}

/** @param {string[]} parameters */
async function runStories(parameters) {
  const browser = await ensureBrowser()
  if ('complaint' in browser) throw new Error(browser.complaint)
  console.log(`Browser: ${browser.path}`)
  await build()
  const report = join(root, 'build/reports/playwright.json')
  return runTests({
    name: 'playwright',
    parameters: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json', ...parameters],
    report,
    env: { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: countPlaywright,
  })
}

async function build() {
  const complaint = await buildStale()
  if (complaint) throw new Error(complaint)
  stopping.signal.throwIfAborted()
}
