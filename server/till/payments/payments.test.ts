import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test("payments.create: keeps the plan's name, price and days after the plan changes", async () => {
  const plan = await makePlan(gym, { price: '1250.00', duration_days: 30 })
  const client = await makeClient(gym)
  const made = await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-02-01' })
  expect(made).toMatchObject({
    client: { id: client.id, name: client.name },
    user: { name: 'Dueña' },
    membership: {
      id_membership: plan.id,
      name: plan.name,
      price: '1250.00',
      start_date: '2026-02-01',
      duration_days: 30,
      expire_membership: '2026-03-03',
      payment_start_first: '2026-02-01',
    },
  })
  await gym.admin.call('memberships.update', {
    params: { id_membership: plan.id },
    body: { name: 'Cambiado', price: 1, duration_days: 5 },
  })
  await gym.admin.call('memberships.delete', { params: { id_membership: plan.id } })
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  expect(await gym.admin.call('payments.read', { params: { id: made.id } })).toEqual(made)
  const body = { id_client: client.id, id_membership: (await makePlan(gym)).id, start_date: '2026-02-01' }
  expect((await gym.admin.try('payments.create', { body })).status).toBe(404)
})

test('payments.create: ignores a price in the body, and reads an instant as its local day', async () => {
  const [plan, client] = [await makePlan(gym, { price: '10.00' }), await makeClient(gym)]
  const body = {
    id_client: client.id,
    id_membership: plan.id,
    price: '0.01',
    name: 'x',
    duration_days: 999,
    overlap: true,
  }
  const starts = {
    '2026-05-01': '2026-05-01',
    '2026-05-01T00:00:00.000Z': '2026-05-01',
    '2026-05-01T03:30:00Z': '2026-04-30',
    '2026-05-01T12:00:00': '2026-05-01',
    '2026-05-01T00:30:00': '2026-05-01',
  }
  for (const [start_date, day] of Object.entries(starts)) {
    const made = await gym.admin.call('payments.create', { body: { ...body, start_date } })
    expect(made.membership, start_date).toMatchObject({
      price: '10.00',
      name: plan.name,
      duration_days: 30,
      start_date: day,
    })
  }
})

test('payments.list: newest first, filtered by client, user, local days or instants', async () => {
  const own = await makeGym(app)
  const worker = await own.as('gym_worker')
  const [jose, ana, plan] = [
    await makeClient(own, { name: 'José Ñáñez' }),
    await makeClient(own, { name: 'Ana' }),
    await makePlan(own),
  ]
  const sell = async (at: string, id_client: number, caller = own.admin) => {
    app.clock.set(at)
    const body = { id_client, id_membership: plan.id, start_date: '2026-11-20', overlap: true }
    return (await caller.call('payments.create', { body })).id
  }
  // Santo Domingo is four hours behind UTC: its 20 November ends at 04:00 UTC of the 21st.
  const first = await sell('2026-11-20T04:00:00Z', jose.id)
  const last = await sell('2026-11-21T03:59:59.999Z', ana.id, worker)
  const next = await sell('2026-11-21T04:00:00Z', jose.id)
  const ids = async (query: Record<string, string | number>) =>
    (await own.admin.call('payments.list', { query })).items.map((item) => item.id)
  expect(await ids({})).toEqual([next, last, first])
  expect(await ids({ client_name: 'nanez jose' })).toEqual([next, first])
  expect(await ids({ user_name: 'empleado' })).toEqual([last])
  expect(await ids({ user_name: 'duena', client_name: 'ana' })).toEqual([])
  expect(await ids({ start_date: '2026-11-20', end_date: '2026-11-20' })).toEqual([last, first])
  expect(await ids({ start_date: '2026-11-21' })).toEqual([next])
  expect(await ids({ end_date: '2026-11-19' })).toEqual([])
  const exact = { start_date: '2026-11-20T04:00:00.001Z', end_date: '2026-11-21T04:00:00Z' }
  expect(await ids({ ...exact, include_time: 'true' })).toEqual([next, last])
  expect(await ids({ ...exact, include_time: 'false' }), 'the days of these texts').toEqual([next, last, first])
  expect(
    await ids({ start_date: '2026-11-20T23:59:59', end_date: '2026-11-21T00:00:00', include_time: 'true' }),
    'the gym’s wall clock',
  ).toEqual([next, last])
  expect(await own.admin.call('payments.list', { query: { page: 1, size_page: 2 } })).toMatchObject({
    total: 3,
    pages: 2,
    pageCurrent: 1,
    items: [{ id: first }],
  })
  app.clock.reset()
})
