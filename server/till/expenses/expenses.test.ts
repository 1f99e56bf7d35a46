import { expect, test } from 'vitest'
import { makeExpense, makeGym, makeProduct, makePurchase, makeSale } from '../../testing/factories.ts'
import { formatReply, makeDayQuery, readPaymentKindIds } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

const voidIt = (id: number, of = gym) =>
  of.admin.try('expenses.void', { params: { id }, body: { reason: 'Mal anotado' } })

test('expenses.create: numbers the expense, dates it today by default, and reads typed amounts', async () => {
  app.clock.set('2026-11-21T12:00:00Z')
  const made = await makeExpense(gym, {
    description: ' Luz de octubre ',
    category: 'Electricidad y agua',
    amount: '1,250.5',
  })
  expect(made).toMatchObject({
    number: 1,
    created_at: '2026-11-21T12:00:00.000Z',
    spent_on: '2026-11-21',
    description: 'Luz de octubre',
    category: 'Electricidad y agua',
    payee: null,
    amount: '1250.50',
    user: { name: 'Dueña' },
    voided: null,
  })
  const older = await makeExpense(gym, { spent_on: '2026-10-31', payee: 'Ágil Servicios' })
  // The request named no payment kind.
  expect(older.paid).toEqual([])
  expect(older).toMatchObject({ number: 2, spent_on: '2026-10-31', payee: 'Ágil Servicios' })
  expect(await gym.admin.call('expenses.read', { params: { id: older.id } })).toEqual(older)
})

test('expenses.create: an amount of zero and a future day are refused', async () => {
  app.clock.set('2026-11-21T12:00:00Z')
  const own = await makeGym(app)
  for (const [fields, msg] of [
    [{ amount: 0 }, 'Debe ser mayor que cero'],
    [{ spent_on: '2026-11-22' }, 'No puede estar en el futuro'],
  ] as const) {
    const body = { description: 'Luz', category: 'Otros', amount: 1, ...fields } as const
    const { status, text } = await own.admin.try('expenses.create', { body })
    expect([status, JSON.parse(text).detail]).toMatchObject([422, [{ msg, loc: ['body', Object.keys(fields)[0]] }]])
  }
  expect((await own.admin.call('expenses.list')).total).toBe(0)
})

test('expense: counts on the day of booking, and its void on the day of the void', async () => {
  const own = await makeGym(app)
  const flowOf = (date: string) => own.admin.call('statistics.cash-flow', { query: makeDayQuery(date) })
  const reportOf = (day: string) => own.admin.call('daily-report.read', { query: { day } })
  app.clock.set('2026-11-20T15:00:00Z')
  const product = await makeProduct(own, { sale_price: '500.00' })
  await makePurchase(own, [{ id_product: product.id, quantity: 2, unit_price: '30.00' }])
  await makeSale(own, [{ id_product: product.id, quantity: 1 }])
  const rent = await makeExpense(own, { category: 'Alquiler', spent_on: '2026-11-01', amount: '150.00' })
  const booked = [await flowOf('2026-11-20'), await reportOf('2026-11-20')]
  expect(booked).toMatchObject([
    {
      expenses: '210.00',
      outgoings: [
        { kind: 'purchase', booked: '60.00', voided: '0.00' },
        { kind: 'expense', booked: '150.00', voided: '0.00' },
      ],
      balance: '290.00',
    },
    { outgoings: [{ kind: 'purchase' }, { kind: 'expense', booked: '150.00' }], net: '500.00' },
  ])
  expect(await flowOf('2026-11-01')).toMatchObject({ expenses: '0.00' })

  app.clock.set('2026-11-21T15:00:00Z')
  expect((await voidIt(rent.id, own)).answer).toMatchObject({
    id: rent.id,
    voided: { number: 1, reason: 'Mal anotado' },
  })
  expect(formatReply(await voidIt(rent.id, own))).toBe('409 El documento ya fue anulado.')
  expect([await flowOf('2026-11-20'), await reportOf('2026-11-20')]).toEqual(booked)
  expect(await flowOf('2026-11-21')).toMatchObject({
    expenses: '0.00',
    voided: { income: '0.00', expenses: '150.00' },
    balance: '150.00',
  })
  expect((await own.admin.call('voids.list')).items).toMatchObject([
    {
      kind: 'expense',
      amount: '150.00',
      document: { id: rent.id, number: 1, party: 'Gasto', user: { name: 'Dueña' } },
    },
  ])
})

test('expenses.list: filters by words, worker and day, with a sum that excludes voided ones', async () => {
  const own = await makeGym(app)
  const book = (at: string, fields: object) => {
    app.clock.set(at)
    return makeExpense(own, fields)
  }
  const power = await book('2026-11-20T03:59:59Z', { description: 'Factura eléctrica', amount: '10.00' })
  const repair = await book('2026-11-20T04:00:00Z', { category: 'Mantenimiento', payee: 'José Peña', amount: '20.00' })
  const twice = await book('2026-11-20T05:00:00Z', { description: 'Dos veces', amount: '40.00' })
  await voidIt(twice.id, own)
  const found = async (query: Record<string, string>) => {
    const { items, total, total_voided, amount_sum } = await own.admin.call('expenses.list', { query: query as never })
    return [items.map(({ id }) => id), total, total_voided, amount_sum]
  }
  expect(await found({})).toEqual([[twice.id, repair.id, power.id], 3, 1, '30.00'])
  expect(await found({ name: 'ELECTRICA' })).toEqual([[power.id], 1, 0, '10.00'])
  expect(await found({ name: 'pena jose' })).toEqual([[repair.id], 1, 0, '20.00'])
  expect(await found({ name: 'mantenimiento' })).toEqual([[repair.id], 1, 0, '20.00'])
  expect(await found({ start_date: '2026-11-19', end_date: '2026-11-19' })).toEqual([[power.id], 1, 0, '10.00'])
})

test('expense: keeps the old name of a renamed payment method, voided or not', async () => {
  const own = await makeGym(app)
  const { cash, card } = await readPaymentKindIds(own)
  const paid = [
    { id_kind: card, amount: 30 },
    { id_kind: cash, amount: 20 },
  ]
  const { id } = await makeExpense(own, { amount: '50.00', paid })
  await own.admin.call('payment-kinds.update', { params: { id_kind: card }, body: { name: 'Azul' } })
  const told = async () => (await own.admin.call('expenses.list')).items[0]?.paid
  const expected = [
    { kind: { id: card, name: 'Tarjeta' }, amount: '30.00' },
    { kind: { id: cash, name: 'Efectivo' }, amount: '20.00' },
  ]
  expect(await told()).toEqual(expected)
  expect((await voidIt(id, own)).status).toBe(200)
  expect(await told()).toEqual(expected)
})
