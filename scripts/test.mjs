// @ts-check
// `npm test`: checks, tests of server and browser code, then the browser stories.
// `npm run test:deep`: tests that take long or need other programs (kill -9, failover, slow processor, whole property tests).
// `npm test -- PATTERN`: tests of either tier with the pattern in their path; in their title where no path has it.
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
const folders = ['contract', 'server', 'web', 'terminal-simulator', 'demo', 'scripts', 'e2e']
const isTest = (/** @type {string} */ file) => /\.test\.(ts|tsx|mjs)$/.test(file)
const [pattern = ''] = process.argv.slice(2)

// Ctrl+C reaches the runners too: each ends itself, and no further stage begins.
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort())

await installPackages({ developing: true })
process.env.TMPDIR = makeScratch()
const stages = pattern === '--deep' ? await deepStages() : pattern ? matchingStages() : fastStages()
let hasFailed = false
// One stage after the other: beside each other on two cores, stories and time-dependent tests fail by chance.
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
  // The log of CI is often all there is to find the cause of a failed story: it shows the page too.
  if (code !== 0)
    for (const file of listFiles(['build/e2e']))
      if (basename(file) === 'error-context.md')
        console.log(`\n${file}\n${readFileSync(join(root, file), 'utf8').slice(0, 12_000)}`)
  return code === 0
}
