import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeGym, makeProduct, makePurchase, makeSale } from '../../testing/factories.ts'
import { formatReply, readStock } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

const open = async (of = gym) => (await of.admin.call('stock.open-count', { body: { name: 'Vitrina' } })).id
const enter = (id: number, entries: { id_product: number; quantity: number; anew?: boolean }[], caller = gym.admin) =>
  caller.call('stock.enter', { params: { id }, body: { entries } })
const differences = (id: number) => gym.admin.call('stock.differences', { params: { id } })
const book = (id: number, confirm: string, key = randomUUID()) =>
  gym.admin.try('stock.book-count', {
    params: { id },
    body: { reason: 'Fin de mes', confirm },
    headers: { 'idempotency-key': key },
  })
const adjust = (id_product: number, body: object) =>
  gym.admin.try('stock.adjust', { params: { id_product }, body: body as never })
const movements = async (id_product: number, of = gym) =>
  (await of.admin.call('movements.list', { query: { id_product, size_page: 100 } })).items
const shelfOf = async (name: string, of = gym) => (await of.admin.call('stock.list', { query: { name } })).items[0]
const buy = (id_product: number, quantity: number, unit_price: string, more: object = {}) =>
  makePurchase(gym, [{ id_product, quantity, unit_price, ...more }])
const voidPurchase = (id: number) => gym.admin.call('purchases.void', { params: { id }, body: { reason: 'x' } })

