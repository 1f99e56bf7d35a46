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
 * @property {string[]} [failures] where each failed and why: said again at the end, where whoever reads only the last lines finds it
 */

/**
 * Runs a test runner that leaves a JSON report, and counts from the report. What the report does not explain (a crash,
 * no tests at all) counts as one failure, so that it cannot pass for a success.
 * @param {object} runner
 * @param {string} runner.name
 * @param {string[]} runner.parameters
 * @param {string} runner.report absolute: Playwright takes a relative one from its configuration's folder
 * @param {Record<string, string>} [runner.env]
 * @param {import('./run-command.mjs').Show} [runner.show]
 * @param {(report: any) => Count} runner.count
 * @returns {Promise<Count>}
 */
export async function runTests({ name, parameters, report, env = {}, show = true, count }) {
  rmSync(report, { force: true })
  const { code, output } = await runCommand(name, parameters, { show, env })
  const counted = readReport(report, count)
  if (counted && counted.failed > 0) return counted
  const tests = counted ? counted.passed + counted.failed : 0
  if (code === 0 && tests > 0) return { passed: 0, failed: 0, skipped: 0, ...counted }
  const ending = code === 0 ? `${name} ran no tests` : `${name} ended with code ${code} and no failed test`
  const failure = [ending, ...(output ? lastLines(output, 40).split('\n') : [])].join('\n      ')
  return { passed: counted?.passed ?? 0, failed: 1, skipped: counted?.skipped ?? 0, failures: [failure] }
}

/**
 * What cannot be run at all, as where the build fails, counts as one failure: the other parts go on.
 * @param {() => Promise<Count>} part
 * @returns {Promise<Count>}
 */
export async function countPart(part) {
  try {
    return await part()
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [error instanceof Error ? error.message : String(error)] }
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
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: VitestFile[] }} report
 * @returns {Count}
 */
export function countVitest(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (failed.length === 0) return status === 'failed' ? [failure(name, 'the file itself', message)] : []
    return failed.map((test) => failure(name, test.fullName, test.failureMessages?.[0]))
  })
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   suites: Suite[], errors: { message?: string }[] }} report
 * @returns {Count}
 */
export function countPlaywright({ stats, suites, errors }) {
  const failed = suites.flatMap(specsOf).filter((spec) => !spec.ok)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...failed.map(({ file, line, title, tests }) =>
        failure(
          `e2e/${file}:${line}`,
          title,
          tests.flatMap((test) => test.results).find(({ error }) => error)?.error?.message,
        ),
      ),
      ...errors.map(({ message }) => failure('e2e', 'outside of any test', message)),
    ],
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
