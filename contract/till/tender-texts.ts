// Labels of sums by payment method, without schemas.
import { subtractSums } from '../shared/money.ts'
import type { KindFlow } from './tenders.ts'

export const unknownKindLabel = 'Sin indicar'
export const pendingKindLabel = 'Pendiente de pago'

/** On screen and in messages. */
export const formatFlowLabel = ({ kind, debts }: Pick<KindFlow, 'kind' | 'debts'>): string =>
  kind?.name ?? (debts ? pendingKindLabel : unknownKindLabel)

export interface FlowLine {
  label: string
  /** Decimal text: income less outgoings; may be negative. */
  value: string
}

/** Debts made on those days less payments of debts; empty without any. */
export function debtLines(flow: readonly Pick<KindFlow, 'debts'>[]): FlowLine[] {
  const { made = '0.00', collected = '0.00', annulled = '0.00' } = flow.find(({ debts }) => debts)?.debts ?? {}
  return [
    { label: 'Se dejó a deber', value: made },
    // Positive if more was refunded than collected.
    { label: 'Se cobró de deudas', value: subtractSums('0.00', collected) },
    { label: 'Se anuló sin cobrar', value: subtractSums('0.00', annulled) },
  ].filter(({ value }) => Number(value) !== 0)
}
