// @ts-check
// `npm test` runs checks, tests of server and browser code, then the browser tests. `npm run test:deep` runs tests that
// take long or need other programs (kill -9, failover, slow processor, all property tests). `npm test -- PATTERN` runs
// all tests with the pattern in their path or, if no path matches, in their title.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { installPackages } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { exitWithMessage, root, runCommand } from './run-command.mjs'
import { makeScratch } from './scratch-folder.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'

const fastProjects = ['unit', 'web', 'component', 'as-browser', 'server'].map((name) => `--project=${name}`)
const folders = ['contract', 'server', 'web', 'terminal-simulator', 'dgii-stand-in', 'demo', 'scripts', 'e2e']
const isTest = (/** @type {string} */ file) => /\.test\.(ts|tsx|mjs)$/.test(file)
const [pattern = ''] = process.argv.slice(2)

// Ctrl+C also reaches the test runners, which end themselves; this prevents the next stage from starting.
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort())

await installPackages({ developing: true })
process.env.TMPDIR = makeScratch()
const stages = pattern === '--deep' ? await deepStages() : pattern ? matchingStages() : fastStages()
let hasFailed = false
// Stages run one after the other: in parallel on two cores, browser tests and time-dependent tests fail by chance.
for (const stage of stages) {
  const isPassed = await stage().catch(({ message }) => void console.error(message))
  if (stopping.signal.aborted) exitWithMessage('Interrumpido.')
  hasFailed ||= !isPassed
}
console.log(hasFailed ? '✗ Something failed, see above.' : '✓ All passed.')
process.exit(hasFailed ? 1 : 0)

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
async function runVitest(parameters) {
  await ensureBuilt()
  return (await runCommand('vitest', ['run', ...parameters], { show: true })).code === 0
}

/** @param {string[]} parameters */
async function runStories(parameters) {
  await ensureBuilt()
  process.env.CHROMIUM_PATH = await ensureBrowser()
  console.log(`Browser: ${process.env.CHROMIUM_PATH}`)
  const options = ['--config', 'e2e/playwright.config.ts', '--reporter=line']
  const { code } = await runCommand('playwright', ['test', ...options, ...parameters], { show: true })
  // Prints the page of a failed browser test, because often only the log of CI is available to find the cause.
  if (code !== 0)
    for (const file of listFiles(['build/e2e']))
      if (basename(file) === 'error-context.md')
        console.log(`\n${file}\n${readFileSync(join(root, file), 'utf8').slice(0, 12_000)}`)
  return code === 0
}
