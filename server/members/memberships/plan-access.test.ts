// Opening hours and doors are part of a plan: saved together with it, and covered by its version.
import { expect, test } from 'vitest'
import { makeDevice, makeGym, makePlan, makeSchedule, makeUniqueText } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const params = (plan: { id: number }) => ({ params: { id_membership: plan.id } })
const accessOf = async (plan: { id: number }) => {
  const { id_schedule, doors } = await gym.admin.call('memberships.access', params(plan))
  return { id_schedule, doors }
}
const tagOf = async (plan: { id: number }) =>
  String((await gym.admin.try('memberships.access', params(plan))).headers.etag)

test('plan access: hours and doors are created with the plan and changed separately', async () => {
  const { id: id_schedule } = await makeSchedule(gym)
  const doors = [{ id_device: (await makeDevice(gym)).id, doors: null }]
  const plan = await makePlan(gym, { id_schedule, doors })
  expect(plan).not.toHaveProperty('id_schedule')
  expect(await accessOf(plan)).toEqual({ id_schedule, doors })
  await gym.admin.call('memberships.update', { ...params(plan), body: { price: '99.00' } })
  expect(await accessOf(plan)).toEqual({ id_schedule, doors })
  await gym.admin.call('memberships.update', { ...params(plan), body: { id_schedule: null, price: '98.00' } })
  expect(await accessOf(plan)).toEqual({ id_schedule: null, doors })
  await gym.admin.call('memberships.update', { ...params(plan), body: { id_schedule, doors: null } })
  expect(await accessOf(plan)).toEqual({ id_schedule, doors: null })
})

test('plan access: with invalid hours or doors nothing of the plan is created or changed', async () => {
  const name = makeUniqueText('Mañanas ')
  const body = { name, duration_days: 30, price: '10.00', id_schedule: 987_654 }
  expect((await gym.admin.try('memberships.create', { body })).status).toBe(404)
  expect((await gym.admin.call('memberships.list')).map((plan) => plan.name)).not.toContain(name)
  const plan = await makePlan(gym, { price: '10.00' })
  const change = { price: '20.00', doors: [{ id_device: 987_654, doors: null }] }
  expect((await gym.admin.try('memberships.update', { ...params(plan), body: change })).status).toBe(404)
  expect(await gym.admin.call('memberships.access', params(plan))).toEqual({ ...plan, id_schedule: null, doors: null })
})

test('plan access: two concurrent changes of a plan conflict', async () => {
  const { id: id_schedule } = await makeSchedule(gym)
  const doors = [{ id_device: (await makeDevice(gym)).id, doors: null }]
  const plan = await makePlan(gym, {})
  const put = (body: object, tag: string) =>
    gym.admin.try('memberships.update', { ...params(plan), body, headers: { 'if-match': tag } })
  const set = (body: { id_schedule: number | null; doors: typeof doors | null }, tag: string) =>
    gym.admin.try('memberships.set-access', { ...params(plan), body, headers: { 'if-match': tag } })
  const opened = await tagOf(plan)
  expect((await put({ id_schedule }, opened)).status).toBe(200)
  const late = await put({ doors }, opened)
  expect([late.status, late.text]).toEqual([412, expect.stringContaining('Otra persona modificó este registro')])
  expect((await set({ id_schedule: null, doors }, opened)).status).toBe(412)
  expect(await accessOf(plan)).toEqual({ id_schedule, doors: null })

  const second = await tagOf(plan)
  const answered = await set({ id_schedule, doors }, second)
  expect([answered.status, answered.headers.etag]).toEqual([200, await tagOf(plan)])
  expect((await put({ price: '1.00' }, second)).status).toBe(412)
  // A save that changes nothing keeps the version, so open forms stay valid.
  const third = await tagOf(plan)
  await gym.admin.call('memberships.set-access', { ...params(plan), body: { id_schedule, doors } })
  expect(await tagOf(plan)).toBe(third)
})
