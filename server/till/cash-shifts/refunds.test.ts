// Money that goes back from a drawer: how much, by which kind, by whom and for which document.
import { expect, test } from 'vitest'
import { close, kindsOf, makeCounter, report } from '../../testing/counter.ts'
import { makeClient, makePlan } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { makeDrawer, makeShift } from '../../testing/world.ts'

const app = await openTestApp()

const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

/** A counter with a drawer, where a worker sells and the owner voids. */
async function makeTwoPeople() {
  const counter = await makeCounter(app)
  const { gym, shift } = counter
  const { cash, card } = await kindsOf(gym)
  await gym.admin.call('debts.set-rules', { body: { is_on: true, gym_worker: null } })
  const worker = await gym.as('gym_worker')
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { price: '1800.00' })
  const sellPlan = (body: object = {}) =>
    worker.call('payments.create', {
      body: { id_client: client.id, id_membership: plan.id, start_date: '2026-12-01', id_shift: shift, ...body },
      headers: headers(),
    })
  const collect = (amount: number, by: number, id_shift = shift) =>
    worker.call('debts.collect', {
      params: { id_client: client.id },
      body: { amount, paid: [{ id_kind: by, amount }], id_shift },
      headers: headers(),
    })
  return { counter, gym, shift, cash, card, sellPlan, collect }
}

