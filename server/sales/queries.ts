import type { Sale } from '@torniquete/contract/sales.ts'
import { billParts, keptName, linesOf, type NewBill, voidedOf } from '../bills/queries.ts'
import { readDocument, rowsOf } from '../db/documents.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { type LastStatement, lastly } from '../http/last-statement.ts'

/** As the contract's Sale. */
export const sales = rowsOf('sale', {
  alias: sql`s`,
  party: { id: sql`s.id_client`, table: 'clients' },
  columns: sql`
    s.id, s.number, s.created_at, s.amount_total, ${keptName(sql`s.id_client`, sql`s.party_name`)} as client,
    ${keptName(sql`s.id_user`, sql`s.user_name`)} as user, ${voidedOf(sql`s`, 'sale')} as voided,
    ${linesOf('sale_items', sql`i.gym_id = s.gym_id and i.id_sale = s.id`)} as sales_bill_items`,
})

/** Books it and answers it: the gym's next sale waits from here to the commit. */
export const bookSale = (sale: NewBill): LastStatement<Sale> =>
  lastly(
    billParts('sale', sale),
    sql`
      select id, number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        amount_total::text as amount_total, ${keptName(sql`id_client`, sql`party_name`)} as client,
        ${keptName(sql`id_user`, sql`user_name`)} as user, ${JSON.stringify(sale.lines)}::json as sales_bill_items, null as voided
      from bill`,
  )

export const readSale = (tx: Transaction, gym: number, id: number): Promise<Sale | null> =>
  readDocument(tx, gym, sales, id)
