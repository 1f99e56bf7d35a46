import { goodsKinds } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import { formatCodeWithName } from '@torniquete/contract/fiscal/do/report-codes.ts'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import { billKinds, type PrintedLine } from './bill-content.ts'
import { type BillWithoutIssuer, makeBillHeaderFields } from './make-bill.ts'

export function makePurchaseBill(zone: string, purchase: Purchase): BillWithoutIssuer {
  const body = makeBillHeaderFields(zone, purchase, {
    at: purchase.created_at,
    party: purchase.supplier,
    partyLabel: 'Proveedor',
    userLabel: 'Registrado por',
  })
  return {
    ...body,
    facts: [...body.facts, ...makeSellerReceiptFacts(purchase)],
    title: billKinds.purchase.title,
    lines: purchase.purchase_bill_items.map(({ product_name, ...line }) => ({ ...line, name: product_name })),
    total: purchase.amount_total,
  }
}

/** The seller's receipt; nothing if the gym issues no fiscal receipts or the fields are empty. */
function makeSellerReceiptFacts({ ncf, issued_on, goods_kind, included_tax }: Purchase): PrintedLine[] {
  return [
    ...(ncf ? [{ label: 'NCF', value: ncf }] : []),
    ...(issued_on ? [{ label: 'Fecha del comprobante', value: formatDate(issued_on) }] : []),
    ...(goods_kind ? [{ label: 'Tipo de bienes y servicios', value: formatCodeWithName(goodsKinds, goods_kind) }] : []),
    ...(included_tax ? [{ label: 'ITBIS incluido', value: formatMoney(included_tax) }] : []),
  ]
}
