// A void counts on its own day: what was booked on a day stays in that day's figures for ever.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, waiting } from '../../testing/digest.ts'
import {
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  makeSupplier,
  type TestGym,
} from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let gym: TestGym
const [sold, voided] = ['2026-10-15', '2026-11-20']
const noon = (day: string) => `${day}T16:00:00Z`
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
  app.clock.set(noon('2026-10-01'))
  gym = await makeGym(app)
})
afterAll(() => {
  app.clock.reset()
  return app.close()
})

const figures = async (day: string) => {
  const report = await gym.admin.call('daily-report.read', { query: { day } })
  const query = { start_date: day, end_date: day }
  const flow = await gym.admin.call('statistics.cash-flow', { query })
  return { report, flow }
}

test('a sale, a purchase and a payment of last month, voided today', async () => {
  const [client, plan] = [await makeClient(gym, { name: 'Ana' }), await makePlan(gym, { price: '50.00' })]
  const product = await makeProduct(gym, { sale_price: '10.00', stock: 20 })
  app.clock.set(noon(sold))
  const worker = await gym.as('gym_worker')
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 3 }], client.id, worker)
  const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: sold })
  const purchase = await makePurchase(gym, [{ id_product: product.id, quantity: 2, unit_price: '4.00' }])
  const before = await figures(sold)
  expect(before.report).toMatchObject({
    income: { products: '30.00', memberships_daily: '0.00', memberships_other: '50.00', total: '80.00' },
    voided: { total: '0.00' },
    net: '80.00',
    new_memberships: 1,
  })
  expect(before.flow).toEqual({
    income: { products: '30.00', memberships: '50.00', total: '80.00' },
    expenses: '8.00',
    outgoings: expect.arrayContaining([{ kind: 'purchase', booked: '8.00', voided: '0.00' }]),
    voided: { products: '0.00', memberships: '0.00', income: '0.00', expenses: '0.00' },
    balance: '72.00',
  })

  app.clock.set(noon(voided))
  const undo = (name: 'sales.void' | 'payments.void' | 'purchases.void', id: number) =>
    gym.admin.call(name, { params: { id }, body: { reason: 'Se equivocó' } })
  await undo('sales.void', sale.id)
  await undo('payments.void', payment.id)
  await undo('purchases.void', purchase.id)
  expect(await figures(sold)).toEqual(before)
  const after = await figures(voided)
  expect(after.report).toMatchObject({
    income: { total: '0.00' },
    voided: { total: '80.00' },
    net: '-80.00',
    new_memberships: 0,
  })
  expect(after.flow).toMatchObject({
    income: { total: '0.00' },
    outgoings: expect.arrayContaining([{ kind: 'purchase', booked: '0.00', voided: '8.00' }]),
    voided: { products: '30.00', memberships: '50.00', income: '80.00', expenses: '8.00' },
    balance: '-72.00',
  })
  expect(await gym.admin.call('statistics.read')).toMatchObject({
    sales_products: '-30.00',
    sales_memberships: '-50.00',
  })
  const monthly = { query: { period: 'monthly' } }
  const seller = [
    {
      user: { name: 'Empleado' },
      data: [
        { period: '2026-10', total: '30.00' },
        { period: '2026-11', total: '-30.00' },
      ],
    },
  ]
  expect(await gym.admin.call('statistics.sales-by-user', monthly)).toMatchObject(seller)
  // Dealt anew by another zone, they are the same.
  await gym.admin.call('gym-info.update', { body: { timeZone: 'America/Bogota' } })
  expect(await gym.admin.call('statistics.sales-by-user', monthly)).toMatchObject(seller)
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('0.00')

  const list = async (query: object) => (await gym.admin.call('voids.list', { query: { ...query } })).items
  const all = await list({ start_date: voided, end_date: voided })
  expect(all.map(({ number, kind, amount, document }) => [number, kind, amount, document.id, document.party])).toEqual([
    [3, 'purchase', '8.00', purchase.id, purchase.supplier.name],
    [2, 'payment', '50.00', payment.id, 'Ana'],
    [1, 'sale', '30.00', sale.id, 'Ana'],
  ])
  expect(all[2]).toMatchObject({
    reason: 'Se equivocó',
    user: { name: 'Dueña' },
    document: { user: { name: 'Empleado' }, at: noon(sold).replace('Z', '.000Z') },
  })
  expect((await list({ user_name: 'empleado' })).map(({ kind }) => kind)).toEqual(['sale'])
  expect(await list({ end_date: sold })).toEqual([])
  expect(await gym.admin.call('statistics.cash-flow', { query: { user_name: 'empleado' } })).toMatchObject({
    income: { total: '30.00' },
    voided: { income: '30.00' },
    balance: '0.00',
  })
})

