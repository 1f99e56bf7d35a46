import type { Purchase } from '@torniquete/contract/purchases.ts'
import type { Page } from '@torniquete/contract/shapes.ts'
import { type BookedLine, lineRows, linesOf, nameOf, rowOf, type Sums, sums, voidedOf } from '../bills/queries.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { idsOfNamed } from '../db/name-search.ts'
import { sql } from '../db/sql.ts'
import { type Between, within } from '../db/time-range.ts'

const purchase = sql`
  select b.id, b.number, b.created_at, b.amount_total, ${nameOf('suppliers', sql`b.gym_id`, sql`b.id_supplier`)} as supplier,
         ${nameOf('users', sql`b.gym_id`, sql`b.id_user`)} as user, ${voidedOf(sql`b`, sql`v.id_purchase = b.id`)} as voided,
         ${linesOf('purchase_items', sql`i.gym_id = b.gym_id and i.id_purchase = b.id`)} as purchase_bill_items`

export const readPurchase = (tx: Transaction, gym: number, id: number): Promise<Purchase | null> =>
  tx.maybe(sql`${purchase} from purchases b where b.gym_id = ${gym} and b.id = ${id}`)

export interface PurchaseFilter extends Page {
  supplier_name?: string | undefined
  user_name?: string | undefined
  bought: Between
}

/** Newest first, with the sums of the filter. */
export async function listPurchases(
  tx: Transaction,
  gym: number,
  filter: PurchaseFilter,
): Promise<{ items: Purchase[]; sums: Sums }> {
  const matching = sql`b.gym_id = ${gym} ${within(sql`b.created_at`, filter.bought)}
    ${idsOfNamed(sql`b.id_supplier`, 'suppliers', gym, filter.supplier_name)} ${idsOfNamed(sql`b.id_user`, 'users', gym, filter.user_name)}`
  const [items, found] = await Promise.all([
    tx.many<Purchase>(sql`
      ${purchase} from (select b.gym_id, b.id from purchases b where ${matching}
                        order by b.created_at desc, b.id desc limit ${filter.size_page} offset ${filter.page * filter.size_page}) page
        ${rowOf(sql`purchases`, sql`b`)} order by b.created_at desc, b.id desc`),
    tx.one<Sums>(sql`select ${sums(sql`b.amount_total`, sql`b.voided_at`)} from purchases b where ${matching}`),
  ])
  return { items, sums: found }
}

export interface NewPurchaseRow {
  gym_id: number
  id_supplier: number
  id_user: number
  amount_total: string
  created_at: Date
  lines: readonly BookedLine[]
}

/** Books the purchase, its lines and its stock. */
export const insertPurchase = (tx: Transaction, row: NewPurchaseRow): Promise<{ id: number; number: number }> =>
  tx.one(sql`
    with purchase as (
      insert into purchases (gym_id, number, id_supplier, id_user, amount_total, created_at)
      values (${row.gym_id}, next_document_number(${row.gym_id}, 'purchase'), ${row.id_supplier}, ${row.id_user}, ${row.amount_total}, ${row.created_at})
      returning gym_id, id, number),
    items as (
      insert into purchase_items (gym_id, id_purchase, line, id_product, product_name, quantity, unit_price, discount, tax)
      select purchase.gym_id, purchase.id, l.* from purchase, ${lineRows(row.lines)}),
    moved as (
      insert into stock_movements (gym_id, id_product, quantity, reason, id_purchase)
      select purchase.gym_id, l.id_product, l.quantity, 'purchase', purchase.id from purchase, ${lineRows(row.lines)})
    select id, number from purchase`)
