import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonymousClient, makeClient, makeGym, makePayment, makePlan } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

const total = async () => (await gym.admin.call('payments.list')).total

test('payments.create: the plan’s name, price and days of that moment, kept for good', async () => {
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
  for (const body of [
    { id_client: client.id, id_membership: (await makePlan(gym)).id },
    { id_client: (await makeClient(gym)).id, id_membership: plan.id },
  ])
    expect((await gym.admin.try('payments.create', { body: { ...body, start_date: '2026-02-01' } })).status).toBe(404)
})

test('payments.create: ignores a price in the body, and an instant begins on its day', async () => {
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

test('payments.create: the anonymous client buys daily passes only, any number', async () => {
  const anonymous = await anonymousClient(gym)
  const daily = (await gym.admin.call('memberships.list')).find((plan) => plan.name === 'Membresía Diaria')
  const body = { id_client: anonymous.id, start_date: '2026-02-01' }
  const refused = await gym.admin.try('payments.create', { body: { ...body, id_membership: (await makePlan(gym)).id } })
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    409,
    { detail: 'El cliente ánonimo solo puede comprar una Membresía Diaria' },
  ])
  for (let count = 0; count < 3; count += 1)
    expect((await gym.admin.try('payments.create', { body: { ...body, id_membership: daily?.id } })).status).toBe(201)
  const client = await makeClient(gym)
  expect(
    (await gym.admin.try('payments.create', { body: { ...body, id_client: client.id, id_membership: daily?.id } }))
      .status,
  ).toBe(201)
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
    return (
      await caller.call('payments.create', {
        body: { id_client, id_membership: plan.id, start_date: '2026-11-20', overlap: true },
      })
    ).id
  }
  // Santo Domingo is four hours behind: its 20th ends at 04:00 of the 21st.
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
  expect(await own.admin.call('payments.list', { query: { page: 9 } })).toMatchObject({
    total: 3,
    pages: 1,
    pageCurrent: 9,
    items: [],
  })
  app.clock.reset()
})

test.each(['payments.create', 'attendances.create', 'clients.create'] as const)(
  '%s: one key, one success',
  async (name) => {
    const [client, plan] = [await makeClient(gym), await makePlan(gym)]
    const bodies = {
      'payments.create': { id_client: client.id, id_membership: plan.id, start_date: '2026-02-01', overlap: true },
      'attendances.create': { id_client: client.id, check_in: '2026-02-01T10:00:00Z' },
      'clients.create': { name: 'Repetida', notes: 'x' },
    }
    const others = {
      'payments.create': { start_date: '2026-02-02' },
      'attendances.create': { check_in: null },
      'clients.create': { notes: 'y' },
    }
    const key = randomUUID()
    const post = (body: object, key: string, caller = gym.admin) =>
      caller.try(name, { body, headers: { 'idempotency-key': key } })
    // A failure frees the key.
    const missing = name === 'clients.create' ? { name: 'Cliente Anónimo' } : { ...bodies[name], id_client: 999_999 }
    expect((await post(missing, key)).status).toBeGreaterThanOrEqual(404)
    const count = async () =>
      [
        await total(),
        (await gym.admin.call('attendances.list')).total,
        (await gym.admin.call('clients.list')).total,
      ].reduce((a, b) => a + b)
    const before = await count()
    const replies = await Promise.all(Array.from({ length: 16 }, () => post(bodies[name], key.toUpperCase())))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    expect((await post(Object.fromEntries(Object.entries(bodies[name]).reverse()), key)).text).toBe(replies[0]?.text)
    expect(await count()).toBe(before + 1)
    const reused = await post({ ...bodies[name], ...others[name] }, key)
    const made: { id?: number } = Object(replies[0]?.answer) // an attendance has a number of another name
    expect([reused.status, reused.headers['x-stored-row']]).toEqual([409, made.id && String(made.id)])
    expect(await count()).toBe(before + 1)
    // Keys belong to a gym: the same one elsewhere is another.
    const other = await makeGym(app)
    const elsewhere =
      name === 'clients.create'
        ? bodies[name]
        : { ...bodies[name], id_client: (await makeClient(other)).id, id_membership: (await makePlan(other)).id }
    expect((await post(elsewhere, key, other.admin)).status).toBe(201)
    expect((await post(bodies[name], randomUUID())).status).toBe(201)
    expect(await count()).toBe(before + 2)
  },
)

test('payments.create: id_zkteco is a number as terminals have them, or none', async () => {
  const gym = await makeGym(app)
  const [client, plan] = [await makeClient(gym), await makePlan(gym)]
  const sell = (id_zkteco: unknown, overlap = true) =>
    gym.admin.try('payments.create', {
      body: { id_client: client.id, id_membership: plan.id, start_date: '2026-11-21', overlap, id_zkteco },
    })
  for (const wrong of ['007', 'abc', -1, 1.5, 1_000_000_000, '']) {
    const { status, answer } = await sell(wrong)
    expect([status, answer], String(wrong)).toMatchObject([422, { detail: [{ loc: ['body', 'id_zkteco'] }] }])
  }
  for (const right of [client.id_zkteco, String(client.id_zkteco), null]) expect((await sell(right)).status).toBe(201)
})
