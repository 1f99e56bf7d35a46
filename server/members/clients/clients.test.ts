import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
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

const app = await startTestAppForFile()
const gym = await makeGym(app)

test('clients.create: returns every field as it was sent', async () => {
  const sent = {
    name: 'José Ñáñez',
    id_zkteco: 4711,
    birth_date: '1990-02-28',
    email: 'jose@example.com',
    phone_number: '809-555-0101',
    address: 'Calle 1',
    card_number: '0012345678',
    social_link: '{"instagram":"https://instagram.com/x"}',
    notes: 'Prefiere la mañana',
    is_active: false,
    photo_url: '/v1/images/clients/1_a.png?token=1-x',
    photo_path: 'images/clients/1_a.png',
  }
  const created = await gym.admin.call('clients.create', { body: sent })
  expect(created).toMatchObject(sent)
  expect(await gym.admin.call('clients.read', { params: { id_client: created.id } })).toEqual(created)
})

test('clients.list: finds names by words in any order, without accents or case', async () => {
  const { id } = await makeClient(gym, { name: 'María José Peña' })
  for (const name of ['jose', 'PENA maria', 'José peña', 'aría']) {
    const found = await gym.admin.call('clients.list', { query: { client_name: name } })
    expect(
      found.items.map((client) => client.id),
      name,
    ).toContain(id)
  }
  const none = await gym.admin.call('clients.list', { query: { client_name: 'jose%' } })
  expect(none).toMatchObject({ items: [], total: 0, pages: 0 })
})

test('clients.search: lists names that begin with the text, then names with a word that does', async () => {
  const own = await makeGym(app)
  for (const name of ['Altagracia Santana', 'Berta Ana Soto', 'Ana Zorrilla', 'Ana Abreu'])
    await makeClient(own, { name })
  const found = await own.admin.call('clients.search', { params: { name: 'ana' } })
  expect(found.map(({ name }) => name)).toEqual(['Ana Abreu', 'Ana Zorrilla', 'Berta Ana Soto', 'Altagracia Santana'])
})

test('clients: include_status adds visits left, debt and pause to each client of a list', async () => {
  const own = await makeGym(app)
  const plan = await makePlanWithTerms(own, { visits: 5, pause_days: 10 })
  const [paused, visitor, plain] = [
    await makeClient(own, { name: 'Ana' }),
    await makeClient(own, { name: 'Ana María' }),
    await makeClient(own, { name: 'Ana Luisa' }),
  ]
  await makePayment(own, { id_client: paused.id, id_membership: plan.id })
  const { start_date, resume_date, open } = await own.admin.call('pauses.create', {
    params: { id_client: paused.id },
    body: { reason: 'Viaje' },
  })
  await makeDebt(own, '40.00', visitor.id)
  const expected = {
    [paused.id]: { pause: { start_date, resume_date, open }, debt: null },
    [visitor.id]: { pause: null, debt: { owed: '40.00' } },
    [plain.id]: { visits: null, pause: null, debt: null },
  }
  const query = { include_status: true }
  const lists = [
    (await own.admin.call('clients.list', { query })).items,
    (await own.admin.call('clients.list', { query: { ...query, client_name: 'ana' } })).items,
    await own.admin.call('clients.search', { params: { name: 'ana' }, query }),
  ]
  for (const list of lists) {
    expect(Object.fromEntries(list.map(({ id, status }) => [id, status]))).toMatchObject(expected)
  }
  const { items } = await own.admin.call('clients.list')
  expect(items.filter((client) => 'status' in client)).toEqual([])
})

test('clients.create: PINs are unique over clients and staff, and assigned in order', async () => {
  const own = await makeGym(app)
  const [staff] = await own.admin.call('users.list')
  const taken = await own.admin.try('clients.create', { body: { name: 'Otra', id_zkteco: staff?.id_zkteco } })
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('ya pertenece a otra persona')
  const named = await makeClient(own, { id_zkteco: 3 })
  const given = [await makeClient(own), await makeClient(own), await makeClient(own)]
  expect(named.id_zkteco).toBe(3)
  expect(given.map((client) => client.id_zkteco)).toEqual([2, 4, 5])
})

test('clients: a card belongs to one client in any spelling, also with concurrent calls', async () => {
  const own = await makeGym(app)
  const make = (card_number: string) => own.admin.try('clients.create', { body: { name: 'Ana', card_number } })
  const made = await Promise.all(['0042', '42', '00042', '000', '0', 'VIP-42'].map(make))
  const statuses = made.map(({ status }) => status)
  expect(statuses.slice(0, 3).sort()).toEqual([201, 409, 409])
  expect(statuses.slice(3)).toEqual([201, 201, 422])
  expect(made.find(({ status }) => status === 409)?.answer).toEqual({ detail: 'Esa tarjeta ya es de otro cliente.' })
  const other = await makeClient(own)
  const change = (id_client: number, body: object) =>
    own.admin.try('clients.update', { params: { id_client }, body }).then(({ status }) => status)
  const holder = made.find(({ status }) => status === 201)?.answer.id ?? 0
  expect([await change(other.id, { card_number: '042' }), await change(holder, { card_number: '0000042' })]).toEqual([
    409, 200,
  ])
  // Clients who got the same card before spellings were compared can still be edited.
  await runAsTableOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(`update clients set card_number = '42' where id = ${other.id}`)
  })
  expect(await change(other.id, { card_number: '42', notes: 'x' })).toBe(200)
  expect(await change(other.id, { card_number: null })).toBe(200)
  // Another gym may use the same card. A deleted client's card may be given away, and then prevents the restore.
  await makeClient(gym, { card_number: '42' })
  await own.admin.call('clients.delete', { params: { id_client: holder } })
  expect(await change(other.id, { card_number: '42' })).toBe(200)
  expect((await own.admin.try('clients.restore', { params: { id_client: holder } })).status).toBe(409)
})

