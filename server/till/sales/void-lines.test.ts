// Lines of a sale voided by themselves: money by hand, sums of days, stock, debts and two at once.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { kindsOf, makeCounter, report } from '../../testing/counter.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import { brokenSums, closeDays } from '../../testing/sum-rules.ts'
import { openTestApp } from '../../testing/test-app.ts'

let gym: TestGym
const app = await openTestApp({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})

interface Line {
  line: number
  quantity: number
}
const voidLines = (id: number, lines?: Line[], more: object = {}, of = gym) =>
  of.admin.call('sales.void', {
    params: { id },
    body: { reason: 'Roto', id_shift: null, ...(lines && { lines }), ...more },
  })
const tryVoid = (id: number, lines?: Line[], more: object = {}) =>
  gym.admin.try('sales.void', {
    params: { id },
    body: { reason: 'Roto', id_shift: null, ...(lines && { lines }), ...more },
  })
const stockOf = async (id: number) => (await gym.admin.call('products.read', { params: { id_product: id } })).quantity
const flow = (start_date: string, end_date = start_date) =>
  gym.admin.call('statistics.cash-flow', { query: { start_date, end_date } })
const tendersOf = async (id: number) =>
  (await gym.admin.call('tenders.read', { params: { document: 'sale', id } })).map(({ kind, amount }) => [
    kind.name,
    amount,
  ])

/** The sums of days hold against the ledgers, computed and stored. */
async function expectSound(of = gym) {
  const broken = () => asOwner(app, async (owner) => (await owner.query(brokenSums(of.gym.id))).rows)
  expect(await broken()).toEqual([])
  await closeDays(app, of.gym.id, app.clock.now().toISOString().slice(0, 10))
  expect(await broken()).toEqual([])
}

/** Three of 33.33 less 10 %, with 18 % tax: 99.99 − 10.00 + 18.00 = 107.99; and one of 50.00. */
async function makeTwoLines() {
  const gloves = await makeProduct(gym, { name: 'Guantes', stock: 10, sale_price: '33.33' })
  const water = await makeProduct(gym, { name: 'Agua', stock: 10, sale_price: '50.00' })
  const sale = await makeSale(gym, [
    { id_product: gloves.id, quantity: 3, discount: 10, tax: 18 },
    { id_product: water.id, quantity: 1 },
  ])
  return { gloves, water, sale }
}

