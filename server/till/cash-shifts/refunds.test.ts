// Reports of refunds from a drawer: amount, payment kind, user and document.
import { expect, test } from 'vitest'
import { makeClient, makeExpense, makePlan, type TestGym } from '../../testing/factories.ts'
import {
  closeShift,
  formatReply,
  makeFrontDesk,
  readPaymentKindIds,
  readShiftReport,
} from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()

type Void = 'sales.void' | 'payments.void' | 'collections.void' | 'expenses.void'
const giveBack = (gym: TestGym, name: Void, id: number, more: object = {}) =>
  gym.admin.try(name, { params: { id }, body: { reason: 'x', ...more } })

/** Makes a counter with a drawer, where a worker sells and the owner voids. */
async function makeTwoPeople() {
  const counter = await makeFrontDesk(app)
  const { gym, shift } = counter
  const { cash, card } = await readPaymentKindIds(gym)
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const worker = await gym.as('gym_worker')
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { price: '1800.00' })
  const sellPlan = (body: object = {}) =>
    worker.call('payments.create', {
      body: { id_client: client.id, id_membership: plan.id, start_date: '2026-12-01', id_shift: shift, ...body },
    })
  const collect = (amount: number, by: number, id_shift = shift) =>
    worker.call('debts.collect', {
      params: { id_client: client.id },
      body: { amount, paid: [{ id_kind: by, amount }], id_shift },
    })
  return { counter, gym, shift, cash, card, sellPlan, collect }
}

test('X report: a void in the same shift lowers the sums of seller and collections', async () => {
  const { counter, gym, shift, cash, card, sellPlan, collect } = await makeTwoPeople()
  const { id, number } = await sellPlan({ owed: 800 })
  await collect(600, card)
  await counter.sell()
  await giveBack(gym, 'payments.void', id, { id_shift: shift })
  const x = await readShiftReport(counter)
  expect(x.kinds).toMatchObject([
    { kind: { id: cash }, income: '40.00', refunded: '1000.00', refunds: 1, recovered: '0.00', recoveries: 0 },
    { kind: { id: card }, income: '0.00', refunded: '600.00', refunds: 1 },
  ])
  expect(x.sellers.map(({ user, income }) => [user.name, income])).toEqual([
    ['Dueña', '40.00'],
    ['Empleado', '0.00'],
  ])
  expect([x.collected, x.refunders]).toEqual(['0.00', []])
  expect(x.refunds).toMatchObject([
    {
      document: { kind: 'payment', id, number },
      by: { name: 'Dueña' },
      paid: [
        { kind: { name: 'Efectivo' }, in_drawer: true, amount: '1000.00' },
        { kind: { name: 'Tarjeta' }, in_drawer: false, amount: '600.00' },
      ],
    },
  ])
})

test('X report: refunding a collection lowers the sum of collections, also in a later shift', async () => {
  const { counter, gym, shift, cash, sellPlan, collect } = await makeTwoPeople()
  await sellPlan({ owed: 800 })
  const first = await collect(300, cash)
  await giveBack(gym, 'collections.void', first.id, { id_shift: shift })
  const second = await collect(200, cash)
  expect((await readShiftReport(counter)).collected).toBe('200.00')
  await closeShift(counter)
  const later = await makeShift(gym.admin, await makeDrawer(gym.admin))
  await giveBack(gym, 'collections.void', second.id, { id_shift: later })
  const x = await readShiftReport({ ...counter, shift: later })
  expect([x.collected, x.sellers, x.refunders]).toEqual(['-200.00', [], []])
  expect(x.refunds).toMatchObject([{ document: { kind: 'collection', id: second.id, number: 2 } }])
  expect(x.expected).toBe('-100.00')
})

test("X report: voiding another shift's sale lowers no seller's sum and names the refunding user", async () => {
  const { gym, shift, sell } = await makeFrontDesk(app)
  const [sale, other] = [await sell(), await sell({ id_shift: undefined })]
  const closed = await closeShift({ gym, shift, sell })
  const later = await makeShift(gym.admin, await makeDrawer(gym.admin))
  await sell({ id_shift: later })
  for (const { id } of [sale, other]) await giveBack(gym, 'sales.void', id, { id_shift: later })
  const x = await readShiftReport({ gym, shift: later, sell })
  expect(x.kinds).toMatchObject([{ income: '-40.00', refunded: '80.00', refunds: 2 }])
  expect(x.sellers).toMatchObject([{ income: '40.00' }])
  expect(x.refunders).toMatchObject([{ user: { name: 'Dueña' }, amount: '80.00' }])
  expect(x.refunds.map(({ document }) => document.id)).toEqual([sale.id, other.id])
  // The Z report of the closed shift, which was signed on paper, stays unchanged.
  expect(await readShiftReport({ gym, shift, sell })).toEqual(closed.answer)
})

test('X report: the money of a voided expense is shown as recovered', async () => {
  const { gym, shift, sell } = await makeFrontDesk(app)
  const { cash } = await readPaymentKindIds(gym)
  const expense = await makeExpense(gym, { amount: 25, paid: [{ id_kind: cash, amount: 25 }], id_shift: shift })
  await giveBack(gym, 'expenses.void', expense.id, { id_shift: shift })
  const x = await readShiftReport({ gym, shift, sell })
  expect(x.kinds).toMatchObject([{ expenses: '0.00', recovered: '25.00', recoveries: 1, refunded: '0.00' }])
  expect(x.refunds).toMatchObject([{ document: { kind: 'expense', number: 1 }, paid: [{ amount: '25.00' }] }])
})

