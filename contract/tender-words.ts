// What rows of sums by kind are called, apart from the schemas: lists show them before anything else is fetched.
import type { KindFlow } from './tenders.ts'

export const unsaidKind = 'Sin indicar'
export const owedKind = 'Pendiente de pago'

/** What each row is called, on screen as in a message. */
export const flowLabel = ({ kind, debts }: Pick<KindFlow, 'kind' | 'debts'>): string =>
  kind?.name ?? (debts ? owedKind : unsaidKind)
