// A collection (payment of several debts) is one document, refunded completely, once, on the day of its void.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import { tryStatementAsServer } from '../../testing/database-digest.ts'
import { makeDebt, makeGym, makeProduct, type TestGym } from '../../testing/factories.ts'
import {
  formatReply,
  makeDayQuery,
  readPaymentKindFlowTexts,
  readPaymentKindIds,
  readTenderTexts,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

const collect = async (caller: Caller, id_client: number, body: object) =>
  (await caller.call('debts.collect', { params: { id_client }, body: body as { amount: number } })).id
const takeBack = (caller: Caller, id: number, body: object = {}) =>
  caller.try('collections.void', { params: { id }, body: { reason: 'Era de otra', ...body } })
const voidIt = (gym: TestGym, name: 'sales.void' | 'payments.void', id: number) =>
  gym.admin.call(name, { params: { id }, body: { reason: 'x' } })
const owes = async (gym: TestGym, id_client: number) => {
  const { owed, debts } = await gym.admin.call('debts.of-client', { params: { id_client } })
  return [owed?.owed ?? '0.00', ...debts.map((debt) => debt.owed)]
}

/** Makes a client Ana who owes 100.00 for a membership since 1 March, and 80.00 for a sale. */
async function makeDebtor(gym: TestGym) {
  const { client, id: payment } = await makeDebt(gym, '100.00')
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const items = [{ id_product: product.id, quantity: 2 }]
  const sale = await gym.admin.call('sales.create', { body: { id_client: client.id, items, owed: 80 } })
  return { client, payment, sale: sale.id, ...(await readPaymentKindIds(gym)) }
}

test('collection: one payment of two documents is listed once, with the debt left on each', async () => {
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
  app.clock.reset()
})

test('debt collection: voiding it refunds the tenders received, dated today', async () => {
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
  expect(formatReply(await takeBack(await gym.as('gym_worker'), id))).toMatch(/^403/)
  const { status, answer } = await takeBack(gym.admin, id)
  expect([status, answer]).toMatchObject([200, { amount: '120.00', voided: { reason: 'Era de otra' } }])
  expect(await owes(gym, client.id)).toEqual(['180.00', '100.00', '80.00'])
  expect(await readTenderTexts(gym, 'payment', { id: payment })).toEqual([
    'Efectivo 1150.00',
    'Tarjeta 70.00',
    'Efectivo 30.00',
    'Tarjeta -70.00',
    'Efectivo -30.00',
  ])
  expect(await readTenderTexts(gym, 'sale', { id: sale })).toEqual(['Efectivo 20.00', 'Efectivo -20.00'])
  expect((await gym.admin.call('debts.list')).items).toMatchObject([{ owed: '180.00', since: '2026-03-01' }])
  // The collection counts on the day it was paid, its void on the day of the void.
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-05'))).toEqual([
    'Efectivo 50.00 0.00',
    'Tarjeta 70.00 0.00',
    'Pendiente 0.00/120.00/0.00 -120.00 0.00',
  ])
  expect(await readPaymentKindFlowTexts(gym, makeDayQuery('2026-03-06'))).toEqual([
    'Efectivo -50.00 0.00',
    'Tarjeta -70.00 0.00',
    'Pendiente 0.00/-120.00/0.00 120.00 0.00',
  ])
  const all = await gym.admin.call('collections.list', { query: {} })
  expect(all).toMatchObject({ total: 1, total_voided: 1, amount_sum: '0.00' })
  // The list contains the voided collection on the day of payment and on the day of the void.
  const listed = async (date: string) =>
    (await gym.admin.call('collections.list', { query: makeDayQuery(date) })).items.length
  expect([await listed('2026-03-05'), await listed('2026-03-06'), await listed('2026-03-07')]).toEqual([1, 1, 0])
  const { items } = await gym.admin.call('history.list', { query: { entity: 'clients', id: client.id } })
  expect(items[0]?.changes).toMatchObject([
    { field: 'debt_unpaid', after: expect.stringMatching(/^\$ (20|100)\.00 · /) },
  ])
  expect(formatReply(await takeBack(gym.admin, id))).toBe('409 El cobro ya fue anulado.')
  // The debt is paid again; voiding the document then does not refund the voided collection a second time.
  await collect(gym.admin, client.id, { amount: 100 })
  await voidIt(gym, 'payments.void', payment)
  expect((await readTenderTexts(gym, 'payment', { id: payment })).slice(5)).toEqual([
    'Efectivo 100.00',
    'Efectivo -1250.00',
  ])
  app.clock.reset()
})