test("daily report: lists the day's refunds, and closed shifts with their differences", async () => {
  const { counter, gym, shift, cash, sellPlan, collect } = await makeTwoPeople()
  await sellPlan({ owed: 800 })
  const { id } = await collect(300, cash)
  const sale = await counter.sell({ id_shift: undefined })
  await giveBack(gym, 'sales.void', sale.id, { id_shift: shift })
  await giveBack(gym, 'collections.void', id, { id_shift: shift })
  await closeShift(counter, [{ value: '1000', pieces: 1 }])
  const day = await gym.admin.call('daily-report.read')
  expect(day.refunds.map(({ document, paid }) => [document.kind, paid[0]?.amount])).toEqual([
    ['sale', '40.00'],
    ['collection', '300.00'],
  ])
  expect(day.closings).toMatchObject([
    { number: 1, by: 'Dueña', expected: '1060.00', counted: '1000.00', difference: '-60.00' },
  ])
})

test('cash refund: refused if it names no drawer while a shift is open', async () => {
  const { counter, gym, shift, cash, card, sellPlan, collect } = await makeTwoPeople()
  const payment = await sellPlan({ owed: 800 })
  const collection = await collect(300, cash)
  const [sale, byCard] = [await counter.sell(), await counter.sell({ paid: [{ id_kind: card, amount: 40 }] })]
  const expense = await makeExpense(gym, { amount: 25, paid: [{ id_kind: cash, amount: 25 }], id_shift: shift })
  const refused = '409 Se devuelve efectivo: di de qué caja abierta sale, o que no sale de una caja.'
  for (const [name, id] of [
    ['collections.void', collection.id],
    ['payments.void', payment.id],
    ['sales.void', sale.id],
    ['expenses.void', expense.id],
  ] as const)
    expect(formatReply(await giveBack(gym, name, id)), name).toBe(refused)
  // A refund to the card needs no shift, a refund of the same sale in cash does.
  const inCash = await giveBack(gym, 'sales.void', byCard.id, { paid: [{ id_kind: cash, amount: 40 }] })
  expect(inCash.status).toBe(409)
  expect((await giveBack(gym, 'sales.void', byCard.id)).status).toBe(200)
  expect((await giveBack(gym, 'sales.void', sale.id, { id_shift: null })).status).toBe(200)
  expect((await giveBack(gym, 'collections.void', collection.id, { id_shift: shift })).status).toBe(200)
  const x = await readShiftReport(counter)
  expect(x.refunds.map(({ document }) => document.kind)).toEqual(['collection'])
  expect(x.expected).toBe('1115.00')
  await closeShift(counter)
  // After all shifts are closed, a refund needs no shift.
  expect((await giveBack(gym, 'payments.void', payment.id)).status).toBe(200)
})

test('X report and cash flow: all sums show the same moment while sales are booked', async () => {
  const { gym, shift, sell } = await makeFrontDesk(app)
  let selling = true
  const sellers = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (selling) expect((await sell()).status).toBe(201)
    }),
  )
  const read = async () => {
    const [{ expected, kinds, sellers }, flow] = await Promise.all([
      gym.admin.call('cash-shifts.report', { params: { id: shift } }),
      gym.admin.call('tenders.flow'),
    ])
    const sumOf = (rows: readonly { income: string }[]) => rows.reduce((sum, { income }) => sum + Number(income), 0)
    // Amounts without a payment kind, such as the purchase of the opening stock.
    const unsaid = flow.filter(({ kind }) => kind === null)
    return [Number(expected) - 100 - sumOf(kinds), sumOf(sellers) - sumOf(kinds), sumOf(unsaid)]
  }
  try {
    for (let turn = 0; turn < 20; turn += 1) expect(await read()).toEqual([0, 0, 0])
  } finally {
    selling = false
    await sellers
  }
})

test('Z report: stays unchanged when a payment kind is moved into or out of the drawer', async () => {
  const counter = await makeFrontDesk(app)
  const { gym, sell } = counter
  const { cash, card } = await readPaymentKindIds(gym)
  const lies = (id_kind: number, in_drawer: boolean) =>
    gym.admin.call('payment-kinds.update', { params: { id_kind }, body: { in_drawer } })
  const byCard = { paid: [{ id_kind: card, amount: 40 }] }
  await sell(byCard)
  await sell()
  await lies(card, true)
  await lies(cash, false)
  expect((await readShiftReport(counter)).expected).toBe('140.00')
  // From now on card payments count as money in the drawer.
  await sell(byCard)
  await sell()
  expect(await readShiftReport(counter)).toMatchObject({
    expected: '180.00',
    kinds: [
      { kind: { id: cash }, in_drawer: true, income: '40.00' },
      { kind: { id: card }, in_drawer: true, income: '40.00' },
      { kind: { id: cash }, in_drawer: false, income: '40.00' },
      { kind: { id: card }, in_drawer: false, income: '40.00' },
    ],
  })
  const { answer: z } = await closeShift(counter)
  await lies(cash, true)
  await lies(card, false)
  expect(await readShiftReport(counter)).toEqual(z)
})