test('clients: cards are compared in the form in which card readers report them', async () => {
  const own = await makeGym(app)
  for (const [card_number, other, expected] of [
    ['00000000000000000043', '43', 409],
    ['077,30211', '0005076483', 409],
    ['44', '440', 201],
    ['45', '0450', 201],
  ] as const) {
    await makeClient(own, { card_number })
    const { status } = await own.admin.try('clients.create', { body: { name: 'Otra', card_number: other } })
    expect([other, status]).toEqual([other, expected])
  }
})

test('clients.create: concurrent calls assign different PINs', async () => {
  const own = await makeGym(app)
  const made = await Promise.all(Array.from({ length: 8 }, () => makeClient(own)))
  expect(new Set(made.map((client) => client.id_zkteco)).size).toBe(8)
})

test('clients.update: changes only given fields, clears by null, and refuses a stale version', async () => {
  const client = await makeClient(gym, { email: 'a@example.com', notes: 'nota' })
  const read = await gym.admin.try('clients.read', { params: { id_client: client.id } })
  const tag = String(read.headers.etag)
  const params = { id_client: client.id }
  const changed = await gym.admin.try('clients.update', { params, body: { notes: null }, headers: { 'if-match': tag } })
  expect(changed.answer).toMatchObject({ email: 'a@example.com', notes: null, name: client.name })
  expect(changed.headers.etag).not.toBe(tag)
  const stale = await gym.admin.try('clients.update', { params, body: { notes: 'otra' }, headers: { 'if-match': tag } })
  expect(stale.status).toBe(412)
  expect(stale.text).toContain('Otra persona modificó este registro. Vuelve a cargarlo.')
  expect((await gym.admin.call('clients.read', { params })).notes).toBeNull()
})

test('anonymous client: is found by name, hidden in lists, and cannot be changed', async () => {
  const own = await makeGym(app)
  const anonymous = await readAnonymousClient(own)
  expect(anonymous).toMatchObject({ name: 'Cliente Anónimo', id_zkteco: null })
  expect((await own.admin.call('clients.list')).items).toEqual([])
  const params = { id_client: anonymous.id }
  expect((await own.admin.try('clients.update', { params, body: { notes: 'x' } })).status).toBe(409)
  expect((await own.admin.try('clients.delete', { params })).status).toBe(409)
  for (const name of ['cliente anonimo', 'Cliente  Anónimo', 'CLIENTE\u00a0\u2003ANÓNIMO'])
    expect((await own.admin.try('clients.create', { body: { name } })).status, name).toBe(409)
})

test('clients.read: shows the membership valid today, else the next one, else the last one', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  try {
    const own = await makeGym(app)
    const { id } = await makeClient(own)
    const shown = async () =>
      (await own.admin.call('clients.read', { params: { id_client: id } })).membership?.start_date
    const days = async (start_date: string, duration_days: number) =>
      makePayment(own, { id_client: id, start_date, id_membership: (await makePlan(own, { duration_days })).id })
    expect(await shown()).toBeUndefined()
    await days('2026-01-01', 10)
    await days('2026-03-01', 10)
    expect(await shown()).toBe('2026-03-01')
    await days('2026-08-01', 10)
    await days('2026-07-01', 10)
    expect(await shown()).toBe('2026-07-01')
    await days('2026-06-10', 10)
    await days('2026-06-14', 30)
    await days('2026-06-15', 1)
    expect(await shown()).toBe('2026-06-14')
    const { membership } = await own.admin.call('clients.read', { params: { id_client: id } })
    expect(membership).toMatchObject({
      payment_start_first: '2026-01-01',
      expire_membership: '2026-07-14',
      duration_days: 30,
    })
  } finally {
    app.clock.reset()
  }
})

test("clients.create: refuses a birthday later than the gym's present day", async () => {
  const ahead = await makeGym(app, { timeZone: 'Pacific/Kiritimati' })
  const behind = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  app.clock.set('2026-11-21T12:00:00Z')
  try {
    const born = (own: TestGym, birth_date: string) =>
      own.admin.try('clients.create', { body: { name: 'Recién Nacida', birth_date } })
    expect((await born(ahead, '2026-11-22')).status).toBe(201)
    const early = await born(behind, '2026-11-22')
    expect(early.status).toBe(422)
    expect(JSON.parse(early.text).detail).toEqual([
      { type: 'too_big', msg: 'No puede estar en el futuro', loc: ['body', 'birth_date'] },
    ])
    const client = await makeClient(behind, { birth_date: '2026-11-21' })
    const changed = { params: { id_client: client.id }, body: { birth_date: '2027-01-01' } }
    expect((await behind.admin.try('clients.update', changed)).status).toBe(422)
  } finally {
    app.clock.reset()
  }
})
