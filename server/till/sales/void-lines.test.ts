// Voids of single sale lines: amounts, daily sums, stock, debts, and concurrent voids.
import { beforeEach, expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import {
  formatReply,
  makeDayQuery,
  readPaymentKindFlowTexts,
  readPaymentKindIds,
  readStock,
  readTenderTexts,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { selectSumViolations, storeDaySums } from '../../testing/verify-day-sums.ts'

let gym: TestGym
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})

interface Line {
  line: number
  quantity: number
}
const tryVoid = (id: number, lines?: Line[], more: object = {}) =>
  gym.admin.try('sales.void', {
    params: { id },
    body: { reason: 'Roto', id_shift: null, ...(lines && { lines }), ...more },
  })
async function voidLines(...parameters: Parameters<typeof tryVoid>) {
  const { status, text, answer } = await tryVoid(...parameters)
  expect(status, text).toBe(200)
  return answer
}
const flow = (start_date: string, end_date = start_date) =>
  gym.admin.call('statistics.cash-flow', { query: { start_date, end_date } })
const sumOf = (tenders: string[]) => tenders.reduce((sum, text) => sum + Number(text.split(' ')[1]), 0)

/** Expects daily sums that equal the ledgers, both before and after the sums are stored. */
async function expectSound() {
  const broken = () => queryAsOwner(app, selectSumViolations(gym.gym.id)).then(({ rows }) => rows)
  expect(await broken()).toEqual([])
  await storeDaySums(app, gym.gym.id, app.clock.now().toISOString().slice(0, 10))
  expect(await broken()).toEqual([])
}

/** Sells three pieces of 33.33 less 10 % plus 18 % tax (99.99 − 10.00 + 18.00 = 107.99), and one of 50.00. */
async function makeTwoLines() {
  const gloves = await makeProduct(gym, { name: 'Guantes', stock: 10, sale_price: '33.33' })
  const water = await makeProduct(gym, { name: 'Agua', stock: 10, sale_price: '50.00' })
  const sale = await makeSale(gym, [
    { id_product: gloves.id, quantity: 3, discount: 10, tax: 18 },
    { id_product: water.id, quantity: 1 },
  ])
  return { gloves, water, sale }
}

test('line voids: parts are rounded to cents, and voiding the last part voids the sale', async () => {
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
  expect([await readStock(gym, gloves.id), await readStock(gym, water.id)]).toEqual([8, 9])
  app.clock.set('2026-06-17T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 2 }], { restock: false })
  await expectSound()
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('50.00')
  expect(await readStock(gym, gloves.id)).toBe(8)
  app.clock.set('2026-06-18T16:00:00Z')
  const last = await voidLines(sale.id, [{ line: 2, quantity: 1 }])
  expect(last.voided).toMatchObject({ number: 3 })
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('0.00')
  expect(await readStock(gym, water.id)).toBe(10)
  const days = await Promise.all(['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18'].map((day) => flow(day)))
  expect(days.map(({ income, voided }) => [income.products, voided.products])).toEqual([
    ['157.99', '0.00'],
    ['0.00', '36.00'],
    ['0.00', '71.99'],
    ['0.00', '50.00'],
  ])
  expect((await flow('2026-06-15', '2026-06-18')).voided.products).toBe('157.99')
  const paid = ['Efectivo 157.99', 'Efectivo -36.00', 'Efectivo -71.99', 'Efectivo -50.00']
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(paid)
  expect((await gym.admin.call('voids.list')).items.map(({ amount, partial }) => [amount, partial])).toEqual([
    ['50.00', false],
    ['71.99', true],
    ['36.00', true],
  ])
  await expectSound()
  expect((await tryVoid(sale.id, [{ line: 2, quantity: 1 }])).status).toBe(409)
})

test('line voids: a void without lines voids all lines left, refunded by kinds with money left', async () => {
  const { sale } = await makeTwoLines()
  const { card } = await readPaymentKindIds(gym)
  await voidLines(sale.id, [{ line: 2, quantity: 1 }], { paid: [{ id_kind: card, amount: 50 }] })
  expect((await voidLines(sale.id)).voided).not.toBeNull()
  expect(await readTenderTexts(gym, 'sale', sale)).toEqual(['Efectivo 157.99', 'Tarjeta -50.00', 'Efectivo -107.99'])
  await expectSound()
})

test('line voids: more than is left, missing lines and a wrong sum are refused', async () => {
  const { sale } = await makeTwoLines()
  const { cash } = await readPaymentKindIds(gym)
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  expect(formatReply(await tryVoid(sale.id, [{ line: 1, quantity: 2 }]))).toBe('409 De Guantes quedan 1 sin anular.')
  expect((await tryVoid(sale.id, [{ line: 3, quantity: 1 }])).status).toBe(404)
  const twice = { line: 1, quantity: 1 }
  for (const lines of [[], [twice, twice]]) expect((await tryVoid(sale.id, lines)).status).toBe(422)
  const other = await tryVoid(sale.id, [{ line: 2, quantity: 1 }], { paid: [{ id_kind: cash, amount: 49 }] })
  expect(formatReply(other)).toBe('409 Lo que se indicó por forma de pago no suma lo que se pagó.')
  expect(await readTenderTexts(gym, 'sale', sale)).toHaveLength(2)
})

test('line voids: sixteen concurrent voids refund no more than was sold', async () => {
  const product = await makeProduct(gym, { stock: 10, sale_price: '10.00' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 5 }])
  const replies = await Promise.all(Array.from({ length: 16 }, () => tryVoid(sale.id, [{ line: 1, quantity: 1 }])))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await readStock(gym, product.id)).toBe(10)
  await expectSound()
})

