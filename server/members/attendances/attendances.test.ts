import { expect, test } from 'vitest'
import {
  makeClient,
  makeDebt,
  makeGym,
  makePayment,
  makePlan,
  makePlanWithTerms,
  readAnonymousClient,
  type TestGym,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const note = (gym: TestGym, id_client: number, check_in: string | null) =>
  gym.admin.call('attendances.create', { body: { id_client, check_in } })

test('attendances.list: newest first, filtered by client, name and day, pages counted from 1', async () => {
  const gym = await makeGym(app)
  const [jose, ana] = [await makeClient(gym, { name: 'José Ñáñez' }), await makeClient(gym, { name: 'Ana' })]
  const second = await note(gym, jose.id, '2026-11-21T03:59:59.999Z')
  const third = await note(gym, ana.id, '2026-11-21T00:00:00-04:00')
  const first = await note(gym, jose.id, '2026-11-20T04:00:00Z')
  const ids = async (query: Record<string, string | number>) =>
    (await gym.admin.call('attendances.list', { query })).items.map((item) => item.attendance_id)
  const [a, b, c] = [first, second, third].map((item) => item.attendance_id)
  expect(await ids({})).toEqual([c, b, a])
  expect(await ids({ client_id: jose.id })).toEqual([b, a])
  expect(await ids({ client_name: 'NANEZ' })).toEqual([b, a])
  expect(await ids({ start_date: '2026-11-20', end_date: '2026-11-20' })).toEqual([b, a])
  expect(await ids({ start_date: '2026-11-21', end_date: '2026-11-21' })).toEqual([c])
  expect(await ids({ start_date: '2026-11-20T04:00:00.001Z', end_date: '2026-11-21T03:59:59.999Z' })).toEqual([b])
  expect(await gym.admin.call('attendances.list', { query: { page: 1, size_page: 2 } })).toMatchObject({
    total: 3,
    pages: 2,
    pageCurrent: 1,
    items: [third, second],
  })
  expect((await gym.admin.try('attendances.list', { query: { page: 0 } })).status).toBe(422)
})

test('attendances.create: uses the present time and membership, and raises a notification', async () => {
  const gym = await makeGym(app)
  const client = await makeClient(gym, { photo_url: '/v1/images/clients/1_a.png?token=1-a' })
  app.clock.set('2026-11-21T15:30:00.250Z')
  const bare = await note(gym, client.id, null)
  expect(bare).toEqual({
    attendance_id: expect.any(Number),
    id_client: client.id,
    client_name: client.name,
    check_in: '2026-11-21T15:30:00.250Z',
    membership_name: null,
    expire_membership: null,
  })
  const plan = await makePlan(gym, { duration_days: 30 })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-11-21' })
  // expire_membership in answers is the day after the last valid day.
  expect(await note(gym, client.id, null)).toMatchObject({
    membership_name: plan.name,
    expire_membership: '2026-12-21',
  })
  const { items } = await gym.admin.call('notifications.list')
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    title: 'Acceso',
    is_read: false,
    created_at: '2026-11-21T15:30:00.250Z',
    client: { id: client.id, name: client.name, photo_url: client.photo_url },
  })
  app.clock.reset()
})

test('attendances.create: stores the membership valid at check-in, even if it changes later', async () => {
  const gym = await makeGym(app)
  const [client, plan] = [await makeClient(gym), await makePlan(gym, { duration_days: 10 })]
  app.clock.set('2026-11-21T03:00:00Z')
  const sell = (start_date: string) => makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date })
  const first = await sell('2026-11-11')
  const last = await note(gym, client.id, null)
  // In the gym's time zone it is still the 20th, the last day of the plan.
  expect(last).toMatchObject({ membership_name: plan.name, expire_membership: '2026-11-21' })
  const noted = [
    last,
    await note(gym, client.id, '2026-11-21T06:00:00Z'),
    await note(gym, client.id, '2026-11-02T12:00:00Z'),
  ]
  await sell('2026-11-20')
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { name: 'Otro nombre' } })
  await gym.admin.call('payments.void', { params: { id: first.id }, body: { reason: 'Prueba' } })
  await sell('2026-12-01')
  const { items } = await gym.admin.call('attendances.list')
  expect(items).toHaveLength(3)
  expect(items).toEqual(expect.arrayContaining(noted))
  // A new entry shows today's membership of the client.
  expect(await note(gym, client.id, null)).toMatchObject({ expire_membership: '2026-11-30' })
  app.clock.reset()
})

test.each(['attendances.list', 'devices.list'] as const)('%s: answers 304 until something changes', async (name) => {
  const gym = await makeGym(app)
  const client = await makeClient(gym)
  const poll = (tag = '') => gym.admin.try(name, { headers: { 'if-none-match': tag } })
  const first = await poll()
  const tag = String(first.headers.etag)
  expect([(await poll(tag)).status, (await poll(tag)).text]).toEqual([304, ''])
  await gym.admin.call('devices.create', { body: { name: 'Puerta', sn: `S${gym.gym.id}` } })
  await note(gym, client.id, null)
  const second = await poll(tag)
  expect(second.status).toBe(200)
  expect([second.headers.etag, second.text]).not.toEqual([tag, first.text])
})

test('attendances.list: include_status adds visits left and debt, also to a polled answer', async () => {
  const gym = await makeGym(app)
  const client = await makeClient(gym)
  const plan = await makePlanWithTerms(gym, { visits: 5 })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id })
  await note(gym, client.id, null)
  const read = async () => {
    const [{ items }, plain] = [
      await gym.admin.call('attendances.list', { query: { include_status: true } }),
      await gym.admin.call('attendances.list'),
    ]
    expect(plain.items.some((item) => 'status' in item)).toBe(false)
    return items.map(({ status }) => status)
  }
  const status = { by_hand: true, door: null, visits: { left: 4, of: 5 }, debt: null, pause: null }
  expect(await read()).toEqual([status])
  await makeDebt(gym, '40.00', client.id)
  expect(await read()).toMatchObject([{ debt: { owed: '40.00' } }])
  await note(gym, client.id, new Date(Date.now() - 86_400_000).toISOString())
  expect((await read()).map((each) => each?.debt?.owed)).toEqual(['40.00', '40.00'])
})

test("attendances.create: a client's entries within a minute raise one notification together", async () => {
  const gym = await makeGym(app)
  const [client, anonymous] = [await makeClient(gym), await readAnonymousClient(gym)]
  app.clock.set('2026-11-21T15:30:00Z')
  const news = async () => (await gym.admin.call('notifications.list')).total
  await Promise.all(Array.from({ length: 4 }, () => note(gym, client.id, null)))
  expect(await news()).toBe(1)
  await note(gym, client.id, '2026-11-21T15:30:59.999Z')
  await note(gym, client.id, '2026-11-21T15:29:00.001Z')
  expect(await news()).toBe(1)
  await note(gym, client.id, '2026-11-21T15:32:00Z')
  expect(await news()).toBe(2)
  await Promise.all([note(gym, anonymous.id, null), note(gym, anonymous.id, null)])
  expect(await news()).toBe(4)
  expect((await gym.admin.call('attendances.list', { query: { client_id: client.id } })).total).toBe(7)
  app.clock.reset()
})
