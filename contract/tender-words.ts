// What rows of sums by kind are called, apart from the schemas: lists show them before anything else is fetched.
import { subtractSums } from './money.ts'
import type { KindFlow } from './tenders.ts'

export const unsaidKind = 'Sin indicar'
export const owedKind = 'Pendiente de pago'

/** What each row is called, on screen as in a message. */
export const flowLabel = ({ kind, debts }: Pick<KindFlow, 'kind' | 'debts'>): string =>
  kind?.name ?? (debts ? owedKind : unsaidKind)

export interface FlowLine {
  label: string
  /** Decimal text: what came in by it, less what went out; may be negative. */
  value: string
}

/** What was left owing on those days, less what was paid of debts; nothing where neither. */
export function debtLines(flow: readonly Pick<KindFlow, 'debts'>[]): FlowLine[] {
  const { made = '0.00', collected = '0.00', annulled = '0.00' } = flow.find(({ debts }) => debts)?.debts ?? {}
  return [
    { label: 'Se dejó a deber', value: made },
    // Above zero where more of it was taken back.
    { label: 'Se cobró de deudas', value: subtractSums('0.00', collected) },
    { label: 'Se anuló sin cobrar', value: subtractSums('0.00', annulled) },
  ].filter(({ value }) => Number(value) !== 0)
}