test('collection: voiding it is refused with a reason after its document was voided', async () => {
  const gym = await makeGym(app)
  const { client, sale } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 180 })
  const voided = async () =>
    (await gym.admin.call('collections.read', { params: { id } })).documents.map((document) => document.voided)
  expect(await voided()).toEqual([null, null])
  await voidIt(gym, 'sales.void', sale)
  expect(await voided()).toEqual([null, true])
  expect(formatReply(await takeBack(gym.admin, id))).toMatch(/^409 Una de las ventas que pagó está anulada/)
  expect(await owes(gym, client.id)).toEqual(['0.00'])
})

test('collection: of two concurrent voids one succeeds, and a repeat does nothing', async () => {
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
  // Voids the collection and a document it paid concurrently: whichever is first, nothing is refunded twice.
  const other = await makeDebtor(gym)
  const second = await collect(gym.admin, other.client.id, { amount: 180 })
  await Promise.all([takeBack(gym.admin, second), voidIt(gym, 'sales.void', other.sale)])
  const sum = (await readTenderTexts(gym, 'sale', { id: other.sale })).reduce(
    (all, text) => all + Number(text.split(' ')[1]),
    0,
  )
  expect(sum).toBe(0)
})

test('collections: the database allows only complete refunds that belong to a void', async () => {
  const gym = await makeGym(app)
  const { client } = await makeDebtor(gym)
  const id = await collect(gym.admin, client.id, { amount: 100 })
  const attempt = (statement: string) => tryStatementAsServer(app, gym.gym.id, statement)
  const back = (collection: string) => `
    insert into tenders (gym_id, id_payment, id_debt, id_collection, id_kind, kind_name, amount, created_at, id_user)
    select gym_id, id_payment, id_debt, ${collection}, id_kind, kind_name, -1, now(), id_user from tenders where id_collection = ${id}`
  expect(await attempt(back(String(id)))).toMatch(/not owed/)
  for (const table of ['collections', 'collection_voids'])
    expect(await attempt(`delete from ${table}`)).toMatch(/permission denied/)
  expect(await attempt('update collections set amount = 1')).toMatch(/permission denied/)
  // The refunded collection cannot be refunded again, even after another collection paid the same debt.
  await takeBack(gym.admin, id)
  await collect(gym.admin, client.id, { amount: 100 })
  expect(await attempt(back(String(id)))).toMatch(/not owed/)
})

test('collections list: parts refunded with a voided document are marked and not in the sum', async () => {
  const gym = await makeGym(app)
  const { client, payment, sale } = await makeDebtor(gym)
  await collect(gym.admin, client.id, { amount: 60 })
  await collect(gym.admin, client.id, { amount: 120 })
  const list = async () => {
    const { items, ...sums } = await gym.admin.call('collections.list')
    return [items.map(({ amount, returned }) => `${amount} ${returned}`), sums.total, sums.amount_sum]
  }
  expect(await list()).toEqual([['120.00 0.00', '60.00 0.00'], 2, '180.00'])
  await voidIt(gym, 'payments.void', payment)
  expect(await list()).toEqual([['120.00 40.00', '60.00 60.00'], 2, '80.00'])
  await voidIt(gym, 'sales.void', sale)
  expect(await list()).toEqual([['120.00 120.00', '60.00 60.00'], 2, '0.00'])
})