test("line voids: reduce the sale's debt first, then refund by the methods that paid it", async () => {
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const { cash, card } = await readPaymentKindIds(gym)
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
  })
  const owed = async () =>
    (await gym.admin.call('debts.of-client', { params: { id_client: client.id } })).owed?.owed ?? null
  app.clock.set('2026-06-16T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 3 }])
  expect([await owed(), (await readTenderTexts(gym, 'sale', sale)).length]).toEqual(['100.00', 2])
  await expectSound()
  app.clock.set('2026-06-17T16:00:00Z')
  await voidLines(sale.id, [{ line: 1, quantity: 4 }])
  expect(await owed()).toBeNull()
  expect((await readTenderTexts(gym, 'sale', sale)).slice(2)).toEqual(['Efectivo -200.00', 'Tarjeta -100.00'])
  const pending = async (date: string) =>
    (await readPaymentKindFlowTexts(gym, makeDayQuery(date))).find((line) => line.startsWith('Pendiente'))
  expect([await pending('2026-06-15'), await pending('2026-06-16'), await pending('2026-06-17')]).toEqual([
    'Pendiente 400.00/0.00/0.00 400.00 0.00',
    'Pendiente 0.00/0.00/300.00 -300.00 0.00',
    'Pendiente 0.00/0.00/100.00 -100.00 0.00',
  ])
  app.clock.set('2026-06-18T16:00:00Z')
  await voidLines(sale.id)
  expect(sumOf(await readTenderTexts(gym, 'sale', sale))).toBe(0)
  await expectSound()
})

test('line voids: money of a collection is refunded only by voiding the collection', async () => {
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const client = await makeClient(gym)
  const product = await makeProduct(gym, { stock: 10, sale_price: '100.00' })
  const sale = await gym.admin.call('sales.create', {
    body: { id_client: client.id, items: [{ id_product: product.id, quantity: 5 }], owed: 400 },
  })
  await voidLines(sale.id, [{ line: 1, quantity: 1 }])
  const collection = await gym.admin.call('debts.collect', {
    params: { id_client: client.id },
    body: { amount: 300 },
  })
  expect(formatReply(await tryVoid(sale.id, [{ line: 1, quantity: 2 }]))).toMatch(/^409 .*anula primero ese cobro/)
  await gym.admin.call('collections.void', { params: { id: collection.id }, body: { reason: 'x', id_shift: null } })
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  const { owed } = await gym.admin.call('debts.of-client', { params: { id_client: client.id } })
  expect(owed?.owed).toBe('100.00')
  await voidLines(sale.id, [{ line: 1, quantity: 2 }])
  expect(sumOf(await readTenderTexts(gym, 'sale', sale))).toBe(0)
  await expectSound()
})