test('line voids: parts are rounded to cents and sum up, the last one ends the sale', async () => {
  const { gloves, water, sale } = await makeTwoLines()
  expect(sale.amount_total).toBe('157.99')
  app.clock.set('2026-06-16T16:00:00Z')
  const first = await voidLines(sale.id, [{ line: 1, quantity: 1 }])
  expect(first).toMatchObject({
    amount_total: '157.99',
    voided: null,
    partial_voids: [{ number: 1, reason: 'Roto', amount: '36.00', annulled: '0.00' }],
    sales_bill_items: [
      { line: 1, quantity: 3, voided_quantity: 1, voided_amount: '36.00', voided_discount: '3.33' },
      { line: 2, quantity: 1, voided_quantity: 0, voided_amount: '0.00' },
    ],
  })
  const list = await gym.admin.call('sales.list')
  expect([list.amount_sum, list.total_voided]).toEqual(['121.99', 0])
  expect([await stockOf(gloves.id), await stockOf(water.id)]).toEqual([8, 9])
  app.clock.set('2026-06-17T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 2 }], { restock: false })
  await expectSound()
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('50.00')
  expect(await stockOf(gloves.id)).toBe(8)
  app.clock.set('2026-06-18T16:00:00Z')
  const last = await voidLines(sale.id, [{ line: 2, quantity: 1 }])
  expect(last.voided).toMatchObject({ number: 3 })
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('0.00')
  expect(await stockOf(water.id)).toBe(10)
  const days = await Promise.all(['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18'].map((day) => flow(day)))
  expect(days.map(({ income, voided }) => [income.products, voided.products])).toEqual([
    ['157.99', '0.00'],
    ['0.00', '36.00'],
    ['0.00', '71.99'],
    ['0.00', '50.00'],
  ])
  expect((await flow('2026-06-15', '2026-06-18')).voided.products).toBe('157.99')
  expect((await tendersOf(sale.id)).map(([, amount]) => amount)).toEqual(['157.99', '-36.00', '-71.99', '-50.00'])
  expect((await gym.admin.call('voids.list')).items.map(({ amount, partial }) => [amount, partial])).toEqual([
    ['50.00', false],
    ['71.99', true],
    ['36.00', true],
  ])
  await expectSound()
  expect((await tryVoid(sale.id, [{ line: 2, quantity: 1 }])).status).toBe(409)
})

test('lines: the rest is voided without naming it, by the kinds of which something is left', async () => {
  const { sale } = await makeTwoLines()
  const { cash, card } = await kindsOf(gym)
  await voidLines(sale.id, [{ line: 2, quantity: 1 }], { paid: [{ id_kind: card, amount: 50 }] })
  const voided = await voidLines(sale.id)
  expect(voided.voided).not.toBeNull()
  expect(await tendersOf(sale.id)).toEqual([
    ['Efectivo', '157.99'],
    ['Tarjeta', '-50.00'],
    ['Efectivo', '-107.99'],
  ])
  expect(cash).not.toBe(card)
  await expectSound()
})

test('lines: a free line that ends the sale leaves nothing by any kind', async () => {
  const paid = await makeProduct(gym, { stock: 5, sale_price: '40.00' })
  const free = await makeProduct(gym, { stock: 5, sale_price: '10.00' })
  const { card } = await kindsOf(gym)
  const sale = await makeSale(gym, [
    { id_product: paid.id, quantity: 1 },
    { id_product: free.id, quantity: 1, discount: 100 },
  ])
  await voidLines(sale.id, [{ line: 1, quantity: 1 }], { paid: [{ id_kind: card, amount: 40 }] })
  expect((await voidLines(sale.id)).voided).not.toBeNull()
  expect(await stockOf(free.id)).toBe(5)
  await expectSound()
})

test('lines: more than is left, a line that is not there and another sum are refused', async () => {
  const { sale } = await makeTwoLines()
  const { cash } = await kindsOf(gym)
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  const over = await tryVoid(sale.id, [{ line: 1, quantity: 2 }])
  expect([over.status, JSON.parse(over.text)]).toEqual([409, { detail: 'De Guantes quedan 1 sin anular.' }])
  expect((await tryVoid(sale.id, [{ line: 3, quantity: 1 }])).status).toBe(404)
  expect((await tryVoid(sale.id, [])).status).toBe(422)
  expect(
    (
      await tryVoid(sale.id, [
        { line: 1, quantity: 1 },
        { line: 1, quantity: 1 },
      ])
    ).status,
  ).toBe(422)
  const other = await tryVoid(sale.id, [{ line: 2, quantity: 1 }], { paid: [{ id_kind: cash, amount: 49 }] })
  const detail = 'Lo que se indicó por forma de pago no suma lo que se pagó.'
  expect([other.status, JSON.parse(other.text), (await tendersOf(sale.id)).length]).toEqual([409, { detail }, 2])
  await expectSound()
})

test('lines: sixteen voids of the last pieces at once give back no more than was sold', async () => {
  const product = await makeProduct(gym, { stock: 10, sale_price: '10.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 5 }])
  const replies = await Promise.all(Array.from({ length: 16 }, () => tryVoid(sale.id, [{ line: 1, quantity: 1 }])))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await stockOf(product.id)).toBe(10)
  await expectSound()
})

test('lines: one key twice voids once', async () => {
  const { sale, gloves } = await makeTwoLines()
  const headers = { 'idempotency-key': randomUUID() }
  const call = () =>
    gym.admin.try('sales.void', {
      params: { id: sale.id },
      body: { reason: 'x', id_shift: null, lines: [{ line: 1, quantity: 1 }] },
      headers,
    })
  const [one, other] = [await call(), await call()]
  expect([one.status, other.text]).toEqual([200, one.text])
  expect(await stockOf(gloves.id)).toBe(8)
})

test('lines: what is owed is reduced first, the rest goes back as it was paid', async () => {
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const { cash, card } = await kindsOf(gym)
  const client = await makeClient(gym)
  const product = await makeProduct(gym, { stock: 10, sale_price: '100.00' })
  const sale = await gym.admin.call('sales.create', {
    body: {
      id_client: client.id,
      items: [{ id_product: product.id, quantity: 10 }],
      owed: 400,
      paid: [
        { id_kind: cash, amount: 400 },
        { id_kind: card, amount: 200 },
      ],
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  const owed = async () =>
    (await gym.admin.call('debts.of-client', { params: { id_client: client.id } })).owed?.owed ?? null
  app.clock.set('2026-06-16T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 3 }])
  expect([await owed(), (await tendersOf(sale.id)).length]).toEqual(['100.00', 2])
  await expectSound()
  app.clock.set('2026-06-17T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 4 }])
  expect(await owed()).toBeNull()
  expect((await tendersOf(sale.id)).slice(2)).toEqual([
    ['Efectivo', '-200.00'],
    ['Tarjeta', '-100.00'],
  ])
  const pending = async (day: string) =>
    (await gym.admin.call('tenders.flow', { query: { start_date: day, end_date: day } })).find(({ debts }) => debts)
      ?.debts
  expect([await pending('2026-06-15'), await pending('2026-06-16'), await pending('2026-06-17')]).toEqual([
    { made: '400.00', collected: '0.00', annulled: '0.00' },
    { made: '0.00', collected: '0.00', annulled: '300.00' },
    { made: '0.00', collected: '0.00', annulled: '100.00' },
  ])
  app.clock.set('2026-06-18T16:00:00Z')
  await voidLines(sale.id)
  expect((await tendersOf(sale.id)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
  const unsaid = await gym.admin.call('tenders.flow', { query: { start_date: '2026-06-15', end_date: '2026-06-18' } })
  expect(unsaid.filter(({ kind, debts, income }) => kind === null && debts === null && income !== '0.00')).toEqual([])
  await expectSound()
})

test('lines: collected money goes back by its own void alone', async () => {
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const client = await makeClient(gym)
  const product = await makeProduct(gym, { stock: 10, sale_price: '100.00' })
  const sale = await gym.admin.call('sales.create', {
    body: { id_client: client.id, items: [{ id_product: product.id, quantity: 5 }], owed: 400 },
    headers: { 'idempotency-key': randomUUID() },
  })
  await voidLines(sale.id, [{ line: 1, quantity: 1 }])
  const collection = await gym.admin.call('debts.collect', {
    params: { id_client: client.id },
    body: { amount: 300 },
    headers: { 'idempotency-key': randomUUID() },
  })
  const refused = await tryVoid(sale.id, [{ line: 1, quantity: 2 }])
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    409,
    expect.stringContaining('anula primero ese cobro'),
  ])
  await gym.admin.call('collections.void', { params: { id: collection.id }, body: { reason: 'x', id_shift: null } })
  await expectSound()
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  const { owed } = await gym.admin.call('debts.of-client', { params: { id_client: client.id } })
  expect(owed?.owed).toBe('100.00')
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  expect((await tendersOf(sale.id)).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(0)
  await expectSound()
})

test('lines: X tells the refunds of the drawer and lessens the seller', async () => {
  const counter = await makeCounter(app)
  const product = await makeProduct(counter.gym, { stock: 10, sale_price: '10.00' })
  const sale = await counter.gym.admin.call('sales.create', {
    body: {
      id_client: (await makeClient(counter.gym)).id,
      items: [{ id_product: product.id, quantity: 4 }],
      id_shift: counter.shift,
    },
    headers: { 'idempotency-key': randomUUID() },
  })
  for (const quantity of [1, 2])
    await voidLines(sale.id, [{ line: 1, quantity }], { id_shift: counter.shift }, counter.gym)
  const x = await report(counter)
  expect(x.kinds).toMatchObject([{ income: '10.00', refunded: '30.00', refunds: 2 }])
  expect(x.sellers.map(({ income }) => income)).toEqual(['10.00'])
  expect(x.refunds.map(({ paid }) => paid[0]?.amount)).toEqual(['10.00', '20.00'])
  await expectSound(counter.gym)
})
