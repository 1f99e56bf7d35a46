// A void counts on its own day: what was booked on a day stays in that day's figures for ever.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, waiting } from '../testing/digest.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  makeSupplier,
  type TestGym,
} from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

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

test('what waited over midnight enters the day on which it is booked: the day before was told already', async () => {
  app.clock.set(noon('2026-12-01'))
  gym = await makeGym(app)
  const [client, plan, product] = [await makeClient(gym), await makePlan(gym), await makeProduct(gym, { stock: 20 })]
  const line = { id_product: product.id, quantity: 1 }
  const bought = { ...line, unit_price: '4.00' }
  const [sale, purchase] = [await makeSale(gym, [line], client.id), await makePurchase(gym, [bought])]
  const supplier = await makeSupplier(gym)
  const undo = { body: { reason: 'Se equivocó' } }
  const calls = [
    () => gym.admin.try('sales.create', { body: { id_client: client.id, items: [line] } }),
    () => gym.admin.try('purchases.create', { body: { id_supplier: supplier.id, items: [bought] } }),
    () =>
      gym.admin.try('payments.create', {
        body: { id_client: client.id, id_membership: plan.id, start_date: '2026-12-01' },
      }),
    () => gym.admin.try('sales.void', { params: { id: sale.id }, ...undo }),
    () => gym.admin.try('purchases.void', { params: { id: purchase.id }, ...undo }),
  ]
  app.clock.set('2026-12-02T03:59:50Z')
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    for (const [table, id] of [
      ['products', product.id],
      ['clients', client.id],
    ])
      await owner.query(`select from ${table} where gym_id = ${gym.gym.id} and id = ${id} for update`)
    const booking = calls.map((call) => call())
    await expect.poll(() => waiting(owner)).toBe(calls.length)
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
