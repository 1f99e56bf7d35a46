import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { checkBillTotal, computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import { requireValidReceivedReceipt } from '../../fiscal/purchase-receipts/queries.ts'
import { defineDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import {
  deductStock,
  lockProducts,
  makeBillCtes,
  readDocumentList,
  readDocumentsWithPayments,
  selectDocumentLines,
  selectNameSnapshot,
  selectVoidJson,
} from '../bills/queries.ts'
import { setCostsFromPurchases } from '../products/queries.ts'
import { readSupplier } from '../suppliers/queries.ts'
import { insertVoid } from '../voids/queries.ts'

export const purchaseDocumentTable = defineDocumentTable('purchase', {
  alias: sql`b`,
  party: { id: sql`b.id_supplier`, table: 'suppliers' },
  columns: sql`
    b.id, b.number, b.created_at, b.amount_total, b.ncf, b.issued_on, b.goods_kind, b.included_tax, ${selectNameSnapshot(sql`b.id_supplier`, sql`b.party_name`)} as supplier,
    ${selectNameSnapshot(sql`b.id_user`, sql`b.user_name`)} as user, ${selectVoidJson(sql`b`, 'purchase')} as voided,
    ${selectDocumentLines('purchase_items', sql`i.gym_id = b.gym_id and i.id_purchase = b.id`)} as purchase_bill_items`,
})

const readPurchase = (tx: Transaction, gym: number, id: number): Promise<Purchase | null> =>
  readDocument(tx, gym, purchaseDocumentTable, id)

const listProductIds = (items: readonly { id_product: number }[]) => items.map((item) => item.id_product)

export const purchasesHandlers: AreaHandlers<'purchases'> = {
  'purchases.list': (call) =>
    readDocumentList<'purchaseInvoices', Purchase>(
      'purchaseInvoices',
      purchaseDocumentTable,
      call,
      call.query.supplier_name,
    ),

  'purchases.export': (call) =>
    readDocumentsWithPayments<Purchase>(purchaseDocumentTable, call, call.query.supplier_name),

  'purchases.read': async ({ tx, gym, params }) =>
    (await readPurchase(tx, gym, params.id)) ?? throwError('row.missing'),

  'purchases.create': async ({ tx, gym, user, body, today, clock, country }) => {
    const [supplier, stock] = await Promise.all([
      readSupplier(tx, gym, body.id_supplier),
      lockProducts(tx, gym, listProductIds(body.items)),
    ])
    if (!supplier) throwError('row.missing')
    const lines = body.items.map((item) => ({
      ...item,
      product_name: stock.get(item.id_product)?.name ?? throwError('row.missing'),
    }))
    throwIfRefused(checkBillTotal(lines))
    const { ncf, issued_on, goods_kind, included_tax } = body
    const { total } = computeBillAmounts(lines)
    const received = country === 'none' ? {} : { ncf, issued_on, goods_kind, included_tax }
    await requireValidReceivedReceipt(tx, { ...received, tax_id: supplier.tax_id }, { gym, today, total })
    const bill = makeBillCtes('purchase', {
      gym_id: gym,
      id_party: supplier.id,
      id_user: user.id,
      amount_total: total,
      created_at: clock(),
      lines,
      how: body,
      received,
    })
    const { id } = await tx.one<{ id: number }>(sql`with ${bill} select id from bill`)
    await setCostsFromPurchases(tx, gym, listProductIds(lines))
    return (await readPurchase(tx, gym, id)) ?? throwError('row.missing')
  },

  'purchases.void': async ({ tx, gym, user, params, body, clock }) => {
    const lines = (await readPurchase(tx, gym, params.id))?.purchase_bill_items ?? []
    const [stock, purchase] = await Promise.all([
      lockProducts(tx, gym, listProductIds(lines), { deleted: true }),
      readPurchase(tx, gym, params.id),
    ])
    const now = clock()
    const made = { gym_id: gym, id: params.id, reason: body.reason, how: body, id_user: user.id, created_at: now }
    // Fails if goods of the purchase were already sold, since they cannot be returned to the supplier.
    if (purchase && !purchase.voided) deductStock(tx, gym, stock, lines, { now, refusal: 'purchase.void-short' })
    await insertVoid(tx, purchase, { kind: 'purchase', ...made })
    await setCostsFromPurchases(tx, gym, listProductIds(lines))
    return (await readPurchase(tx, gym, params.id)) ?? throwError('row.missing')
  },
}
