// @ts-check
// `npm test`: checks, tests of server and browser code, then the browser stories.
// `npm run test:deep`: tests that take long or need other programs (kill -9, failover, slow processor, whole property tests).
// `npm test -- PATTERN`: tests of either tier with the pattern in their path; in their title where no path has it.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { installPackages } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { exitWithMessage, root, runCommand } from './run-command.mjs'
import { makeScratch } from './scratch-folder.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'

/** @typedef {import('./check.mjs').Result} Result */

const fastProjects = ['unit', 'web', 'component', 'as-browser', 'server'].map((name) => `--project=${name}`)
const folders = ['contract', 'server', 'web', 'terminal-simulator', 'demo', 'scripts', 'e2e']
const isTest = (/** @type {string} */ file) => /\.test\.(ts|tsx|mjs)$/.test(file)
const [pattern = ''] = process.argv.slice(2)

// Ctrl+C reaches the runners too: each ends itself, and no further stage begins.
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort())

await installPackages({ developing: true })
process.env.TMPDIR = makeScratch()
const stages = pattern === '--deep' ? await deepStages() : pattern ? matchingStages() : fastStages()
/** @type {Result[]} */
const results = []
// One stage after the other: beside each other on two cores, stories and time-dependent tests fail by chance.
for (const stage of stages) {
  if (stopping.signal.aborted) exitWithMessage('Interrumpido.')
  results.push(...(await stage().catch(({ message }) => [toResult(message, 'failed')])))
}
if (stopping.signal.aborted) exitWithMessage('Interrumpido.')

const run = results.filter(({ status }) => status !== 'skipped')
const slowest = run.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
console.log('\nThe slowest:')
for (const { seconds, name } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
const { passed = [], failed = [], skipped = [] } = Object.groupBy(results, ({ status }) => status)
for (const { name } of failed) console.log(`✗ ${name}`)
console.log(
  `\n${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)
process.exit(failed.length > 0 ? 1 : 0)

function fastStages() {
  return [
    () => runChecks(stopping.signal),
    () => runVitest([...fastProjects, '--tags-filter=!deep']),
    () => runStories(['--grep-invert', '@deep']),
  ]
}

async function deepStages() {
  await ensureSystemPrograms()
  const isTagged = (/** @type {string} */ file) => readFileSync(file, 'utf8').includes("tags: ['deep']")
  const tagged = listFiles(folders).filter((file) => isTest(file) && isTagged(file))
  return [
    () => runVitest(['--project', 'deep']),
    () => runVitest([...fastProjects, '--tags-filter=deep', ...tagged]),
    () => runStories(['--grep', '@deep']),
  ]
}

function matchingStages() {
  const files = listFiles(folders).filter((file) => file.includes(pattern))
  const [tests, stories] = [files.filter(isTest), files.filter((file) => file.endsWith('.spec.ts'))]
  if (tests.length + stories.length === 0) {
    tests.push('-t', pattern, '--passWithNoTests')
    stories.push('--grep', pattern, '--pass-with-no-tests')
  }
  const stages = tests.length > 0 ? [() => runVitest(tests)] : []
  return stories.length > 0 ? [...stages, () => runStories(stories)] : stages
}

/** @param {string[]} parameters */
function runVitest(parameters) {
  return runReported('vitest', ['run', '--reporter=default', '--reporter=json', ...parameters], readVitestReport)
}

/** @param {string[]} parameters */
async function runStories(parameters) {
  process.env.CHROMIUM_PATH = await ensureBrowser()
  console.log(`Browser: ${process.env.CHROMIUM_PATH}`)
  const options = ['--config', 'e2e/playwright.config.ts', '--reporter=line,json']
  const stories = await runReported('playwright', ['test', ...options, ...parameters], readPlaywrightReport)
  // The log of CI is often all there is to find the cause of a failed story: it shows the page too.
  if (stories.some(({ status }) => status === 'failed'))
    for (const file of readdirSync(join(root, 'build/e2e'), { recursive: true, encoding: 'utf8' }))
      if (basename(file) === 'error-context.md')
        console.log(`\n${file}\n${readFileSync(join(root, 'build/e2e', file), 'utf8').slice(0, 12_000)}`)
  return stories
}

/**
 * Runs a test runner that writes a JSON report. An exit code that no failed test explains counts as a failure.
 * @param {string} name
 * @param {string[]} parameters
 * @param {(report: any) => Result[]} readReport
 */
async function runReported(name, parameters, readReport) {
  await ensureBuilt()
  stopping.signal.throwIfAborted()
  // Absolute: Playwright takes a relative path from its configuration's folder.
  const report = join(root, `build/reports/${name}.json`)
  rmSync(report, { force: true })
  const target = name === 'vitest' ? [`--outputFile.json=${report}`] : []
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const { code } = await runCommand(name, [...parameters, ...target], { show: true, env })
  const results = existsSync(report) ? readReport(JSON.parse(readFileSync(report, 'utf8'))) : []
  if (code !== 0 && !results.some(({ status }) => status === 'failed'))
    results.push(toResult(`${name} ended with code ${code} and no failed test`, 'failed'))
  return results
}

/**
 * @param {string} name
 * @param {string} status
 * @param {number} [milliseconds]
 * @returns {Result}
 */
function toResult(name, status, milliseconds = 0) {
  const known = status === 'passed' || status === 'failed' ? status : 'skipped'
  return { name, status: known, seconds: milliseconds / 1000 }
}

/**
 * @typedef {{ status: string, fullName: string, duration?: number | null }} VitestTest
 * @param {{ testResults: { name: string, status: string, assertionResults: VitestTest[] }[] }} report
 */
function readVitestReport({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map((test) =>
      toResult(`${file} › ${test.fullName}`, test.status, test.duration ?? 0),
    )
    // A file whose import or hook fails has no failed test.
    const isBroken = status === 'failed' && !tests.some((test) => test.status === 'failed')
    return isBroken ? [...tests, toResult(file, 'failed')] : tests
  })
}

/**
 * @typedef {{ status: string, results: { duration: number }[] }} StoryRun
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: StoryRun[] }} Story
 * @typedef {{ specs: Story[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 */
function readPlaywrightReport({ suites, errors }) {
  /** @type {(suite: Suite) => Story[]} */
  const listStories = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(listStories)]
  const stories = suites.flatMap(listStories).map(({ file, line, title, ok, tests }) => {
    const status = tests.every(({ status }) => status === 'skipped') ? 'skipped' : ok ? 'passed' : 'failed'
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    return toResult(
      `e2e/${file}:${line} › ${title}`,
      status,
      durations.reduce((sum, each) => sum + each, 0),
    )
  })
  return [...stories, ...errors.map(({ message }) => toResult(`e2e › ${message}`, 'failed'))]
}