/** One of each document, and a void of each, ready to be booked. */
async function makeBookings() {
  app.clock.set(noon('2026-12-01'))
  gym = await makeGym(app)
  const [client, plan, supplier] = [await makeClient(gym), await makePlan(gym), await makeSupplier(gym)]
  // Each of another product, which no other waits for.
  const line = async () => ({ id_product: (await makeProduct(gym, { stock: 9 })).id, quantity: 1 })
  const bill = async () => ({ ...(await line()), unit_price: '4.00' })
  const [sold, bought] = [await line(), await bill()]
  const [sale, purchase] = [await makeSale(gym, [await line()], client.id), await makePurchase(gym, [await bill()])]
  // From here on voids have a counter to wait for.
  await gym.admin.call('expenses.void', { params: { id: (await makeExpense(gym)).id }, body: { reason: 'Doble' } })
  const [payment, expense] = [await makePayment(gym, { id_membership: plan.id }), await makeExpense(gym)]
  const spent = { description: 'Luz', category: 'Otros', amount: '30.00' }
  const paid = { id_client: client.id, id_membership: plan.id, start_date: '2026-12-01' }
  const undo = { body: { reason: 'Se equivocó' } }
  const calls = {
    sale: () => gym.admin.try('sales.create', { body: { id_client: client.id, items: [sold] } }),
    purchase: () => gym.admin.try('purchases.create', { body: { id_supplier: supplier.id, items: [bought] } }),
    payment: () => gym.admin.try('payments.create', { body: paid }),
    expense: () => gym.admin.try('expenses.create', { body: spent }),
    'void of a sale': () => gym.admin.try('sales.void', { params: { id: sale.id }, ...undo }),
    'void of a purchase': () => gym.admin.try('purchases.void', { params: { id: purchase.id }, ...undo }),
    'void of a payment': () => gym.admin.try('payments.void', { params: { id: payment.id }, ...undo }),
    'void of an expense': () => gym.admin.try('expenses.void', { params: { id: expense.id }, ...undo }),
  }
  return calls
}

test('void: one that waited over midnight counts on the new day', async () => {
  const calls = await makeBookings()
  const { expense: _, 'void of a payment': __, 'void of an expense': ___, ...waits } = calls
  app.clock.set('2026-12-02T03:59:50Z')
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    for (const table of ['products', 'clients'])
      await owner.query(`select from ${table} where gym_id = ${gym.gym.id} for update`)
    const booking = Object.values(waits).map((call) => call())
    await expect.poll(() => waiting(owner)).toBe(booking.length)
    app.clock.set('2026-12-02T04:00:10Z')
    const told = await figures('2026-12-01')
    await owner.query('commit')
    expect((await Promise.all(booking)).map(({ status }) => status)).toEqual([201, 201, 201, 200, 200])
    expect(await figures('2026-12-01')).toEqual(told)
  })
  expect((await figures('2026-12-02')).report).toMatchObject({
    income: { total: '1350.00' },
    voided: { total: '100.00' },
  })
})

// Limit of concurrent writes per gym.
test.each(['booked', 'voided'] as const)('a document %s while waiting for its number too', async (what) => {
  const calls = Object.entries(await makeBookings()).flatMap(([kind, call]) =>
    kind.startsWith('void') === (what === 'voided') ? [call] : [],
  )
  // In the database time goes on from here: a second of waiting leads beyond midnight.
  app.clock.set('2026-12-02T03:59:59.500Z')
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from document_numbers where gym_id = ${gym.gym.id} for update`)
    const booking = calls.map((call) => call())
    const forASecond = `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '1 second'`
    const waited = async () => {
      await owner.query('select pg_stat_clear_snapshot()')
      return (await owner.query(forASecond)).rows[0].waiting
    }
    await expect.poll(waited).toBe(booking.length)
    app.clock.set('2026-12-02T04:00:10Z')
    const told = await figures('2026-12-01')
    await owner.query('commit')
    const done = what === 'booked' ? 201 : 200
    expect((await Promise.all(booking)).map(({ status }) => status)).toEqual([done, done, done, done])
    expect(await figures('2026-12-01')).toEqual(told)
  })
  const { report, flow } = await figures('2026-12-02')
  const { income, voided } = report
  expect([income.total, flow.expenses, voided.total, flow.voided.expenses]).toEqual(
    what === 'booked' ? ['1350.00', '34.00', '0.00', '0.00'] : ['0.00', '0.00', '1350.00', '104.00'],
  )
})

test('a void never lies before what it voids, whichever clock went back', async () => {
  const calls = await makeBookings()
  app.clock.set(noon('2026-11-30'))
  for (const [kind, call] of Object.entries(calls)) if (kind.startsWith('void')) expect((await call()).status).toBe(200)
  const { items } = await gym.admin.call('voids.list', { query: { start_date: '2026-11-30' } })
  // The last one's is the expense of before, which was voided at its own noon.
  expect(items.map(({ kind, at, document }) => [kind, at === document.at])).toEqual([
    ['expense', true],
    ['payment', true],
    ['purchase', true],
    ['sale', true],
    ['expense', true],
  ])
})
