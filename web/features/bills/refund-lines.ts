import { showMoney } from '@torniquete/contract/shared/money.ts'
import { formatRefundedDocument, isRecovered, type Refund } from '@torniquete/contract/till/refunds.ts'
import type { PaperLine } from './bill-content.ts'

/** `Venta N.º 7 · Efectivo · por Ana` and its amount, below zero where money was given back; a line for each kind. */
export const refundLines = (refund: Refund): PaperLine[] =>
  refund.paid.map(({ kind, amount }) => ({
    label: `${formatRefundedDocument(refund)} · ${kind.name} · por ${refund.by.name}`,
    value: showMoney(isRecovered(refund) ? amount : `-${amount}`),
  }))
