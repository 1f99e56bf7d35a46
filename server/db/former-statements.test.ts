// An older server works beside today's schema for one version: what it asks, as its own tests asked it once, is planned here by
// the role that it asks as. So a name that became ambiguous, a type that is another or a right that is gone shows here; what
// the same words mean by now does not.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Of the release whose last migration is `last`. docs/decisions/0023-migrations-beside-the-work.md says how it is made. */
const { last, statements } = JSON.parse(
  readFileSync(new URL('fixtures/former-statements.json', import.meta.url), 'utf8'),
) as { last: string; statements: string[] } // as it was recorded

test('what the release before asked is taken by today’s schema', async () => {
  const refused: string[] = []
  await asOwner(app, async (owner) => {
    const applied = await owner.query('select from migrations where name like $1', [`${last}-%`])
    expect(applied.rowCount).toBe(1)
    await owner.query("set role torniquete_server; select set_config('app.gym_id', '1', false)")
    for (const text of statements)
      await owner.query(`explain (generic_plan) ${text}`).catch((error) => refused.push(`${error.message}: ${text}`))
  })
  expect(statements.length).toBeGreaterThan(300)
  expect(refused).toEqual([])
})
