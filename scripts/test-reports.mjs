// @ts-check
import { readFileSync, rmSync } from 'node:fs'
import { runCommand } from './run-command.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * Runs a test runner that leaves a JSON report, and counts from the report. What the report does not explain (a crash,
 * no tests at all) counts as one failure, so that it cannot pass for a success.
 * @param {object} runner
 * @param {string} runner.name
 * @param {string[]} runner.parameters
 * @param {string} runner.report absolute: Playwright takes a relative one from its configuration's folder
 * @param {Record<string, string>} [runner.env]
 * @param {(report: any) => Count} runner.count
 * @returns {Promise<Count>}
 */
export async function runTests({ name, parameters, report, env = {}, count }) {
  rmSync(report, { force: true })
  const { code } = await runCommand(name, parameters, { show: true, env })
  const counted = readReport(report, count)
  if (counted && counted.failed > 0) return counted
  const tests = counted ? counted.passed + counted.failed : 0
  if (code === 0 && tests > 0) return { passed: 0, failed: 0, skipped: 0, ...counted }
  console.log(code === 0 ? `${name} ran no tests` : `${name} ended with code ${code} and no failed test`)
  return { passed: counted?.passed ?? 0, failed: 1, skipped: counted?.skipped ?? 0 }
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
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 */
export function countVitest(report) {
  // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}