test('stock count: two people can count at once, and sales after counting are no difference', async () => {
  const water = await makeProduct(gym, { name: 'Agua de conteo', stock: 10 })
  const bar = await makeProduct(gym, { name: 'Barra de conteo', stock: 5 })
  const agrees = await makeProduct(gym, { name: 'Coincide', stock: 3 })
  const id = await open()
  const worker = await gym.as('gym_worker')
  await Promise.all([
    ...Array.from({ length: 5 }, () => enter(id, [{ id_product: water.id, quantity: 1 }])),
    ...Array.from({ length: 2 }, () => enter(id, [{ id_product: water.id, quantity: 1 }], worker)),
    enter(id, [
      { id_product: bar.id, quantity: 2 },
      { id_product: agrees.id, quantity: 3 },
    ]),
  ])
  // An entry marked `anew` replaces the quantity counted before; other entries add to it.
  await enter(id, [
    { id_product: bar.id, quantity: 9 },
    { id_product: bar.id, quantity: 3, anew: true },
    { id_product: bar.id, quantity: 3 },
  ])
  const { items } = await worker.call('stock.read-count', { params: { id } })
  expect(items.map(({ product_name, counted }) => [product_name, counted]).sort()).toEqual([
    ['Agua de conteo', 7],
    ['Barra de conteo', 6],
    ['Coincide', 3],
  ])
  await makeSale(gym, [{ id_product: water.id, quantity: 4 }])
  const shown = await differences(id)
  expect(shown).toMatchObject({ agreeing: 1, more: '50.00', less: '150.00', value: '-100.00', count: { products: 3 } })
  expect(shown.items).toMatchObject([
    { product_name: 'Agua de conteo', counted: 7, stock: 10, difference: -3, moved: false, unit_cost: '50.00' },
    { product_name: 'Barra de conteo', counted: 6, stock: 5, difference: 1, value: '50.00' },
  ])
  const key = randomUUID()
  const replies = await Promise.all([
    book(id, shown.digest, key),
    book(id, shown.digest, key),
    ...Array.from({ length: 4 }, () => book(id, shown.digest)),
  ])
  // The first call books the count, and its repeat gets the same answer; the other calls find it closed.
  expect(new Set(replies.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect([await readStock(gym, water.id), await readStock(gym, bar.id), await readStock(gym, agrees.id)]).toEqual([
    3, 6, 3,
  ])
  expect((await movements(water.id))[0]).toMatchObject({ kind: 'count', quantity: -3, balance: 3, note: 'Fin de mes' })
  expect(await differences(id)).toMatchObject({
    items: shown.items,
    value: '-100.00',
    count: { closed: { outcome: 'booked', by: 'Dueña' } },
  })
  const body = { entries: [{ id_product: water.id, quantity: 1 }] }
  expect(formatReply(await gym.admin.try('stock.enter', { params: { id }, body }))).toBe(
    '409 El conteo ya está cerrado.',
  )
})

test('stock count: marks products sold while counting, and refuses to book after a change', async () => {
  const product = await makeProduct(gym, { stock: 10 })
  const id = await open()
  await enter(id, [{ id_product: product.id, quantity: 6 }])
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const early = await differences(id)
  await enter(id, [{ id_product: product.id, quantity: 4 }])
  const { items, digest } = await differences(id)
  expect(items).toMatchObject([{ counted: 10, stock: 9, difference: 1, moved: true }])
  expect(formatReply(await book(id, early.digest))).toBe(
    '409 El conteo cambió desde que se mostró. Revisa las diferencias de nuevo.',
  )
  expect((await book(id, digest)).status).toBe(200)
  expect(await readStock(gym, product.id)).toBe(10)
})

test('stock count: booking is refused if sales contradict it, and discarding it moves no stock', async () => {
  const product = await makeProduct(gym, { name: 'Contradicha', stock: 10 })
  const other = await makeProduct(gym, { stock: 10 })
  const id = await open()
  await enter(id, [
    { id_product: product.id, quantity: 2 },
    { id_product: other.id, quantity: 1 },
  ])
  await makeSale(gym, [{ id_product: product.id, quantity: 5 }])
  const { digest } = await differences(id)
  expect(formatReply(await book(id, digest))).toBe(
    '409 De Contradicha salió más de lo que se contó: cuéntalo de nuevo.',
  )
  await gym.admin.call('stock.uncount', { params: { id, id_product: other.id } })
  expect((await gym.admin.call('stock.read-count', { params: { id } })).items).toHaveLength(1)
  await gym.admin.call('stock.drop-count', { params: { id } })
  expect([await readStock(gym, product.id), await readStock(gym, other.id)]).toEqual([5, 10])
  expect((await gym.admin.call('stock.counts')).items[0]).toMatchObject({ id, closed: { outcome: 'dropped' } })
})

test('stock.differences: an uncounted product is listed only if it has stock', async () => {
  const own = await makeGym(app)
  const left = await makeProduct(own, { name: 'Con existencia', stock: 2 })
  await makeProduct(own, { name: 'Agotado', stock: 0 })
  const { uncounted } = await own.admin.call('stock.differences', { params: { id: await open(own) } })
  expect(uncounted).toEqual({ total: 1, first: [{ id_product: left.id, product_name: 'Con existencia', stock: 2 }] })
})

test('stock adjustments: need a reason, are booked once, and never make stock negative', async () => {
  const product = await makeProduct(gym, { name: 'Frágil', stock: 10, min_quantity: 3 })
  const loss = { kind: 'loss', change: -1, reason: 'Se rompió' }
  const first = await adjust(product.id, loss)
  expect(first.answer).toMatchObject({
    kind: 'loss',
    quantity: -1,
    balance: 9,
    note: 'Se rompió',
    user: { name: 'Dueña' },
  })
  const replies = await Promise.all(Array.from({ length: 12 }, () => adjust(product.id, loss)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(replies.map(formatReply)).toContain('409 No hay suficiente existencia de Frágil: quedan 0')
  expect((await adjust(product.id, { ...loss, change: 1 })).status).toBe(422)
  expect((await adjust(product.id, { ...loss, kind: 'adjustment', change: 4 })).status).toBe(201)
  const ledger = await movements(product.id)
  expect(ledger.map(({ balance }) => balance)).toEqual([4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const paged = await gym.admin.call('movements.list', { query: { id_product: product.id, page: 1, size_page: 5 } })
  expect(paged.items).toEqual(ledger.slice(5, 10))
  const titles = (await gym.admin.call('notifications.list')).items.filter(({ message }) => message.includes('Frágil'))
  expect(titles.map(({ title }) => title).sort()).toEqual(['Stock agotado', 'Stock deficiente'])
})

test('stock ledger: lists all movements of a product with document, user and reason', async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 2 }])
  await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'Equivocada' } })
  const purchase = await buy(product.id, 4, '10.00')
  await voidPurchase(purchase.id)
  expect(
    (await movements(product.id)).map(({ kind, quantity, balance, note }) => [kind, quantity, balance, note]),
  ).toEqual([
    ['purchase-void', -4, 5, 'x'],
    ['purchase', 4, 9, null],
    ['sale-void', 2, 5, 'Equivocada'],
    ['sale', -2, 3, null],
    ['purchase', 5, 5, null],
  ])
})

