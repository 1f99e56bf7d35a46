// Constraints that the database enforces by itself.
import { documents } from '@torniquete/contract/documents.ts'
import { expect, test } from 'vitest'
import { identifier, sql } from '../../platform/db/sql.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeGym, makeProduct, makeSale } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)

test('the server can neither set a stock nor edit or delete what is booked', async () => {
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
    sql`update revenue_days set total = 0 where gym_id = ${gym.gym.id}`,
  ]
  for (const { table } of documents) {
    forbidden.push(sql`update ${identifier(table)} set voided_at = null where gym_id = ${gym.gym.id}`)
    forbidden.push(sql`delete from ${identifier(table)} where gym_id = ${gym.gym.id}`)
  }
  for (const statement of forbidden)
    await expect(
      app.database.write(scope, (tx) => tx.run(statement)),
      statement.text,
    ).rejects.toThrow(/permission denied/)
  const overdrawn = sql`insert into stock_movements (gym_id, id_product, quantity, reason, id_sale) values (${gym.gym.id}, ${product.id}, -5, 'sale', ${sale.id})`
  await expect(app.database.write(scope, (tx) => tx.run(overdrawn))).rejects.toThrow(/products_stock/)
  await asOwner(app, async (client) => {
    const { rows } = await client.query(`select quantity from products where id = ${product.id}`)
    expect(rows).toEqual([{ quantity: 4 }])
  })
})
