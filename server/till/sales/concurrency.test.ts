import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asOwner, waiting } from '../../testing/digest.ts'
import { makeClient, makeGym, makeProduct } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)
const client = (await makeClient(gym)).id

const sell = (items: object[], key = randomUUID()) =>
  gym.admin.try('sales.create', { body: { id_client: client, items }, headers: { 'idempotency-key': key } })
const stockOf = async (id: number) => (await gym.admin.call('products.read', { params: { id_product: id } })).quantity

test('sixteen sellers of the last ten: ten sold, one notice, numbers without a gap', async () => {
  const product = await makeProduct(gym, { name: 'Último', stock: 10, min_quantity: 4 })
  const replies = await Promise.all(Array.from({ length: 16 }, () => sell([{ id_product: product.id, quantity: 1 }])))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const reply of replies.filter(({ status }) => status !== 201))
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      409,
      { detail: 'No hay suficiente existencia de Último: quedan 0' },
    ])
  expect(await stockOf(product.id)).toBe(0)
  const numbers = (await gym.admin.call('sales.list', { query: { size_page: 100 } })).salesInvoices.map(
    ({ number }) => number,
  )
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
  const notices = (await gym.admin.call('notifications.list')).items.map(({ title }) => title)
  expect(notices.sort()).toEqual(['Stock agotado', 'Stock deficiente'])
})

test('sales: deleting a client waits for a sale to them, another sale does not', async () => {
  const [held, free] = [await makeProduct(gym, { stock: 5 }), await makeProduct(gym, { stock: 5 })]
  const { id } = await makeClient(gym)
  const sellTo = (product: { id: number }) =>
    gym.admin.try('sales.create', { body: { id_client: id, items: [{ id_product: product.id, quantity: 1 }] } })
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query(`select from products where gym_id = ${gym.gym.id} and id = ${held.id} for update`)
    const sale = sellTo(held)
    await expect.poll(() => waiting(owner, 'products')).toBe(1)
    expect((await sellTo(free)).status).toBe(201)
    const deletion = gym.admin.try('clients.delete', { params: { id_client: id } })
    await expect.poll(() => waiting(owner, 'clients')).toBe(1)
    await owner.query('commit')
    expect([(await sale).status, (await deletion).status]).toEqual([201, 204])
  })
  expect((await sellTo(free)).status).toBe(404)
})

test('products in opposite orders do not block each other', async () => {
  const [one, other] = [await makeProduct(gym, { stock: 100 }), await makeProduct(gym, { stock: 100 })]
  const items = [one, other].map(({ id }) => ({ id_product: id, quantity: 1 }))
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => sell(at % 2 ? items : [...items].reverse())))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect([await stockOf(one.id), await stockOf(other.id)]).toEqual([60, 60])
})

test('one key sixteen times at once: one bill, one answer', async () => {
  const product = await makeProduct(gym, { stock: 50 })
  const before = (await gym.admin.call('sales.list')).total
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => sell([{ id_product: product.id, quantity: 2 }], key)),
  )
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect([(await gym.admin.call('sales.list')).total, await stockOf(product.id)]).toEqual([before + 1, 48])
  expect((await sell([{ id_product: product.id, quantity: 3 }], key)).status).toBe(409)
  const bad = randomUUID()
  expect((await sell([{ id_product: product.id, quantity: 49 }], bad)).status).toBe(409)
  expect((await sell([{ id_product: product.id, quantity: 1 }], bad)).status).toBe(201)
})
