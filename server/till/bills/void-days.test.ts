// A void counts on the day it is made: the figures of the document's own day stay unchanged.
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeExpense,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  type TestGym,
} from '../../testing/factories.ts'
import { makeDayQuery as dayQuery } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const [sold, voided] = ['2026-10-15', '2026-11-20']
const noon = (day: string) => `${day}T16:00:00Z`

const figures = async ({ admin }: TestGym, day: string) => ({
  report: await admin.call('daily-report.read', { query: { day } }),
  flow: await admin.call('statistics.cash-flow', { query: dayQuery(day) }),
})

test('voids: documents of last month reduce the figures of the day on which they are voided', async () => {
  app.clock.set(noon('2026-10-01'))
  const gym = await makeGym(app)
  const [client, plan] = [await makeClient(gym, { name: 'Ana' }), await makePlan(gym, { price: '50.00' })]
  const product = await makeProduct(gym, { sale_price: '10.00', stock: 20 })
  app.clock.set(noon(sold))
  const worker = await gym.as('gym_worker')
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 3 }], client.id, worker)
  const payment = await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: sold })
  const purchase = await makePurchase(gym, [{ id_product: product.id, quantity: 2, unit_price: '4.00' }])
  const before = await figures(gym, sold)
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
  expect(await figures(gym, sold)).toEqual(before)
  const after = await figures(gym, voided)
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
  // A changed time zone recomputes the sums, which stay the same.
  await gym.admin.call('gym-info.update', { body: { timeZone: 'America/Bogota' } })
  expect(await gym.admin.call('statistics.sales-by-user', monthly)).toMatchObject(seller)
  expect((await gym.admin.call('sales.list')).amount_sum).toBe('0.00')

  const list = async (query: object) => (await gym.admin.call('voids.list', { query: { ...query } })).items
  const all = await list(dayQuery(voided))
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

test('documents: a document that waits past midnight for its number counts on the new day', async () => {
  app.clock.set(noon('2026-12-01'))
  const gym = await makeGym(app)
  const product = await makeProduct(gym, { stock: 9 })
  const items = [{ id_product: product.id, quantity: 1 }]
  const [sale, other, spent] = [await makeSale(gym, items), await makeSale(gym, items), await makeExpense(gym)]
  const { id: id_membership } = await makePlan(gym)
  const body = { reason: 'Se equivocó' }
  // Books one document of each kind, so that each kind has a row of numbers that can be locked.
  await gym.admin.call('sales.void', { params: { id: other.id }, body })
  const first = await makePayment(gym, { id_membership })
  const id_client = first.client.id
  const calls = [
    () => gym.admin.try('sales.create', { body: { id_client, items } }),
    () => gym.admin.try('payments.create', { body: { id_client, id_membership, start_date: '2027-12-01' } }),
    () => gym.admin.try('sales.void', { params: { id: sale.id }, body }),
    () => gym.admin.try('expenses.void', { params: { id: spent.id }, body }),
  ]
  // The clock continues from here, so that a wait of a second passes midnight in the gym.
  app.clock.set('2026-12-02T03:59:59.500Z')
  await runAsTableOwner(app, async (owner) => {
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
    const told = await figures(gym, '2026-12-01')
    await owner.query('commit')
    expect((await Promise.all(booking)).map(({ status }) => status)).toEqual([201, 201, 200, 200])
    expect(await figures(gym, '2026-12-01')).toEqual(told)
  })
  const { report, flow } = await figures(gym, '2026-12-02')
  const { income, voided } = report
  expect([income.total, voided.total, flow.voided.expenses]).toEqual(['1350.00', '100.00', '100.00'])
})
