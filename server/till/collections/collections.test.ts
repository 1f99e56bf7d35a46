// A payment of several debts is one numbered act, refunded as a whole, once, on its own day.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api.ts'
import { asOwner, waiting } from '../../testing/digest.ts'
import { makeClient, makeDebt, makeGym, makeProduct, type TestGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/world.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })

const headers = () => ({ 'idempotency-key': randomUUID() })
const collect = async (caller: Caller, id_client: number, body: object) =>
  (await caller.call('debts.collect', { params: { id_client }, body: body as { amount: number }, headers: headers() }))
    .id
const takeBack = (caller: Caller, id: number, body: object = {}) =>
  caller.try('collections.void', { params: { id }, body: { reason: 'Era de otra', ...body }, headers: headers() })
const sentenceOf = ({ status, text }: { status: number; text: string }) =>
  status < 300 ? status : `${status} ${JSON.parse(text).detail}`
const owes = async (gym: TestGym, id_client: number) => {
  const { owed, debts } = await gym.admin.call('debts.of-client', { params: { id_client } })
  return [owed?.owed ?? '0.00', ...debts.map((debt) => debt.owed)]
}
const told = async (gym: TestGym, document: string, id: number) =>
  (await gym.admin.call('tenders.read', { params: { document, id } })).map(
    ({ kind, amount }) => `${kind.name} ${amount}`,
  )
const flowOf = async (gym: TestGym, day: string) =>
  (await gym.admin.call('tenders.flow', { query: { start_date: day, end_date: day } })).map(
    ({ kind, debts, income }) =>
      `${kind?.name ?? `Pendiente ${debts?.made}/${debts?.collected}/${debts?.annulled}`} ${income}`,
  )

/** Ana owes 100.00 of a membership since the first of March, and 80.00 of a sale. */
async function makeDebtor(gym: TestGym) {
  const { client, id: payment } = await makeDebt(gym, '100.00')
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const items = [{ id_product: product.id, quantity: 2 }]
  const sale = await gym.admin.call('sales.create', { body: { id_client: client.id, items, owed: 80 } })
  const [cash = 0, card = 0] = (await gym.admin.call('payment-kinds.list')).map(({ id }) => id)
  return { client, payment, sale: sale.id, cash, card }
}

test('one payment of two documents is listed once, with each remaining debt', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { client, payment, sale, cash, card } = await makeDebtor(gym)
  app.clock.set('2026-03-02T15:00:00Z')
  await collect(gym.admin, client.id, { amount: 40 })
  app.clock.set('2026-03-05T15:00:00Z')
  const worker = await gym.as('gym_worker')
  const paid = [
    { id_kind: card, amount: 70 },
    { id_kind: cash, amount: 30, received: 50 },
  ]
  const id = await collect(worker, client.id, { amount: 100, paid })
  app.clock.set('2026-03-06T15:00:00Z')
  await collect(gym.admin, client.id, { amount: 10 })
  expect(await worker.call('collections.read', { params: { id } })).toMatchObject({
    number: 2,
    at: '2026-03-05T15:00:00.000Z',
    client: { id: client.id, name: client.name },
    user: { name: expect.any(String) },
    amount: '100.00',
    left: '40.00',
    documents: [
      { kind: 'payment', id: payment, amount: '60.00', left: '0.00' },
      { kind: 'sale', id: sale, name: null, amount: '40.00', left: '40.00' },
    ],
    paid: [
      { kind: { id: card, name: 'Tarjeta' }, amount: '70.00', received: null },
      { kind: { id: cash, name: 'Efectivo' }, amount: '30.00', received: '50.00' },
    ],
    voided: null,
  })
  const list = (query: Record<string, string | number>) => worker.call('collections.list', { query })
  expect(await list({ start_date: '2026-03-05', end_date: '2026-03-05' })).toMatchObject({
    items: [{ id }],
    total: 1,
    amount_sum: '100.00',
  })
  expect((await list({ id_client: client.id })).items.map(({ number, left }) => [number, left])).toEqual([
    [3, '30.00'],
    [2, '40.00'],
    [1, '140.00'],
  ])
  expect(await list({ client_name: client.name })).toMatchObject({ total: 3, amount_sum: '150.00', total_voided: 0 })
  expect(await list({ client_name: 'nadie' })).toMatchObject({ items: [], total: 0, amount_sum: '0.00' })
  expect(await list({ page: 1, size_page: 2 })).toMatchObject({ items: [{ number: 1 }], pages: 2 })
  app.clock.reset()
})

