// The sum that was shown is the sum that is charged.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeProduct } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)

const changed = (shown: string, now: string) => ({ detail: `El precio cambió: se mostró ${shown} y ahora es ${now}.` })

test('sales.create: refuses a changed price, and the same key continues with the new one', async () => {
  const product = await makeProduct(gym, { stock: 10, sale_price: '1250.50' })
  const client = await makeClient(gym)
  const headers = { 'idempotency-key': randomUUID() }
  const items = [{ id_product: product.id, quantity: 2, discount: 10, tax: 18 }]
  const sell = (expected_total: unknown, key = headers) =>
    gym.admin.try('sales.create', { body: { id_client: client.id, items, expected_total }, headers: key })
  // 2,501.00 − 250.10 + 450.18
  await gym.admin.call('products.update', { params: { id_product: product.id }, body: { sale_price: '1300.00' } })
  const refused = await sell('2701.08')
  expect([refused.status, refused.answer]).toEqual([409, changed('$ 2,701.08', '$ 2,808.00')])
  expect((await gym.admin.call('sales.list')).total).toBe(0)
  expect((await gym.admin.call('products.read', { params: { id_product: product.id } })).quantity).toBe(10)
  const booked = await sell('2808')
  expect([booked.status, booked.answer.amount_total, booked.answer.number]).toEqual([201, '2808.00', 1])
  for (const unasked of [null, undefined, 2808, '2808.0'])
    expect((await sell(unasked, { 'idempotency-key': randomUUID() })).status).toBe(201)
  for (const wrong of ['2808.001', 'mucho', -1])
    expect((await sell(wrong, { 'idempotency-key': randomUUID() })).status).toBe(422)
})

test('payments.create: a plan whose price changed while the form was open is not sold for it', async () => {
  const plan = await makePlan(gym, { price: '1250.00' })
  const client = await makeClient(gym)
  const headers = { 'idempotency-key': randomUUID() }
  const sell = (expected_total: unknown, expected_days?: number) =>
    gym.admin.try('payments.create', {
      body: { id_client: client.id, id_membership: plan.id, start_date: '2026-03-01', expected_total, expected_days },
      headers,
    })
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { price: '1500' } })
  const refused = await sell('1250.00')
  expect([refused.status, refused.answer]).toEqual([409, changed('$ 1,250.00', '$ 1,500.00')])
  expect((await gym.admin.call('payments.list')).total).toBe(0)
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { duration_days: 28 } })
  const shorter = await sell('1500.00', 30)
  expect([shorter.status, shorter.answer]).toEqual([
    409,
    { detail: 'La duración del plan cambió: se mostró 30 y ahora es 28 (en días).' },
  ])
  const booked = await sell('1500.00', 28)
  expect([booked.status, booked.answer.membership.price]).toEqual([201, '1500.00'])
})
