import type { Sale } from '@torniquete/contract/sales.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import { type BookedLine, lineRows, linesOf, nameOf, rowOf, type Sums, sums, voidedOf } from '../bills/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { sql } from '../db/sql.ts'
import { type Between, within } from '../db/time-range.ts'

const sale = sql`
  select s.id, s.number, s.created_at, s.amount_total, ${nameOf('clients', sql`s.gym_id`, sql`s.id_client`)} as client,
         ${nameOf('users', sql`s.gym_id`, sql`s.id_user`)} as user, ${voidedOf(sql`s`, sql`v.id_sale = s.id`)} as voided,
         ${linesOf('sale_items', sql`i.gym_id = s.gym_id and i.id_sale = s.id`)} as sales_bill_items`

export const readSale = (tx: Transaction, gym: number, id: number): Promise<Sale | null> =>
  tx.maybe(sql`${sale} from sales s where s.gym_id = ${gym} and s.id = ${id}`)

export interface SaleFilter extends Page {
  client_name?: string | undefined
  user_name?: string | undefined
  sold: Between
}

/** Newest first, with the sums of the filter. The page is cut in an index, before rows, names and lines are looked up. */
export async function listSales(
  tx: Transaction,
  gym: number,
  filter: SaleFilter,
): Promise<{ items: Sale[]; sums: Sums }> {
  const matching = sql`s.gym_id = ${gym} ${within(sql`s.created_at`, filter.sold)}
    ${idsOfNamed(sql`s.id_client`, 'clients', gym, filter.client_name)} ${idsOfNamed(sql`s.id_user`, 'users', gym, filter.user_name)}`
  const [items, found] = await Promise.all([
    tx.many<Sale>(sql`
      ${sale} from (select s.gym_id, s.id from sales s where ${matching}
                    order by s.created_at desc, s.id desc limit ${filter.size_page} offset ${filter.page * filter.size_page}) page
        ${rowOf(sql`sales`, sql`s`)} order by s.created_at desc, s.id desc`),
    tx.one<Sums>(sql`select ${sums(sql`s.amount_total`, sql`s.voided_at`)} from sales s where ${matching}`),
  ])
  return { items, sums: found }
}

export interface NewSaleRow {
  gym_id: number
  id_client: number
  id_user: number
  amount_total: string
  created_at: Date
  lines: readonly BookedLine[]
}

/** Books the sale, its lines and its stock. The number is taken last: the gym's next sale waits for it. */
export const insertSale = (tx: Transaction, row: NewSaleRow): Promise<{ id: number; number: number }> =>
  tx.one(sql`
    with sale as (
      insert into sales (gym_id, number, id_client, id_user, amount_total, created_at)
      values (${row.gym_id}, next_document_number(${row.gym_id}, 'sale'), ${row.id_client}, ${row.id_user}, ${row.amount_total}, ${row.created_at})
      returning gym_id, id, number),
    items as (
      insert into sale_items (gym_id, id_sale, line, id_product, product_name, quantity, unit_price, discount, tax)
      select sale.gym_id, sale.id, l.* from sale, ${lineRows(row.lines)}),
    moved as (
      insert into stock_movements (gym_id, id_product, quantity, reason, id_sale)
      select sale.gym_id, l.id_product, -l.quantity, 'sale', sale.id from sale, ${lineRows(row.lines)})
    select id, number from sale`)