test('taken back it goes back as it came, today, and is owed again since when it was', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { client, payment, sale, cash, card } = await makeDebtor(gym)
  app.clock.set('2026-03-05T15:00:00Z')
  const paid = [
    { id_kind: card, amount: 70 },
    { id_kind: cash, amount: 50 },
  ]
  const id = await collect(gym.admin, client.id, { amount: 120, paid })
  expect(await owes(gym, client.id)).toEqual(['60.00', '60.00'])
  app.clock.set('2026-03-06T15:00:00Z')
  expect(sentenceOf(await takeBack(await gym.as('gym_worker'), id))).toMatch(/^403/)
  const { status, answer } = await takeBack(gym.admin, id)
  expect([status, answer]).toMatchObject([200, { amount: '120.00', voided: { reason: 'Era de otra' } }])
  expect(await owes(gym, client.id)).toEqual(['180.00', '100.00', '80.00'])
  expect(await told(gym, 'payment', payment)).toEqual([
    'Efectivo 1150.00',
    'Tarjeta 70.00',
    'Efectivo 30.00',
    'Tarjeta -70.00',
    'Efectivo -30.00',
  ])
  expect(await told(gym, 'sale', sale)).toEqual(['Efectivo 20.00', 'Efectivo -20.00'])
  expect((await gym.admin.call('debts.list')).items).toMatchObject([{ owed: '180.00', since: '2026-03-01' }])
  // Each on its own day.
  expect(await flowOf(gym, '2026-03-05')).toEqual([
    'Efectivo 50.00',
    'Tarjeta 70.00',
    'Pendiente 0.00/120.00/0.00 -120.00',
  ])
  expect(await flowOf(gym, '2026-03-06')).toEqual([
    'Efectivo -50.00',
    'Tarjeta -70.00',
    'Pendiente 0.00/-120.00/0.00 120.00',
  ])
  const all = await gym.admin.call('collections.list', { query: {} })
  expect(all).toMatchObject({ total: 1, total_voided: 1, amount_sum: '0.00' })
  // The list tells of it on the day of either.
  const listed = async (day: string) =>
    (await gym.admin.call('collections.list', { query: { start_date: day, end_date: day } })).items.length
  expect([await listed('2026-03-05'), await listed('2026-03-06'), await listed('2026-03-07')]).toEqual([1, 1, 0])
  const { items } = await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })
  expect(items[0]?.changes).toMatchObject([
    { field: 'debt_unpaid', after: expect.stringMatching(/^\$ (20|100)\.00 · /) },
  ])
  expect(sentenceOf(await takeBack(gym.admin, id))).toBe('409 El cobro ya fue anulado.')
  // It is paid again, and the void of the document refunds only that.
  await collect(gym.admin, client.id, { amount: 100 })
  await gym.admin.call('payments.void', { params: { id: payment }, body: { reason: 'x' }, headers: headers() })
  expect((await told(gym, 'payment', payment)).slice(5)).toEqual(['Efectivo 100.00', 'Efectivo -1250.00'])
  app.clock.reset()
})

test('a void of a document gives back nothing that was taken back, from a drawer as by itself', async () => {
  const gym = await makeGym(app)
  const { client, payment, sale, card } = await makeDebtor(gym)
  await takeBack(
    gym.admin,
    await collect(gym.admin, client.id, { amount: 180, paid: [{ id_kind: card, amount: 180 }] }),
  )
  const shift = await makeShift(gym.admin, await makeDrawer(gym.admin))
  const void_ = (name: 'payments.void' | 'sales.void', id: number, body: object) =>
    gym.admin.try(name, { params: { id }, body: { reason: 'x', ...body }, headers: headers() })
  expect(sentenceOf(await void_('payments.void', payment, { paid: [{ id_kind: card, amount: 100 }] }))).toBe(
    '409 Lo que se indicó por forma de pago no suma lo que se pagó.',
  )
  expect((await void_('payments.void', payment, { id_shift: shift })).status).toBe(200)
  expect((await void_('sales.void', sale, {})).status).toBe(200)
  expect((await told(gym, 'sale', sale)).slice(2)).toEqual([])
  expect((await told(gym, 'payment', payment)).at(-1)).toBe('Efectivo -1150.00')
  expect(await owes(gym, client.id)).toEqual(['0.00'])
})

