// Rules of debts of which nothing is said.
import { expect, test } from 'vitest'
import { asOwner, waiting } from '../../testing/digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

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

test('debts.set-rules: two concurrent changes conflict, also the first ones', async () => {
  const gym = await makeGym(app)
  const read = async () => (await gym.admin.try('debts.rules')).headers.etag
  const change = async (ifMatch: unknown, body: object) =>
    (await gym.admin.try('debts.set-rules', { body, headers: { 'if-match': String(ifMatch) } })).status
  const none = await read()
  expect(none).toBe('"0"')
  const first = await Promise.all([change(none, { is_on: true }), change(none, { gym_worker: '5.00' })])
  expect(first.toSorted()).toEqual([200, 412])
  const now = await read()
  expect(await change(now, { bars_after: 3 })).toBe(200)
  expect(await change(now, { bars_after: 4 })).toBe(412)
  // An update without changes keeps the version.
  const then = await read()
  expect(await change(then, { bars_after: 3 })).toBe(200)
  expect(await read()).toBe(then)
  expect(await gym.admin.call('debts.rules')).toMatchObject({ bars_after: 3 })
})

test('debts.set-rules: refuses a stale version when the first rules were written while it waited', async () => {
  const gym = await makeGym(app)
  const status = await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query('select from gym_info where gym_id = $1 for no key update', [gym.gym.id])
    const change = gym.admin.try('debts.set-rules', { body: { is_on: true }, headers: { 'if-match': '"0"' } })
    await expect.poll(() => waiting(owner, 'gym_info')).toBe(1)
    await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
    await owner.query('insert into debt_rules (gym_id, is_on, set_at) values ($1, false, now())', [gym.gym.id])
    await owner.query('commit')
    return (await change).status
  })
  expect(status).toBe(412)
})
