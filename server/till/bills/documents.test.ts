// Documents keep the names of their booking time, and are booked only for the sum that was shown on screen.
import { randomUUID } from 'node:crypto'
import { documentTypes } from '@torniquete/contract/document-types.ts'
import { expect, test } from 'vitest'
import { quoteIdentifier, sql } from '../../platform/db/sql.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  makeSupplier,
} from '../../testing/factories.ts'
import { readStock } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

test('documents: keep the old names after client, supplier and seller are renamed', async () => {
  const [client, supplier, product] = [
    await makeClient(gym, { name: 'Ana Mota' }),
    await makeSupplier(gym, { name: 'Bebidas' }),
    await makeProduct(gym, { stock: 5 }),
  ]
  const purchase = await makePurchase(gym, [{ id_product: product.id, quantity: 1, unit_price: 1 }], supplier.id)
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  const payment = await makePayment(gym, { id_client: client.id })
  const { user } = sale
  const voided = await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  await gym.admin.call('clients.update', { params: { id_client: client.id }, body: { name: 'Otra' } })
  await gym.admin.call('suppliers.update', { params: { id_supplier: supplier.id }, body: { name: 'Otro' } })
  await gym.admin.call('users.update', {
    params: { id_user: readTokenUserId(gym.admin) },
    body: { name: 'Otra dueña' },
  })
  const at = (id: number) => ({ params: { id } })
  expect(await gym.admin.call('sales.read', at(sale.id))).toEqual(voided)
  expect(voided).toMatchObject({ client: { name: 'Ana Mota' }, user, voided: { user } })
  expect(await gym.admin.call('purchases.read', at(purchase.id))).toEqual(purchase)
  expect(await gym.admin.call('payments.read', at(payment.id))).toEqual(payment)
  expect((await gym.admin.call('payments.list')).items).toContainEqual(payment)
  expect((await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)).client.name).toBe('Otra')
})

test("documents: the server's database role can neither set stock nor edit or delete documents", async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const scope = { gym: gym.gym.id, user: null }
  const forbidden = [
    sql`update products set quantity = 99 where id = ${product.id}`,
    sql`insert into products (gym_id, name, unit_of_measure, quantity) values (${gym.gym.id}, 'x', 'x', 9)`,
    sql`delete from products where id = ${product.id}`,
    sql`update sales set amount_total = 0 where id = ${sale.id}`,
    sql`delete from sales where id = ${sale.id}`,
    sql`update sale_items set quantity = 2 where id_sale = ${sale.id}`,
    sql`delete from stock_movements where id_sale = ${sale.id}`,
    sql`update membership_payments set price = 0 where gym_id = ${gym.gym.id}`,
    sql`update tickets set id_sale = id_sale`,
    sql`delete from tickets`,
    sql`update revenue_days set total = 0 where gym_id = ${gym.gym.id}`,
  ]
  for (const { table } of documentTypes) {
    forbidden.push(sql`update ${quoteIdentifier(table)} set voided_at = null where gym_id = ${gym.gym.id}`)
    forbidden.push(sql`delete from ${quoteIdentifier(table)} where gym_id = ${gym.gym.id}`)
  }
  for (const statement of forbidden)
    await expect(
      app.database.write(scope, (tx) => tx.run(statement)),
      statement.text,
    ).rejects.toThrow(/permission denied/)
  const overdrawn = sql`insert into stock_movements (gym_id, id_product, quantity, reason, id_sale) values (${gym.gym.id}, ${product.id}, -5, 'sale', ${sale.id})`
  await expect(app.database.write(scope, (tx) => tx.run(overdrawn))).rejects.toThrow(/products_stock/)
  expect(await readStock(gym, product.id)).toBe(4)
})

const changed = (shown: string, now: string) => ({ detail: `El precio cambió: se mostró ${shown} y ahora es ${now}.` })

test('sales.create: after a changed price was refused, the same key accepts the new price', async () => {
  const gym = await makeGym(app)
  const product = await makeProduct(gym, { stock: 10, sale_price: '1250.50' })
  const client = await makeClient(gym)
  const headers = { 'idempotency-key': randomUUID() }
  const items = [{ id_product: product.id, quantity: 2, discount: 10, tax: 18 }]
  const sell = (expected_total: unknown) =>
    gym.admin.try('sales.create', { body: { id_client: client.id, items, expected_total }, headers })
  // 2 × 1,250.50 = 2,501.00, less 10 % (250.10), plus 18 % tax on the original sum (450.18).
  await gym.admin.call('products.update', { params: { id_product: product.id }, body: { sale_price: '1300.00' } })
  const refused = await sell('2701.08')
  expect([refused.status, refused.answer]).toEqual([409, changed('$ 2,701.08', '$ 2,808.00')])
  expect((await gym.admin.call('sales.list')).total).toBe(0)
  expect(await readStock(gym, product.id)).toBe(10)
  const booked = await sell('2808')
  expect([booked.status, booked.answer.amount_total, booked.answer.number]).toEqual([201, '2808.00', 1])
})

test('payments.create: refuses a plan whose price or days changed while the form was open', async () => {
  const plan = await makePlan(gym, { price: '1250.00' })
  const { id: id_client } = await makeClient(gym)
  const sell = (expected_total: unknown, expected_days?: number) =>
    gym.admin.try('payments.create', {
      body: { id_client, id_membership: plan.id, start_date: '2026-03-01', expected_total, expected_days },
    })
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { price: '1500' } })
  const refused = await sell('1250.00')
  expect([refused.status, refused.answer]).toEqual([409, changed('$ 1,250.00', '$ 1,500.00')])
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { duration_days: 28 } })
  const shorter = await sell('1500.00', 30)
  expect([shorter.status, shorter.answer]).toEqual([
    409,
    { detail: 'La duración del plan cambió: se mostró 30 y ahora es 28 (en días).' },
  ])
  const booked = await sell('1500.00', 28)
  expect([booked.status, booked.answer.membership.price]).toEqual([201, '1500.00'])
})
