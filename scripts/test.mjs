// @ts-check
// Everything that can fail, from a fresh clone. `npm test -- unit|server|browser|check` runs one part.
import { join } from 'node:path'
import { buildStale } from './build.mjs'
import { runChecks } from './check.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled } from './install.mjs'
import { giveUp, root } from './run-command.mjs'
import { makeScratch } from './scratch.mjs'
import { ensureSystemPrograms } from './system-programs.mjs'
import { countPart, countPlaywright, countVitest, runTests } from './test-reports.mjs'

/** @typedef {import('./test-reports.mjs').Count} Count */
/** @typedef {import('./run-command.mjs').Show} Show */

// Ctrl+C reaches the runners too: they end what they started, nothing else is begun, and then this ends.
const stopping = new AbortController()
/** @type {Record<string, () => Promise<Count>>} */
const parts = {
  check: () => runChecks(stopping.signal),
  unit: () => runVitest(['--project', 'unit', '--project', 'web', '--project', 'as-browser']),
  server: () => runVitest(['--project', 'server']),
  browser: () => runBrowserTests(),
}

const [part] = process.argv.slice(2)
const one = part ? parts[part] : null
if (part && !one) giveUp(`There is no part ${part}: ${Object.keys(parts).join(', ')}.`)

await ensureInstalled({ developing: true })
process.env.TMPDIR = makeScratch()
const systemPrograms = !part || part === 'server' ? ensureSystemPrograms() : null
/** @type {Promise<string | null> | undefined} */
let building
// Files that start the built program would build it within the time of their own first step, and wait for each other.
const built = async () => {
  building ??= buildStale()
  const complaint = await building
  if (complaint) throw new Error(complaint)
}
process.once('SIGINT', () => stopping.abort())
// One after the other: beside each other on two cores, stories and time-dependent tests fail by chance.
const all = [() => runChecks(stopping.signal), () => runVitest([], 'lines'), () => runBrowserTests('lines')]
/** @type {Count[]} */
const counts = []
for (const each of one ? [one] : all) if (!stopping.signal.aborted) counts.push(await countPart(each))
if (stopping.signal.aborted) giveUp('Interrumpido.')
const sum = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const failures = []
for (const count of counts) {
  sum.passed += count.passed
  sum.failed += count.failed
  sum.skipped += count.skipped
  failures.push(...(count.failures ?? []))
}
console.log()
for (const failure of failures) console.log(`✗ ${failure}\n`)
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
process.exit(sum.failed > 0 ? 1 : 0)

/**
 * @param {string[]} projects
 * @param {Show} show
 */
async function runVitest(projects, show = true) {
  await systemPrograms
  if (!projects.includes('unit')) await built()
  stopping.signal.throwIfAborted()
  const report = join(root, 'build/reports/vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests({ name: 'vitest', parameters: ['run', ...projects, ...reporters], report, show, count: countVitest })
}

/**
 * @param {Show} show
 * @returns {Promise<Count>}
 */
async function runBrowserTests(show = true) {
  // The system installs one thing at a time.
  await systemPrograms
  const browser = await ensureBrowser()
  if ('complaint' in browser) {
    return { passed: 0, failed: 1, skipped: 0, failures: [browser.complaint] }
  }
  await built()
  stopping.signal.throwIfAborted()
  const report = join(root, 'build/reports/playwright.json')
  return runTests({
    name: 'playwright',
    parameters: ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    report,
    env: { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    show,
    count: countPlaywright,
  })
}
