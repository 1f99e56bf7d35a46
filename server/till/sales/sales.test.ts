import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makeProduct, makePurchase, makeSale } from '../../testing/factories.ts'
import { formatReply, readStock } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test("sales.create: uses the server's prices, discount and tax by line, and deducts stock", async () => {
  const [water, bar] = [
    await makeProduct(gym, { name: 'Agua', sale_price: '35.00', stock: 10 }),
    await makeProduct(gym, { name: 'Barra', sale_price: '19.99', stock: 10 }),
  ]
  const client = await makeClient(gym, { name: 'José' })
  const made = await makeSale(
    gym,
    [
      { id_product: water.id, quantity: 3, tax: '18', unit_price: '0.01', product_name: 'x' },
      { id_product: bar.id, quantity: 7, discount: 33.33, tax: 16 },
      { id_product: water.id, quantity: 1 },
    ],
    client.id,
  )
  expect(made).toMatchObject({
    number: 1,
    amount_total: '274.58',
    client: { id: client.id, name: 'José' },
    user: { name: 'Dueña' },
    voided: null,
    sales_bill_items: [
      { id_product: water.id, product_name: 'Agua', quantity: 3, unit_price: '35.00', discount: 0, tax: 18 },
      { id_product: bar.id, product_name: 'Barra', quantity: 7, unit_price: '19.99', discount: 33.33, tax: 16 },
      { id_product: water.id, product_name: 'Agua', quantity: 1, unit_price: '35.00', discount: 0, tax: 0 },
    ],
  })
  expect([await readStock(gym, water.id), await readStock(gym, bar.id)]).toEqual([6, 3])
  await gym.admin.call('products.update', { params: { id_product: water.id }, body: { name: 'Otra', sale_price: 1 } })
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  const read = await gym.admin.try('sales.read', { params: { id: made.id } })
  expect(read.answer).toEqual(made)
  expect(read.headers.etag).toBe('"1"')
  expect((await gym.admin.call('sales.list')).salesInvoices[0]).toEqual(made)
})

test('sales.create: refuses all lines if one exceeds the stock, and states the quantity left', async () => {
  const [some, none] = [await makeProduct(gym, { name: 'Toalla', stock: 2 }), await makeProduct(gym, { stock: 5 })]
  const client = (await makeClient(gym)).id
  const sell = (items: object[]) => gym.admin.try('sales.create', { body: { id_client: client, items } })
  const short = await sell([
    { id_product: none.id, quantity: 1 },
    { id_product: some.id, quantity: 2 },
    { id_product: some.id, quantity: 1 },
  ])
  expect([short.status, JSON.parse(short.text)]).toEqual([
    409,
    { detail: 'No hay suficiente existencia de Toalla: quedan 2' },
  ])
  expect([await readStock(gym, some.id), await readStock(gym, none.id)]).toEqual([2, 5])
  for (const sale_price of [null, '0.00']) {
    await gym.admin.call('products.update', { params: { id_product: none.id }, body: { sale_price } })
    expect((await sell([{ id_product: none.id, quantity: 1 }])).status).toBe(409)
  }
})

test('stock notifications: one for each threshold crossed, only the serious one for both at once', async () => {
  const own = await makeGym(app)
  const product = await makeProduct(own, { name: 'Guantes', min_quantity: 3, stock: 6 })
  const sell = (quantity: number) => makeSale(own, [{ id_product: product.id, quantity }])
  const notices = async () =>
    (await own.admin.call('notifications.list')).items.map(({ title, message }) => `${title}: ${message}`).reverse()
  await sell(2)
  expect(await notices()).toEqual([])
  await sell(1)
  await sell(1)
  expect(await notices()).toEqual(['Stock deficiente: Quedan 3 de Guantes (mínimo 3).'])
  await sell(2)
  expect((await notices()).slice(1)).toEqual(['Stock agotado: Guantes se agotó.'])
  await makePurchase(own, [{ id_product: product.id, quantity: 9, unit_price: 1 }])
  await sell(9)
  expect((await notices()).slice(2)).toEqual(['Stock agotado: Guantes se agotó.'])
})

