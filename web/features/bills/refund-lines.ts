import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { formatRefundedDocument, isRefundToGym, type Refund } from '@torniquete/contract/till/refunds.ts'
import type { PrintedLine } from './bill-content.ts'

/** One line for each payment method: `Venta N.º 7 · Efectivo · por Ana`. An amount paid out by the gym is negative. */
export const refundLines = (refund: Refund): PrintedLine[] =>
  refund.paid.map(({ kind, amount }) => ({
    label: `${formatRefundedDocument(refund)} · ${kind.name} · por ${refund.by.name}`,
    value: formatMoney(isRefundToGym(refund) ? amount : `-${amount}`),
  }))
