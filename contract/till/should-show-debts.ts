// Without the schemas of debts.ts, so that pages that only ask whether to show debts stay small.
import type { DebtRules } from './debts.ts'

/** True if screens show debts: debts are allowed, or some client still owes. */
export const shouldShowDebts = (rules: Pick<DebtRules, 'is_on' | 'is_owed'> | undefined): boolean =>
  rules !== undefined && (rules.is_on || rules.is_owed)