test('stock notifications: are marked as read when the product is restocked, changed or deleted', async () => {
  const own = await makeGym(app)
  const sell = (id_product: number, quantity: number) => makeSale(own, [{ id_product, quantity }])
  const unread = async () =>
    (await own.admin.call('notifications.list', { query: { is_read: false } })).items.map(({ message }) => message)
  const [water, juice, soap] = [
    await makeProduct(own, { name: 'Agua', min_quantity: 3, stock: 4 }),
    await makeProduct(own, { name: 'Jugo', min_quantity: 3, stock: 4 }),
    await makeProduct(own, { name: 'Jabón', stock: 1 }),
  ]
  await sell(water.id, 2)
  const sale = await sell(juice.id, 2)
  await sell(soap.id, 1)
  expect(await unread()).toHaveLength(3)
  await makePurchase(own, [{ id_product: water.id, quantity: 1, unit_price: 1 }])
  expect(await unread()).toHaveLength(3)
  await makePurchase(own, [{ id_product: water.id, quantity: 1, unit_price: 1 }])
  expect(await unread()).toEqual(['Jabón se agotó.', expect.stringContaining('Jugo')])
  await own.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'Se equivocó' } })
  expect(await unread()).toEqual(['Jabón se agotó.'])
  await own.admin.call('products.delete', { params: { id_product: soap.id } })
  expect(await unread()).toEqual([])
})

test('sales.list: newest first, filtered by client, worker and time, with the sum of all pages', async () => {
  const own = await makeGym(app)
  const worker = await own.as('gym_worker')
  const product = await makeProduct(own, { sale_price: '10.00', stock: 100 })
  const [jose, ana] = [await makeClient(own, { name: 'José Ñáñez' }), await makeClient(own, { name: 'Ana' })]
  const sell = async (at: string, client: number, quantity: number, caller = own.admin) => {
    app.clock.set(at)
    return (await makeSale(own, [{ id_product: product.id, quantity }], client, caller)).id
  }
  const first = await sell('2026-11-20T04:00:00Z', jose.id, 1)
  const last = await sell('2026-11-21T03:59:59.999Z', ana.id, 2, worker)
  const next = await sell('2026-11-21T04:00:00Z', jose.id, 4)
  app.clock.reset()
  const found = async (query: Record<string, string | number>) => {
    const { salesInvoices, total, amount_sum } = await worker.call('sales.list', { query })
    return [salesInvoices.map((item) => item.id), total, amount_sum]
  }
  expect(await found({})).toEqual([[next, last, first], 3, '70.00'])
  expect(await found({ size_page: 1, page: 1 })).toEqual([[last], 3, '70.00'])
  expect(await found({ client_name: 'nanez jose' })).toEqual([[next, first], 2, '50.00'])
  expect(await found({ user_name: 'empleado' })).toEqual([[last], 1, '20.00'])
  expect(await found({ start_date: '2026-11-20', end_date: '2026-11-20' })).toEqual([[last, first], 2, '30.00'])
  expect(
    await found({ start_date: '2026-11-21T04:00:00Z', end_date: '2026-11-22T03:59:59.999Z', include_time: 'true' }),
  ).toEqual([[next], 1, '40.00'])
  await own.admin.call('sales.void', { params: { id: next }, body: { reason: 'x' } })
  expect(await found({})).toEqual([[next, last, first], 3, '30.00'])
})

test('sales.create: sixteen concurrent sales of ten items make ten sales, numbered without gaps', async () => {
  const gym = await makeGym(app)
  const { id: id_client } = await makeClient(gym)
  const product = await makeProduct(gym, { name: 'Último', stock: 10, min_quantity: 4 })
  const body = { id_client, items: [{ id_product: product.id, quantity: 1 }] }
  const replies = await Promise.all(Array.from({ length: 16 }, () => gym.admin.try('sales.create', { body })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
  const refused = replies.filter(({ status }) => status !== 201).map(formatReply)
  expect(new Set(refused)).toEqual(new Set(['409 No hay suficiente existencia de Último: quedan 0']))
  expect(await readStock(gym, product.id)).toBe(0)
  const { salesInvoices } = await gym.admin.call('sales.list')
  expect(salesInvoices.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  const notices = (await gym.admin.call('notifications.list')).items.map(({ title }) => title)
  expect(notices.sort()).toEqual(['Stock agotado', 'Stock deficiente'])
})

test('sales.create: one idempotency key sent sixteen times at once makes one sale', async () => {
  const gym = await makeGym(app)
  const { id: id_client } = await makeClient(gym)
  const product = await makeProduct(gym, { stock: 50 })
  const sell = (quantity: number, key: string) =>
    gym.admin.try('sales.create', {
      body: { id_client, items: [{ id_product: product.id, quantity }] },
      headers: { 'idempotency-key': key },
    })
  const [key, other] = [randomUUID(), randomUUID()]
  const replies = await Promise.all(Array.from({ length: 16 }, () => sell(2, key)))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect([(await gym.admin.call('sales.list')).total, await readStock(gym, product.id)]).toEqual([1, 48])
  expect((await sell(3, key)).status).toBe(409)
  // A refused sale frees its idempotency key for another body.
  expect([(await sell(49, other)).status, (await sell(1, other)).status]).toEqual([409, 201])
})
