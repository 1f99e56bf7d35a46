import { showMoney } from '@torniquete/contract/shared/money.ts'
import { formatRefundedDocument, isPaidToGym, type Refund } from '@torniquete/contract/till/refunds.ts'
import type { PaperLine } from './bill-content.ts'

/** One line for each payment method: `Venta N.º 7 · Efectivo · por Ana`. An amount paid out by the gym is negative. */
export const refundLines = (refund: Refund): PaperLine[] =>
  refund.paid.map(({ kind, amount }) => ({
    label: `${formatRefundedDocument(refund)} · ${kind.name} · por ${refund.by.name}`,
    value: showMoney(isPaidToGym(refund) ? amount : `-${amount}`),
  }))