test('X report: a void in the same shift lowers seller and collections', async () => {
  const { counter, gym, shift, cash, card, sellPlan, collect } = await makeTwoPeople()
  const { id, number } = await sellPlan({ owed: 800 })
  await collect(600, card)
  await counter.sell()
  const voided = await gym.admin.call('payments.void', { params: { id }, body: { reason: 'x', id_shift: shift } })
  expect(voided.voided).not.toBeNull()
  const x = await report(counter)
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

test('X: a collection that was given back counts against the collections, also in a later shift', async () => {
  const { counter, gym, shift, cash, sellPlan, collect } = await makeTwoPeople()
  await sellPlan({ owed: 800 })
  const first = await collect(300, cash)
  await gym.admin.call('collections.void', {
    params: { id: first.id },
    body: { reason: 'x', id_shift: shift },
    headers: headers(),
  })
  const second = await collect(200, cash)
  expect((await report(counter)).collected).toBe('200.00')
  await close(counter)
  const later = await makeShift(gym.admin, await makeDrawer(gym.admin))
  await gym.admin.call('collections.void', {
    params: { id: second.id },
    body: { reason: 'x', id_shift: later },
    headers: headers(),
  })
  const x = await report({ ...counter, shift: later })
  expect([x.collected, x.sellers, x.refunders]).toEqual(['-200.00', [], []])
  expect(x.refunds).toMatchObject([{ document: { kind: 'collection', id: second.id, number: 2 } }])
  expect(x.expected).toBe('-100.00')
})

test('X: a void of a sale of another shift lessens no seller and says who gave the money back', async () => {
  const { gym, shift, sell } = await makeCounter(app)
  const [sale, other] = [await sell(), await sell({ id_shift: undefined })]
  const closed = await close({ gym, shift, sell })
  const later = await makeShift(gym.admin, await makeDrawer(gym.admin))
  await sell({ id_shift: later })
  for (const { id } of [sale, other])
    await gym.admin.call('sales.void', { params: { id }, body: { reason: 'x', id_shift: later } })
  const x = await report({ gym, shift: later, sell })
  expect(x.kinds).toMatchObject([{ income: '-40.00', refunded: '80.00', refunds: 2 }])
  expect(x.sellers).toMatchObject([{ income: '40.00' }])
  expect(x.refunders).toMatchObject([{ user: { name: 'Dueña' }, amount: '80.00' }])
  expect(x.refunds.map(({ document }) => document.id)).toEqual([sale.id, other.id])
  // The Z that was signed stays as it was.
  expect(await report({ gym, shift, sell })).toEqual(closed.answer)
})

test('X: an expense that was voided is money that came back', async () => {
  const { gym, shift, sell } = await makeCounter(app)
  const { cash } = await kindsOf(gym)
  const expense = await gym.admin.call('expenses.create', {
    body: {
      description: 'Agua',
      amount: 25,
      category: 'Otros',
      paid: [{ id_kind: cash, amount: 25 }],
      id_shift: shift,
    },
    headers: headers(),
  })
  await gym.admin.call('expenses.void', { params: { id: expense.id }, body: { reason: 'x', id_shift: shift } })
  const x = await report({ gym, shift, sell })
  expect(x.kinds).toMatchObject([{ expenses: '0.00', recovered: '25.00', recoveries: 1, refunded: '0.00' }])
  expect(x.refunds).toMatchObject([{ document: { kind: 'expense', number: 1 }, paid: [{ amount: '25.00' }] }])
})

test('daily report: it tells the refunds of the day, and the closings with their differences', async () => {
  const { counter, gym, shift, cash, sellPlan, collect } = await makeTwoPeople()
  await sellPlan({ owed: 800 })
  const { id } = await collect(300, cash)
  const sale = await counter.sell({ id_shift: undefined })
  await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x', id_shift: shift } })
  await gym.admin.call('collections.void', {
    params: { id },
    body: { reason: 'x', id_shift: shift },
    headers: headers(),
  })
  await close(counter, [{ value: '1000', pieces: 1 }])
  const day = await gym.admin.call('daily-report.read')
  expect(day.refunds.map(({ document, paid }) => [document.kind, paid[0]?.amount])).toEqual([
    ['sale', '40.00'],
    ['collection', '300.00'],
  ])
  expect(day.closings).toMatchObject([
    { number: 1, by: 'Dueña', expected: '1060.00', counted: '1000.00', difference: '-60.00' },
  ])
})

test('cash refund: refused while a shift is open and no drawer is named', async () => {
  const { counter, gym, shift, cash, card, sellPlan, collect } = await makeTwoPeople()
  const payment = await sellPlan({ owed: 800 })
  const collection = await collect(300, cash)
  const [sale, byCard] = [await counter.sell(), await counter.sell({ paid: [{ id_kind: card, amount: 40 }] })]
  const expense = await gym.admin.call('expenses.create', {
    body: {
      description: 'Agua',
      amount: 25,
      category: 'Otros',
      paid: [{ id_kind: cash, amount: 25 }],
      id_shift: shift,
    },
    headers: headers(),
  })
  const giveBack = (
    name: 'sales.void' | 'payments.void' | 'collections.void' | 'expenses.void',
    id: number,
    more = {},
  ) => gym.admin.try(name, { params: { id }, body: { reason: 'x', ...more }, headers: headers() })
  const detail = 'Se devuelve efectivo: di de qué caja abierta sale, o que no sale de una caja.'
  for (const [name, id] of [
    ['collections.void', collection.id],
    ['payments.void', payment.id],
    ['sales.void', sale.id],
    ['expenses.void', expense.id],
  ] as const) {
    const { status, text } = await giveBack(name, id)
    expect([name, status, JSON.parse(text)]).toEqual([name, 409, { detail }])
  }
  // A card moves no drawer's money, unless it is given back in cash.
  const inCash = await giveBack('sales.void', byCard.id, { paid: [{ id_kind: cash, amount: 40 }] })
  expect(inCash.status).toBe(409)
  expect((await giveBack('sales.void', byCard.id)).status).toBe(200)
  expect((await giveBack('sales.void', sale.id, { id_shift: null })).status).toBe(200)
  expect((await giveBack('collections.void', collection.id, { id_shift: shift })).status).toBe(200)
  const x = await report(counter)
  expect(x.refunds.map(({ document }) => document.kind)).toEqual(['collection'])
  expect(x.expected).toBe('1115.00')
  await close(counter)
  // Nothing is open from which it could come.
  expect((await giveBack('payments.void', payment.id)).status).toBe(200)
})
