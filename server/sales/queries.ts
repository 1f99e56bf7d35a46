import type { Sale } from '@torniquete/contract/sales.ts'
import { keptName, linesOf, voidedOf } from '../bills/queries.ts'
import { readDocument, rowsOf } from '../db/documents.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'

/** As the contract's Sale. */
export const sales = rowsOf('sale', {
  alias: sql`s`,
  party: { id: sql`s.id_client`, table: 'clients' },
  columns: sql`
    s.id, s.number, s.created_at, s.amount_total, ${keptName(sql`s.id_client`, sql`s.party_name`)} as client,
    ${keptName(sql`s.id_user`, sql`s.user_name`)} as user, ${voidedOf(sql`s`, 'sale')} as voided,
    ${linesOf('sale_items', sql`i.gym_id = s.gym_id and i.id_sale = s.id`)} as sales_bill_items`,
})

export const readSale = (tx: Transaction, gym: number, id: number): Promise<Sale | null> =>
  readDocument(tx, gym, sales, id)