test('collection: cannot be voided after its document was, and says so', async () => {
  const gym = await makeGym(app)
  const { client, sale } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 180 })
  const voided = async () =>
    (await gym.admin.call('collections.read', { params: { id } })).documents.map((document) => document.voided)
  expect(await voided()).toEqual([null, null])
  await gym.admin.call('sales.void', { params: { id: sale }, body: { reason: 'x' }, headers: headers() })
  expect(await voided()).toEqual([null, true])
  expect(sentenceOf(await takeBack(gym.admin, id))).toMatch(/^409 Una de las ventas que pagó está anulada/)
  expect(await owes(gym, client.id)).toEqual(['0.00'])
})

test('collection: a void pays from the open drawer, and closed counts stay', async () => {
  const gym = await makeGym(app)
  const { client, cash } = await makeDebtor(gym)
  const drawer = await makeDrawer(gym.admin)
  const first = await makeShift(gym.admin, drawer)
  const paid = [{ id_kind: cash, amount: 50 }]
  const id = await collect(gym.admin, client.id, { amount: 50, paid, id_shift: first })
  const close = (shift: number) =>
    gym.admin.call('cash-shifts.close', { params: { id: shift }, body: { counts: [] }, headers: headers() })
  await close(first)
  const before = await gym.admin.call('cash-shifts.report', { params: { id: first } })
  expect((await takeBack(gym.admin, id, { id_shift: first })).status).toBe(409)
  expect(await owes(gym, client.id)).toEqual(['130.00', '50.00', '80.00'])
  const second = await makeShift(gym.admin, drawer)
  expect((await takeBack(gym.admin, id, { id_shift: second })).status).toBe(200)
  expect(await gym.admin.call('cash-shifts.report', { params: { id: first } })).toEqual(before)
  const report = await gym.admin.call('cash-shifts.report', { params: { id: second } })
  expect(report).toMatchObject({ collected: '-50.00', sellers: [] })
  expect(Number(report.expected)).toBe(Number(report.shift.opened.amount) - 50)
})

test('a collection in cash is given back at an open drawer only, where the gym says so', async () => {
  const gym = await makeGym(app)
  const { client, cash } = await makeDebtor(gym)
  const shift = await makeShift(gym.admin, await makeDrawer(gym.admin))
  await gym.admin.call('cash-shifts.set-rules', { body: { needs_shift: true } })
  const id = await collect(gym.admin, client.id, { amount: 50, paid: [{ id_kind: cash, amount: 50 }], id_shift: shift })
  expect(sentenceOf(await takeBack(gym.admin, id, { id_shift: null }))).toMatch(/^409 Aquí el efectivo se devuelve/)
  expect(sentenceOf(await takeBack(gym.admin, id, { id_shift: shift }))).toBe(200)
  expect(await owes(gym, client.id)).toEqual(['180.00', '100.00', '80.00'])
})

test('collection: of two voids at once one succeeds, and a repeat does nothing', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 180 })
  const key = randomUUID()
  const again = () =>
    gym.admin.try('collections.void', { params: { id }, body: { reason: 'x' }, headers: { 'idempotency-key': key } })
  const answers = await Promise.all([again(), again(), takeBack(gym.admin, id), takeBack(gym.admin, id)])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await owes(gym, client.id)).toEqual(['180.00', '100.00', '80.00'])
  // Beside the void of what it paid: either goes first, and nothing goes back twice.
  const other = await makeDebtor(gym)
  const second = await collect(gym.admin, other.client.id, { amount: 180 })
  await Promise.all([
    takeBack(gym.admin, second),
    gym.admin.try('sales.void', { params: { id: other.sale }, body: { reason: 'x' }, headers: headers() }),
  ])
  const sum = (await told(gym, 'sale', other.sale)).reduce((all, text) => all + Number(text.split(' ')[1]), 0)
  expect(sum).toBe(0)
})

test('collection: of a deleted client can be voided, with a note', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 180 })
  const read = async () => (await gym.admin.call('collections.read', { params: { id } })).client
  expect(await read()).toEqual({ id: client.id, name: client.name, deleted: null })
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  expect(await read()).toMatchObject({ deleted: true })
  expect((await takeBack(gym.admin, id)).status).toBe(200)
  expect((await gym.admin.call('debts.list')).items).toMatchObject([{ id: client.id, owed: '180.00', deleted: true }])
})

