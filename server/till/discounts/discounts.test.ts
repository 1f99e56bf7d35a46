import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import { makeClient, makeGym, makePlan, makeProduct, makeSale, type TestGym } from '../../testing/factories.ts'
import { makeDayQuery, readStock } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test("discount: refused at the line that exceeds the role's limit, unlimited for super admins", async () => {
  const [one, other] = [await makeProduct(gym, { stock: 50 }), await makeProduct(gym, { stock: 50 })]
  const client = await makeClient(gym)
  const sell = async (role: 'gym_worker' | 'gym_admin' | 'gym_super_admin', discount: number) => {
    const { status, text } = await (await gym.as(role)).try('sales.create', {
      body: {
        id_client: client.id,
        items: [
          { id_product: one.id, quantity: 1 },
          { id_product: other.id, quantity: 1, discount },
        ],
      },
    })
    return status === 201 ? 201 : JSON.parse(text).detail
  }
  // New gyms limit workers to discounts of 10 %.
  expect(await gym.admin.call('discounts.limits')).toEqual({ gym_admin: 100, gym_worker: 10 })
  const limits = await gym.admin.call('discounts.set-limits', { body: { gym_worker: '10', gym_admin: 33.33 } })
  expect(limits).toEqual({ gym_worker: 10, gym_admin: 33.33 })
  expect(await sell('gym_worker', 10)).toBe(201)
  expect(await sell('gym_worker', 10.01)).toMatchObject([
    { msg: 'Tu rol puede dar hasta 10 %', loc: ['body', 'items', 1, 'discount'] },
  ])
  expect(await sell('gym_admin', 33.33)).toBe(201)
  expect(await sell('gym_admin', 34)).toMatchObject([{ msg: 'Tu rol puede dar hasta 33.33 %' }])
  expect(await sell('gym_super_admin', 100)).toBe(201)
  expect(await gym.admin.call('discounts.set-limits', { body: { gym_worker: 0 } })).toEqual({
    ...limits,
    gym_worker: 0,
  })
  expect(await sell('gym_worker', 0.01)).toMatchObject([{ msg: 'Tu rol no puede dar descuentos' }])
  expect(await sell('gym_worker', 0)).toBe(201)
  expect(await readStock(gym, one.id)).toBe(46)
})

test('discounts.list: shows each discounted line with its seller, and marks voided ones', async () => {
  const own = await makeGym(app)
  const [water, towel] = [
    await makeProduct(own, { name: 'Agua', sale_price: '30.00', stock: 50 }),
    await makeProduct(own, { name: 'Toalla', sale_price: '200.00', stock: 50 }),
  ]
  const client = await makeClient(own, { name: 'José Peña' })
  const sellAs = (seller: Caller, items: object[]) => makeSale(own, items, client.id, seller)
  await own.admin.call('discounts.set-limits', { body: { gym_worker: 100 } })
  const worker = await own.as('gym_worker')
  app.clock.set('2026-11-20T03:59:00Z')
  await sellAs(worker, [{ id_product: water.id, quantity: 1, discount: 50 }])
  app.clock.set('2026-11-20T15:00:00Z')
  await sellAs(worker, [{ id_product: water.id, quantity: 2 }])
  const both = await sellAs(worker, [
    { id_product: water.id, quantity: 3, discount: 33.33 },
    { id_product: towel.id, quantity: 1 },
    { id_product: towel.id, quantity: 1, discount: 10, tax: 18 },
  ])
  const mine = await sellAs(own.admin, [{ id_product: towel.id, quantity: 1, discount: 100 }])
  const wrong = await sellAs(worker, [{ id_product: towel.id, quantity: 5, discount: 100 }])
  await own.admin.call('sales.void', { params: { id: wrong.id }, body: { reason: 'Era otra' } })
  const query = makeDayQuery('2026-11-20')
  const list = await own.admin.call('discounts.list', { query })
  expect(list).toMatchObject({ total: 4, total_voided: 1, amount_sum: '250.00', pages: 1 })
  expect(list.by_user).toEqual([
    { user: { id: readTokenUserId(own.admin), name: 'Dueña' }, lines: 1, amount: '200.00' },
    { user: both.user, lines: 2, amount: '50.00' },
  ])
  const told = list.items.map(({ sale, product_name, amount, voided }) => [
    sale?.id,
    product_name,
    amount,
    voided?.reason ?? null,
  ])
  expect(told).toEqual([
    [wrong.id, 'Toalla', '1000.00', 'Era otra'],
    [mine.id, 'Toalla', '200.00', null],
    [both.id, 'Agua', '30.00', null],
    [both.id, 'Toalla', '20.00', null],
  ])
  expect(list.items[2]).toMatchObject({
    sale: { number: both.number },
    client: { id: client.id, name: 'José Peña' },
    user: both.user,
    quantity: 3,
    unit_price: '30.00',
    percent: 33.33,
  })
  const sumOf = async (some: object) => (await own.admin.call('discounts.list', { query: { ...some } })).amount_sum
  expect([await sumOf({}), await sumOf({ ...query, user_name: 'duena' }), await sumOf({ user_name: 'nadie' })]).toEqual(
    ['265.00', '200.00', '0.00'],
  )
  // Voiding one piece lowers the listed discount; voiding the complete sale would keep it.
  const body = { reason: 'Roto', id_shift: null, lines: [{ line: 1, quantity: 1 }] }
  await own.admin.call('sales.void', { params: { id: both.id }, body })
  const amounts = (await own.admin.call('discounts.list', { query })).items.map(({ amount }) => amount)
  expect(amounts).toEqual(['1000.00', '200.00', '20.00', '20.00'])
  app.clock.reset()
})

