// @ts-check
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-command.mjs'
import { countPlaywright, countVitest } from './test-reports.mjs'

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
