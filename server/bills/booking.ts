// Booking a bill: the document, its lines and its stock in one statement.
import type { Line } from '@torniquete/contract/bills.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { identifier, type Statement, sql } from '../db/sql.ts'

export interface BookedLine extends Line {
  id_product: number
  product_name: string
}

interface NewBill {
  gym_id: number
  /** The client of a sale, the supplier of a purchase. */
  id_party: number
  id_user: number
  amount_total: string
  created_at: Date
  lines: readonly BookedLine[]
}

const bills = {
  sale: { table: 'sales', party: 'id_client', items: 'sale_items', document: 'id_sale', sign: -1 },
  purchase: { table: 'purchases', party: 'id_supplier', items: 'purchase_items', document: 'id_purchase', sign: 1 },
} as const

/** Lines as a row set (line, id_product, product_name, quantity, unit_price, discount, tax). */
const lineRows = (lines: readonly BookedLine[]): Statement => sql`
  unnest(${lines.map((_, index) => index + 1)}::smallint[], ${lines.map((line) => line.id_product)}::int[],
         ${lines.map((line) => line.product_name)}::text[], ${lines.map((line) => line.quantity)}::int[],
         ${lines.map((line) => line.unit_price)}::numeric[], ${lines.map((line) => line.discount)}::numeric[],
         ${lines.map((line) => line.tax)}::numeric[]) as l (line, id_product, product_name, quantity, unit_price, discount, tax)`

/** Books it under the kind's next number, which the gym's next bill waits for. */
export function insertBill(
  tx: Transaction,
  kind: keyof typeof bills,
  { gym_id, id_party, id_user, amount_total, created_at, lines }: NewBill,
): Promise<{ id: number; number: number }> {
  const { table, party, items, document, sign } = bills[kind]
  return tx.one(sql`
    with bill as (
      insert into ${identifier(table)} (gym_id, number, ${identifier(party)}, id_user, amount_total, created_at)
      values (${gym_id}, next_document_number(${gym_id}, ${kind}), ${id_party}, ${id_user}, ${amount_total}, ${created_at})
      returning gym_id, id, number),
    items as (
      insert into ${identifier(items)} (gym_id, ${identifier(document)}, line, id_product, product_name, quantity, unit_price, discount, tax)
      select bill.gym_id, bill.id, l.* from bill, ${lineRows(lines)}),
    moved as (
      insert into stock_movements (gym_id, id_product, quantity, reason, ${identifier(document)})
      select bill.gym_id, l.id_product, l.quantity * ${sign}::integer, ${kind}, bill.id from bill, ${lineRows(lines)})
    select id, number from bill`)
}
