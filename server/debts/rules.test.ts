// Rules of debts of which nothing is said.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeGym } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a change that says nothing keeps nothing, and no history tells of it', async () => {
  const gym = await makeGym(app)
  const kept = () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query<{ kept: number; told: number }>(
        `select (select count(*)::integer from debt_rules where gym_id = $1) as kept,
           (select count(*)::integer from history where gym_id = $1 and entity = 'debt_rules') as told`,
        [gym.gym.id],
      )
      return rows[0]
    })
  const rulesOf = (body: { is_on?: boolean }) => gym.admin.call('debts.set-rules', { body })
  expect(await rulesOf({})).toMatchObject({ is_on: false })
  expect(await kept()).toEqual({ kept: 0, told: 0 })
  await rulesOf({ is_on: true })
  expect(await rulesOf({})).toMatchObject({ is_on: true })
  expect(await kept()).toEqual({ kept: 1, told: 1 })
})
