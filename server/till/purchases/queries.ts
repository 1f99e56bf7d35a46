import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import { defineRows, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { billParts, documentLines, type NewBill, nameSnapshot, voidColumns } from '../bills/queries.ts'

/** The contract's Purchase. */
export const purchases = defineRows('purchase', {
  alias: sql`b`,
  party: { id: sql`b.id_supplier`, table: 'suppliers' },
  columns: sql`
    b.id, b.number, b.created_at, b.amount_total, ${nameSnapshot(sql`b.id_supplier`, sql`b.party_name`)} as supplier,
    ${nameSnapshot(sql`b.id_user`, sql`b.user_name`)} as user, ${voidColumns(sql`b`, 'purchase')} as voided,
    ${documentLines('purchase_items', sql`i.gym_id = b.gym_id and i.id_purchase = b.id`)} as purchase_bill_items`,
})

/** Books a purchase and returns its id. */
export const insertPurchase = async (tx: Transaction, purchase: NewBill): Promise<number> =>
  (await tx.one<{ id: number }>(sql`with ${billParts('purchase', purchase)} select id from bill`)).id

export const readPurchase = (tx: Transaction, gym: number, id: number): Promise<Purchase | null> =>
  readDocument(tx, gym, purchases, id)