test('cash flow: lists a method with movements on that day, not later payments of debts', async () => {
  app.clock.set('2026-03-01T15:00:00Z')
  const gym = await makeGym(app)
  const { client, card } = await makeDebtor(gym)
  const before = await flowOf(gym, '2026-03-01')
  expect(before.filter((line) => line.startsWith('Tarjeta'))).toEqual([])
  app.clock.set('2026-03-05T15:00:00Z')
  const id = await collect(gym.admin, client.id, { amount: 100, paid: [{ id_kind: card, amount: 100 }] })
  expect(await flowOf(gym, '2026-03-01')).toEqual(before)
  app.clock.set('2026-03-06T15:00:00Z')
  await takeBack(gym.admin, id)
  expect(await flowOf(gym, '2026-03-01')).toEqual(before)
  // A payment voided on the same day appears as income and outgoing.
  const again = await collect(gym.admin, client.id, { amount: 100, paid: [{ id_kind: card, amount: 100 }] })
  await takeBack(gym.admin, again)
  expect(await flowOf(gym, '2026-03-06')).toEqual(['Tarjeta -100.00', 'Pendiente 0.00/-100.00/0.00 100.00'])
  app.clock.set('2026-03-07T15:00:00Z')
  await takeBack(
    gym.admin,
    await collect(gym.admin, client.id, { amount: 100, paid: [{ id_kind: card, amount: 100 }] }),
  )
  expect(await flowOf(gym, '2026-03-07')).toEqual(['Tarjeta 0.00'])
  app.clock.reset()
})

test('another gym’s is not there', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { client } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 10 })
  expect((await takeBack(other.admin, id)).status).toBe(404)
  expect((await other.admin.try('collections.read', { params: { id } })).status).toBe(404)
  expect((await other.admin.call('collections.list', { query: { id_client: client.id } })).items).toEqual([])
})

test('the database lets nothing go back but whole, with its void', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 100 })
  const attempt = (statement: string) =>
    asOwner(app, async (owner) => {
      await owner.query('begin')
      await owner.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
      await owner.query('set local role torniquete_server')
      const answer = await owner.query(statement).then(
        () => 'taken',
        (error: Error) => error.message,
      )
      await owner.query('rollback')
      return answer
    })
  const back = (collection: string) => `
    insert into tenders (gym_id, id_payment, id_debt, id_collection, id_kind, kind_name, amount, created_at, id_user)
    select gym_id, id_payment, id_debt, ${collection}, id_kind, kind_name, -1, now(), id_user from tenders where id_collection = ${id}`
  expect(await attempt(back('null'))).toMatch(/not owed/)
  expect(await attempt(back(String(id)))).toMatch(/not owed/)
  for (const table of ['collections', 'collection_voids'])
    expect(await attempt(`delete from ${table}`)).toMatch(/permission denied/)
  expect(await attempt('update collections set amount = 1')).toMatch(/permission denied/)
  expect(
    await attempt(back(String(id)).replace('select gym_id, id_payment, id_debt', 'select gym_id, id_payment, null')),
  ).toMatch(/tenders_of_debts/)
  // Once, however much of it was paid again by another.
  await takeBack(gym.admin, id)
  await collect(gym.admin, client.id, { amount: 100 })
  expect(await attempt(back(String(id)))).toMatch(/not owed/)
})

test.each(['sales.void', 'payments.void', 'collections.void'] as const)(
  'merge during a call: %s waits for the remaining client',
  async (name) => {
    const gym = await makeGym(app)
    const { client, sale, payment } = await makeDebtor(gym)
    const kept = await makeClient(gym)
    const collection = await collect(gym.admin, client.id, { amount: 10 })
    const id = { 'sales.void': sale, 'payments.void': payment, 'collections.void': collection }[name]
    const row = (id: number) => `from clients where gym_id = ${gym.gym.id} and id = ${id}`
    await asOwner(app, (first) =>
      asOwner(app, async (second) => {
        await second.query(`begin; select ${row(kept.id)} for no key update`)
        await first.query(`begin; select ${row(client.id)} for no key update`)
        const act = gym.admin.try(name, { params: { id }, body: { reason: 'x' }, headers: headers() })
        await expect.poll(() => waiting(first, 'clients')).toBe(1)
        await first.query(`select set_config('app.gym_id', '${gym.gym.id}', true)`)
        await first.query(
          `select merge_clients(${kept.id}, ${client.id}, (select id_user from sales where gym_id = ${gym.gym.id} and id = ${sale}), now(), '{}')`,
        )
        await first.query(`update clients set deleted_at = now() where gym_id = ${gym.gym.id} and id = ${client.id}`)
        await first.query('commit')
        await expect.poll(() => waiting(second, 'clients')).toBe(1)
        await second.query('commit')
        expect((await act).status).toBe(200)
      }),
    )
  },
)
