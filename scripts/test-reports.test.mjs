// @ts-check
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from './run-command.mjs'
import { countPart, countPlaywright, countVitest, runTests } from './test-reports.mjs'

test('each failed test of a report is named with its file and the reason, also a file that cannot be loaded', () => {
  const count = countVitest({
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(root, 'server/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'goes' },
          { status: 'failed', fullName: 'does not', failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'] },
        ],
      },
      { name: join(root, 'server/b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(count).toEqual({
    passed: 7,
    failed: 2,
    skipped: 0,
    failures: [
      'server/a.test.ts › does not\n      expected 1 to be 2',
      'server/b.test.ts › the file itself\n      no such module',
    ],
  })
})

test('stories too, those in groups and what fails outside of them', () => {
  const story = { title: 'a sale', file: 'sale.spec.ts', line: 4, ok: true, tests: [] }
  const results = [{ error: { message: 'not seen' } }]
  const count = countPlaywright({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [story], suites: [{ specs: [{ ...story, ok: false, line: 9, tests: [{ results }] }] }] }],
    errors: [{ message: 'no browser' }],
  })
  expect(count).toMatchObject({
    passed: 1,
    failed: 2,
    failures: ['e2e/sale.spec.ts:9 › a sale\n      not seen', 'e2e › outside of any test\n      no browser'],
  })
})

test('a runner that ends without a failed test says its last lines', async () => {
  const shown = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const parameters = ['-e', "for (let at = 0; at < 100; at++) console.log('line', at); process.exitCode = 3"]
    const report = join(root, 'build/reports/none.json')
    const { failed, failures = [] } = await runTests({
      name: 'node',
      parameters,
      report,
      show: 'lines',
      count: countVitest,
    })
    expect(failed).toBe(1)
    expect(failures[0]).toMatch(/^node ended with code 3 and no failed test\n {6}line 60\n.+\n {6}line 99$/s)
  } finally {
    shown.mockRestore()
  }
})

test('a part that cannot run at all is one failure, and no end of the others', async () => {
  const count = { passed: 0, failed: 1, skipped: 0, failures: ['not built'] }
  expect(await countPart(() => Promise.reject(new Error('not built')))).toEqual(count)
  expect(await countPart(async () => count)).toBe(count)
})