const today = () => new Date().toISOString().slice(0, 10)

async function sellPlan(gym: TestGym, seller: Caller, price: string, more: object) {
  const plan = await makePlan(gym, { price })
  const { id } = await makeClient(gym)
  const body = { id_client: id, id_membership: plan.id, start_date: today(), ...more }
  return seller.try('payments.create', { body })
}

test('membership discount: rounded to cents, half cents away from zero', async () => {
  const own = await makeGym(app)
  for (const [price, discount, charged] of [
    ['33.35', 10, '30.01'],
    ['0.05', 50, '0.02'],
    ['99.99', 33.33, '66.66'],
    ['500.00', 100, '0.00'],
  ] as const) {
    const { status, answer, text } = await sellPlan(own, own.admin, price, { discount, expected_total: charged })
    expect(status, text).toBe(201)
    expect(answer).toMatchObject({ list_price: price, discount, membership: { price: charged } })
  }
  expect((await own.admin.call('payments.list')).amount_sum).toBe('96.69')
})

test("membership discount: refused if the total is stale or the role's limit is exceeded", async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const stale = await sellPlan(gym, worker, '1000.00', { discount: 10, expected_total: '1000.00' })
  expect(stale.status).toBe(409)
  const over = await sellPlan(gym, worker, '1000.00', { discount: 10.01 })
  expect(over.status).toBe(422)
  expect(JSON.parse(over.text).detail).toMatchObject([
    { msg: 'Tu rol puede dar hasta 10 %', loc: ['body', 'discount'] },
  ])
  expect((await sellPlan(gym, worker, '1000.00', { discount: 10 })).status).toBe(201)
})

test('ticket discount: reduces membership and products, which then may have no own discount', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const plan = await makePlan(gym, { price: '1000.00' })
  const product = await makeProduct(gym, { sale_price: '99.99', stock: 9 })
  const { id } = await makeClient(gym)
  const sell = (discount: number, { line = 0, membership = 0 } = {}) =>
    worker.try('tickets.create', {
      body: {
        id_client: id,
        membership: { id_membership: plan.id, start_date: today(), overlap: true, discount: membership },
        items: [{ id_product: product.id, quantity: 1, discount: line }],
        discount,
      },
    })
  const ticket = await sell(5)
  expect(ticket.status, ticket.text).toBe(201)
  // Membership: 1,000.00 less 5 %. Products: 99.99 less 5 % (5.00).
  expect(ticket.answer).toMatchObject({
    payment: { discount: 5, membership: { price: '950.00' } },
    sale: { amount_total: '94.99', sales_bill_items: [{ discount: 5 }] },
  })
  const refusalOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).detail[0].loc]
  expect(refusalOf(await sell(5, { line: 2.5 }))).toEqual([422, ['body', 'discount']])
  expect(refusalOf(await sell(5, { membership: 2.5 }))).toEqual([422, ['body', 'discount']])
  expect(refusalOf(await sell(10.5))).toEqual([422, ['body', 'discount']])
  expect(refusalOf(await sell(0, { membership: 10.5 }))).toEqual([422, ['body', 'membership', 'discount']])
  const sale = await worker.try('sales.create', {
    body: { id_client: id, items: [{ id_product: product.id, quantity: 2 }], discount: 10, expected_total: '179.98' },
  })
  expect(sale.status, sale.text).toBe(201)
})

test('discounts.list: shows discounted memberships together with discounted sale lines', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 9 })
  await makeSale(gym, [{ id_product: product.id, quantity: 1, discount: 25 }])
  const sold = await sellPlan(gym, worker, '1000.00', { discount: 10 })
  const voided = await sellPlan(gym, gym.admin, '500.00', { discount: 50 })
  await gym.admin.call('payments.void', { params: { id: voided.answer.id }, body: { reason: 'Error' } })
  const list = await gym.admin.call('discounts.list')
  expect(list).toMatchObject({ total: 3, total_voided: 1, amount_sum: '125.00' })
  expect(list.by_user.map(({ user, lines, amount }) => [user.name, lines, amount])).toEqual([
    ['Empleado', 1, '100.00'],
    ['Dueña', 1, '25.00'],
  ])
  expect(list.items.map(({ sale, payment, amount, voided }) => [!!sale, payment?.id, amount, voided?.reason])).toEqual([
    [false, voided.answer.id, '250.00', 'Error'],
    [false, sold.answer.id, '100.00', undefined],
    [true, undefined, '25.00', undefined],
  ])
  const second = await gym.admin.call('discounts.list', { query: { page: 1, size_page: 1 } })
  expect(second.items).toEqual([list.items[1]])
})
