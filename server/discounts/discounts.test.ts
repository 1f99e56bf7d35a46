import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym, makeProduct, type TestGym } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp()
  gym = await makeGym(app)
})
afterAll(() => app.close())

test('a role gives no more than its limit: told at the line, nothing is sold, and the super admin gives any', async () => {
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
      headers: { 'idempotency-key': randomUUID() },
    })
    return status === 201 ? 201 : JSON.parse(text).detail
  }
  // As it was, where nobody says otherwise.
  expect(await sell('gym_worker', 100)).toBe(201)
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
  const { quantity } = await gym.admin.call('products.read', { params: { id_product: one.id } })
  expect(quantity).toBe(45)
})
