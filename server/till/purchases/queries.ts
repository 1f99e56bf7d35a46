import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import { defineDocumentRows, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { makeBillParts, type NewBill, selectDocumentLines, selectNameSnapshot, voidColumns } from '../bills/queries.ts'

/** The contract's Purchase. */
export const purchases = defineDocumentRows('purchase', {
  alias: sql`b`,
  party: { id: sql`b.id_supplier`, table: 'suppliers' },
  columns: sql`
    b.id, b.number, b.created_at, b.amount_total, ${selectNameSnapshot(sql`b.id_supplier`, sql`b.party_name`)} as supplier,
    ${selectNameSnapshot(sql`b.id_user`, sql`b.user_name`)} as user, ${voidColumns(sql`b`, 'purchase')} as voided,
    ${selectDocumentLines('purchase_items', sql`i.gym_id = b.gym_id and i.id_purchase = b.id`)} as purchase_bill_items`,
})

/** Books a purchase and returns its id. */
export const insertPurchase = async (tx: Transaction, purchase: NewBill): Promise<number> =>
  (await tx.one<{ id: number }>(sql`with ${makeBillParts('purchase', purchase)} select id from bill`)).id

export const readPurchase = (tx: Transaction, gym: number, id: number): Promise<Purchase | null> =>
  readDocument(tx, gym, purchases, id)