test('average cost: weights purchases by stock, as if voided purchases had never been made', async () => {
  const product = await makeProduct(gym, { name: 'Promediado', sale_price: '30.00' })
  const cost = async () => (await shelfOf('Promediado'))?.average_cost
  expect(await cost()).toBeNull()
  await buy(product.id, 10, '10.00')
  expect(await cost()).toBe('10.00')
  // Price of a piece less the discount, without tax: 18.00.
  const dear = await buy(product.id, 30, '20.00', { discount: 10, tax: 18 })
  expect(await cost()).toBe('16.00')
  await makeSale(gym, [{ id_product: product.id, quantity: 35, discount: 50, tax: 18 }])
  expect(await cost()).toBe('16.00')
  await adjust(product.id, { kind: 'adjustment', change: 35, reason: 'Estaban atrás' })
  expect(await cost()).toBe('16.00')
  // The 40 pieces in stock at 16.00 and these 40 at 4.00 average to 10.00.
  await buy(product.id, 40, '4.00')
  expect(await cost()).toBe('10.00')
  expect(await shelfOf('Promediado')).toMatchObject({
    quantity: 80,
    stock_value: '800.00',
    sold: 35,
    revenue: '525.00',
    cost: '350.00',
    margin: '175.00',
    margin_percent: 33.3,
  })
  await voidPurchase(dear.id)
  // Without the voided purchase: 10 pieces at 10.00 (35 sold, 35 found) and 40 at 4.00.
  expect(await shelfOf('Promediado')).toMatchObject({ quantity: 50, average_cost: '5.20', stock_value: '260.00' })
})

test('stock list: list and file show sales of local days, without voided ones', async () => {
  const own = await makeGym(app)
  app.clock.set('2026-03-01T15:00:00Z')
  const [slow, quick, dead] = [
    await makeProduct(own, { name: 'Lento', stock: 10 }),
    await makeProduct(own, { name: 'Rápido', stock: 100 }),
    await makeProduct(own, { name: 'Quieto', stock: 7 }),
  ]
  // Sets the creation date, because the database's clock dated the products today.
  await queryAsOwner(app, `update products set created_at = '2026-03-01' where gym_id = ${own.gym.id}`)
  await makeSale(own, [{ id_product: slow.id, quantity: 1 }])
  app.clock.set('2026-06-15T15:00:00Z')
  await makeSale(own, [{ id_product: quick.id, quantity: 20 }])
  const { id } = await makeSale(own, [{ id_product: dead.id, quantity: 5 }])
  await own.admin.call('sales.void', { params: { id }, body: { reason: 'x' } })
  const list = (query: object) => own.admin.call('stock.list', { query: query as never })
  const names = async (query: object) => (await list(query)).items.map(({ name, sold }) => [name, sold])
  expect(await names({ which: 'best' })).toEqual([
    ['Rápido', 20],
    ['Lento', 1],
  ])
  expect(await names({ which: 'best', start_date: '2026-06-01' })).toEqual([['Rápido', 20]])
  expect(await names({ which: 'still' })).toEqual([
    ['Lento', 1],
    ['Quieto', 0],
  ])
  expect((await list({})).sums).toEqual({
    stock_value: '4800.00',
    sold: 21,
    revenue: '2100.00',
    cost: '1050.00',
    margin: '1050.00',
    uncosted: 0,
  })
  expect((await list({ which: 'best' })).items[1]?.last_sold_at).toBe('2026-03-01T15:00:00.000Z')
  app.clock.reset()
})
