import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api.ts'
import { makeClient, makeGym, makePlan, makeProduct, type TestGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

const key = () => ({ 'idempotency-key': randomUUID() })
const today = () => new Date().toISOString().slice(0, 10)

async function sellPlan(gym: TestGym, seller: Caller, price: string, more: object) {
  const plan = await makePlan(gym, { price })
  const { id } = await makeClient(gym)
  const body = { id_client: id, id_membership: plan.id, start_date: today(), ...more }
  return seller.try('payments.create', { headers: key(), body })
}

test('a new gym lets workers give 10 % and administrators any discount', async () => {
  const gym = await makeGym(app)
  expect(await gym.admin.call('discounts.limits')).toEqual({ gym_admin: 100, gym_worker: 10 })
})

test.each([
  ['1000.00', 10, '900.00'],
  ['33.35', 10, '30.01'],
  ['0.05', 50, '0.02'],
  ['99.99', 33.33, '66.66'],
  ['500.00', 100, '0.00'],
])(
  'a membership of %s less %s percent charges %s, half cents rounded away from zero',
  async (price, discount, charged) => {
    const gym = await makeGym(app)
    const { status, answer, text } = await sellPlan(gym, gym.admin, price, { discount, expected_total: charged })
    expect(status, text).toBe(201)
    expect(answer).toMatchObject({ list_price: price, discount, membership: { price: charged } })
    const [{ amount_sum }] = [await gym.admin.call('payments.list')]
    expect(amount_sum).toBe(charged)
  },
)

test('a membership discount is refused at a stale total and over the limit of the role', async () => {
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
  expect((await sellPlan(gym, worker, '1000.00', {})).answer).toMatchObject({
    discount: 0,
    list_price: '1000.00',
    membership: { price: '1000.00' },
  })
})

test('a discount on a whole ticket: on each part, of which none may have its own', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const plan = await makePlan(gym, { price: '1000.00' })
  const product = await makeProduct(gym, { sale_price: '99.99', stock: 9 })
  const { id } = await makeClient(gym)
  const sell = (discount: number, { line = 0, membership = 0 } = {}) =>
    worker.try('tickets.create', {
      headers: key(),
      body: {
        id_client: id,
        membership: { id_membership: plan.id, start_date: today(), overlap: true, discount: membership },
        items: [{ id_product: product.id, quantity: 1, discount: line }],
        discount,
      },
    })
  const ticket = await sell(5)
  expect(ticket.status, ticket.text).toBe(201)
  // 1000 − 50 and 99.99 − 5.00
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
    headers: key(),
    body: { id_client: id, items: [{ id_product: product.id, quantity: 2 }], discount: 10, expected_total: '179.98' },
  })
  expect(sale.status, sale.text).toBe(201)
})

test('the list of discounts and its export show memberships beside lines of sales', async () => {
  const gym = await makeGym(app)
  const worker = await gym.as('gym_worker')
  const product = await makeProduct(gym, { sale_price: '100.00', stock: 9 })
  await gym.admin.call('sales.create', {
    headers: key(),
    body: { id_client: (await makeClient(gym)).id, items: [{ id_product: product.id, quantity: 1, discount: 25 }] },
  })
  const sold = await sellPlan(gym, worker, '1000.00', { discount: 10 })
  const voided = await sellPlan(gym, gym.admin, '500.00', { discount: 50 })
  await gym.admin.call('payments.void', { params: { id: voided.answer?.id ?? 0 }, body: { reason: 'Error' } })
  const list = await gym.admin.call('discounts.list')
  expect(list).toMatchObject({ total: 3, total_voided: 1, amount_sum: '125.00' })
  expect(list.by_user.map(({ user, lines, amount }) => [user.name, lines, amount])).toEqual([
    ['Empleado', 1, '100.00'],
    ['Dueña', 1, '25.00'],
  ])
  expect(list.items.map(({ sale, payment, amount, voided }) => [!!sale, payment?.id, amount, voided?.reason])).toEqual([
    [false, voided.answer?.id, '250.00', 'Error'],
    [false, sold.answer?.id, '100.00', undefined],
    [true, undefined, '25.00', undefined],
  ])
  const second = await gym.admin.call('discounts.list', { query: { page: 1, size_page: 1 } })
  expect(second.items).toEqual([list.items[1]])
  const file = await gym.admin.try('discounts.export', { query: {} as never })
  expect(file.status).toBe(200)
})
