// Labels of sums by payment method. No schemas are imported, so that the browser need not load zod.
import { subtractAmounts } from '../shared/money.ts'
import type { PaymentKindFlow } from './tenders.ts'

export const unknownPaymentLabel = 'Sin indicar'
export const pendingPaymentLabel = 'Pendiente de pago'

/** Label of a payment method, on screen and in messages. */
export const formatPaymentKind = ({ kind, debts }: Pick<PaymentKindFlow, 'kind' | 'debts'>): string =>
  kind?.name ?? (debts ? pendingPaymentLabel : unknownPaymentLabel)

export interface LabelledSum {
  label: string
  /** Decimal text of income minus outgoings; may be negative. */
  value: string
}

/** Lines for debts made, paid and cancelled in these days; empty if there are none. */
export function listDebtSums(flow: readonly Pick<PaymentKindFlow, 'debts'>[]): LabelledSum[] {
  const { made = '0.00', collected = '0.00', annulled = '0.00' } = flow.find(({ debts }) => debts)?.debts ?? {}
  return [
    { label: 'Se dejó a deber', value: made },
    // The value is positive if more debt payments were refunded than received.
    { label: 'Se cobró de deudas', value: subtractAmounts('0.00', collected) },
    { label: 'Se anuló sin cobrar', value: subtractAmounts('0.00', annulled) },
  ].filter(({ value }) => Number(value) !== 0)
}
