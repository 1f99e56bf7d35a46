// @ts-check
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lastLines, root, runCommand } from './run-command.mjs'

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures where each failed and why: printed again at the end of the run
 * @property {{ test: string, seconds: number }[]} times
 */

/**
 * Runs a test runner that writes a JSON report. A crash, or a run without any test, counts as one failure.
 * @param {object} runner
 * @param {string} runner.name
 * @param {string[]} runner.parameters
 * @param {string} runner.report absolute path: Playwright takes a relative one from its configuration's folder
 * @param {Record<string, string>} [runner.env]
 * @param {(report: any) => Count} runner.count
 * @returns {Promise<Count>}
 */
export async function runTests({ name, parameters, report, env = {}, count }) {
  rmSync(report, { force: true })
  const { code } = await runCommand(name, parameters, { show: true, env })
  const counted = readReport(report, count)
  if (counted && (counted.failed > 0 || code === 0)) return counted
  const failures = [`${name} ended with code ${code} and no failed test`]
  return { passed: 0, skipped: 0, times: [], ...counted, failed: 1, failures }
}

/**
 * A stage that cannot begin, as where the build fails, counts as one failure: the others go on.
 * @param {() => Promise<Count>} stage
 * @returns {Promise<Count>}
 */
export async function countPart(stage) {
  try {
    return await stage()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: 0, failed: 1, skipped: 0, failures: [lastLines(reason, 40)], times: [] }
  }
}

/**
 * @param {string} file
 * @param {(report: any) => Count} count
 */
function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/**
 * @typedef {{ status: string, fullName: string, duration?: number | null, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} report
 * @returns {Count}
 */
export function countVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (failed.length === 0) return status === 'failed' ? [failure(name, 'the file itself', message)] : []
    return failed.map((test) => failure(name, test.fullName, test.failureMessages?.[0]))
  })
  const times = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      test: `${relative(root, name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )
  return { passed: numPassedTests, failed: failures.length, skipped: numPendingTests + numTodoTests, failures, times }
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean,
 *   tests: { results: { duration: number, error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   suites: Suite[], errors: { message?: string }[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, suites, errors }) {
  const specs = suites.flatMap(specsOf)
  const resultsOf = (/** @type {Spec} */ { tests }) => tests.flatMap((test) => test.results)
  const failures = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const error = resultsOf(spec).find((result) => result.error)?.error
      return failure(`e2e/${spec.file}:${spec.line}`, spec.title, error?.message)
    })
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...failures, ...errors.map(({ message }) => failure('e2e', 'outside of any test', message))],
    times: specs.map((spec) => ({
      test: `e2e/${spec.file} › ${spec.title}`,
      seconds: resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  }
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * @param {string} file
 * @param {string} test
 * @param {string} [message]
 */
function failure(file, test, message = '') {
  const reason = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n      ')
  return `${file.startsWith('/') ? relative(root, file) : file} › ${test}\n      ${reason}`
}
