import { expect, test } from 'vitest'
import { makeGym, makeProduct, makePurchase, makeSale, makeSupplier } from '../../testing/factories.ts'
import { formatReply } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

const productOf = (id: number) => gym.admin.call('products.read', { params: { id_product: id } })
const voidIt = (id: number) => gym.admin.try('purchases.void', { params: { id }, body: { reason: 'Mal anotada' } })

test('purchases.create: adds stock, sets the last purchase price, keeps old names after renaming', async () => {
  const [product, supplier] = [await makeProduct(gym, { name: 'Agua' }), await makeSupplier(gym, { name: 'Ágil' })]
  const made = await makePurchase(
    gym,
    [
      { id_product: product.id, quantity: '12', unit_price: 20.5, tax: 18 },
      { id_product: product.id, quantity: 2, unit_price: '21', discount: 50 },
    ],
    supplier.id,
  )
  expect(made).toMatchObject({
    number: 1,
    amount_total: '311.28',
    supplier: { id: supplier.id, name: 'Ágil' },
    user: { name: 'Dueña' },
    voided: null,
    purchase_bill_items: [
      { id_product: product.id, product_name: 'Agua', quantity: 12, unit_price: '20.50', discount: 0, tax: 18 },
      { quantity: 2, unit_price: '21.00', discount: 50, tax: 0 },
    ],
  })
  expect(await productOf(product.id)).toMatchObject({ quantity: 14, last_purchase_price: '21.00' })
  await gym.admin.call('suppliers.delete', { params: { id_supplier: supplier.id } })
  expect(await gym.admin.call('purchases.read', { params: { id: made.id } })).toEqual(made)
  const again = { id_supplier: supplier.id, items: [{ id_product: product.id, quantity: 1, unit_price: 1 }] }
  expect((await gym.admin.try('purchases.create', { body: again })).status).toBe(404)
  expect((await productOf(product.id)).quantity).toBe(14)
})

test('purchases.list: newest first, filtered by supplier, worker and local days', async () => {
  const own = await makeGym(app)
  const product = await makeProduct(own)
  const [one, other] = [await makeSupplier(own, { name: 'Café Ñoño' }), await makeSupplier(own, { name: 'Otro' })]
  const buy = async (at: string, supplier: number) => {
    app.clock.set(at)
    return (await makePurchase(own, [{ id_product: product.id, quantity: 1, unit_price: 5 }], supplier)).id
  }
  const first = await buy('2026-11-21T03:59:59Z', one.id)
  const last = await buy('2026-11-21T04:00:00Z', other.id)
  app.clock.reset()
  const found = async (query: Record<string, string>) => {
    const { purchaseInvoices, amount_sum } = await own.admin.call('purchases.list', { query })
    return [purchaseInvoices.map((item) => item.id), amount_sum]
  }
  expect(await found({})).toEqual([[last, first], '10.00'])
  expect(await found({ supplier_name: 'nono' })).toEqual([[first], '5.00'])
  expect(await found({ user_name: 'duena', start_date: '2026-11-21', end_date: '2026-11-21' })).toEqual([
    [last],
    '5.00',
  ])
})

test('purchases.void: takes the goods out of stock and restores the previous purchase price', async () => {
  const product = await makeProduct(gym, { name: 'Proteína' })
  const buy = (unit_price: string) => makePurchase(gym, [{ id_product: product.id, quantity: 5, unit_price }])
  const [first, second] = [await buy('10.00'), await buy('12.00')]
  expect((await voidIt(second.id)).answer).toMatchObject({
    id: second.id,
    amount_total: '60.00',
    voided: { reason: 'Mal anotada', user: { name: 'Dueña' } },
  })
  expect(await productOf(product.id)).toMatchObject({ quantity: 5, last_purchase_price: '10.00' })
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  expect(formatReply(await voidIt(first.id))).toBe(
    '409 No hay suficiente existencia de Proteína: quedan 4. Si esta compra se anotó mal, registra primero la correcta y anula esta después.',
  )
  await buy('11.00')
  await gym.admin.call('products.delete', { params: { id_product: product.id } })
  expect((await voidIt(first.id)).status).toBe(200)
})
