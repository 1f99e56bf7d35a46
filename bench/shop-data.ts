// Fills five years of sales data: 300,000 sales, 20,000 purchases and six sellers. One line in twenty has a discount,
// and each document was paid by one of the gym's three payment methods.
import type pg from 'pg'
import { fiveYearGym } from './bench-gyms.ts'
import {
  fillCollections,
  fillDebts,
  fillExpenses,
  fillShifts,
  fillStockCounts,
  undoAttendances,
  voidExpenses,
} from './counter-data.ts'

export const shopRowCounts = { products: 400, suppliers: 20, sales: 300_000, purchases: 20_000, sellers: 6 }

const gym = fiveYearGym.id
const numberRows = (table: string, where = 'true') =>
  `(select id, name, row_number() over (order by id) - 1 as place from ${table} where gym_id = ${gym} and ${where})`

/** Inserts sellers, suppliers and products; the temporary table `sellable` has the products with their costs. */
async function fillShelf(client: pg.Client): Promise<void> {
  await client.query(`insert into users (gym_id, name, username, password_hash, id_role)
    select ${gym}, 'Vendedora ' || n, 'vendedora' || n, '', 4 from generate_series(2, ${shopRowCounts.sellers}) n`)
  await client.query(
    `insert into suppliers (gym_id, name) select ${gym}, 'Proveedor ' || n from generate_series(1, ${shopRowCounts.suppliers}) n`,
  )
  await client.query(`insert into products (gym_id, name, unit_of_measure, min_quantity, sale_price, last_purchase_price)
    select ${gym}, 'Producto ' || n, 'Unidad', 10, 20 + n, 10 + n / 2 from generate_series(1, ${shopRowCounts.products}) n`)
  await client.query(
    `create temporary table sellable as select p.*, place, sale_price as price from products p join ${numberRows('products')} s using (id, name)`,
  )
}

/** Triggers are disabled, so the sums that they would derive are computed at the end. */
export async function fillShopTables(client: pg.Client): Promise<void> {
  await fillShelf(client)
  await fillStockCounts(client)
  const documents = [
    {
      kind: 'sale',
      table: 'sales',
      party: 'id_client',
      parties: numberRows('clients', 'not is_anonymous'),
      count: shopRowCounts.sales,
      of: fiveYearGym.clients,
    },
    {
      kind: 'purchase',
      table: 'purchases',
      party: 'id_supplier',
      parties: numberRows('suppliers'),
      count: shopRowCounts.purchases,
      of: shopRowCounts.suppliers,
    },
  ]
  for (const { kind, table, party, parties, count, of } of documents) {
    const quantity = kind === 'sale' ? '1 + n % 2' : '900'
    const discount = kind === 'sale' ? 'case when (n + l) % 20 = 0 then 10 else 0 end' : '0'
    await client.query(`create temporary table lines_${kind} as
      select n, l as line, p.id as id_product, p.name, ${quantity} as quantity, p.price, 18 as tax, ${discount} as discount,
        (${quantity}) * p.price - round((${quantity}) * p.price * (${discount}) / 100, 2) + round((${quantity}) * p.price * 18 / 100, 2) as total
      from generate_series(1, ${count}) n cross join lateral generate_series(1, 1 + n % 3) l
        join sellable p on p.place = (n * 31 + l * 57) % ${shopRowCounts.products}`)
    await client.query(`insert into ${table} (gym_id, number, ${party}, id_user, party_name, user_name, amount_total, created_at)
      select ${gym}, n, f.id, u.id, f.name, u.name, a.total, now() - interval '5 years' * ((${count} - n)::float / ${count})
      from (select n, sum(total) as total from lines_${kind} group by n) a
        join ${parties} f on f.place = (a.n * 7919::bigint) % ${of}
        join ${numberRows('users')} u on u.place = a.n % ${shopRowCounts.sellers} order by n`)
    await client.query(`insert into ${kind}_items (gym_id, id_${kind}, line, id_product, product_name, quantity, unit_price, discount, tax)
      select ${gym}, d.id, l.line, l.id_product, l.name, l.quantity, l.price, l.discount, l.tax from lines_${kind} l join ${table} d on d.gym_id = ${gym} and d.number = l.n`)
    await client.query(`insert into stock_movements (gym_id, id_product, quantity, reason, id_${kind})
      select ${gym}, id_product, ${kind === 'sale' ? '-' : ''}quantity, '${kind}', id_${kind} from ${kind}_items where gym_id = ${gym}`)
    await client.query(`insert into document_numbers (gym_id, kind, last) values (${gym}, '${kind}', ${count})`)
  }
  // Sets quantities from the stock movements, and each product's average cost to its sale price.
  await client.query(`update products p set quantity = m.quantity, average_cost = p.sale_price
    from (select id_product, sum(quantity) as quantity from stock_movements where gym_id = ${gym} group by 1) m where p.gym_id = ${gym} and p.id = m.id_product`)
  await fillExpenses(client)
  await fillDebts(client)
  for (const { kind, table, at, amount } of paid)
    await client.query(`insert into tenders (gym_id, id_${kind}, id_kind, kind_name, amount, created_at, id_user)
      select d.gym_id, d.id, k.id, k.name, d.${amount}${kind === 'sale' ? ' - coalesce(o.amount, 0)' : ''}, d.${at}, d.id_user
      from ${table} d join payment_kinds k on k.gym_id = d.gym_id and k.position = d.number % 3
        ${kind === 'sale' ? 'left join debts o on o.gym_id = d.gym_id and o.id_sale = d.id' : ''} where d.gym_id = ${gym}`)
  await voidExpenses(client)
  await fillCollections(client)
  await fillShifts(client)
  await undoAttendances(client)
  // Updates statistics: without them the planner would join row by row, which takes hours.
  await client.query(
    "analyze; select set_config('app.gym_id', gym_id::text, false), store_sums_before(current_date - 1) from gym_info",
  )
}

const paid = [
  { kind: 'sale', table: 'sales', at: 'created_at', amount: 'amount_total' },
  { kind: 'purchase', table: 'purchases', at: 'created_at', amount: 'amount_total' },
  { kind: 'payment', table: 'membership_payments', at: 'payment_date', amount: 'price' },
  { kind: 'expense', table: 'expenses', at: 'created_at', amount: 'amount' },
]
