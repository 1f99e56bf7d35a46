import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { getDebtLimit } from '@torniquete/contract/till/debts.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { useDrawers } from './current-cash-drawer.ts'
import { makePaymentState, type PaymentInput, type PaymentState } from './payment-input.ts'
import { useDebtRules, usePaymentKinds } from './payment-settings.ts'

export function usePaymentState(total: string | null, paying: PaymentInput): PaymentState {
  useDrawers()
  return makePaymentState(usePaymentKinds().data ?? [], total, paying)
}

/** State of a payment of which the client may owe a part; `wrong` if this client may not owe anything. */
export function usePaymentStateWithDebt(total: string | null, paying: PaymentInput, client: { name: string } | null) {
  const { role } = useSignedInUser()
  const state = usePaymentState(total, paying)
  // The rules are loaded when the page is idle, because a sale does not wait for them.
  const rules = useDebtRules(useIsPageIdle()).data
  const isAllowed = rules !== undefined && getDebtLimit(rules, role) !== '0.00'
  if (client?.name !== anonymousClientName) return { ...state, mayOwe: isAllowed }
  return { ...state, mayOwe: false, ...(paying.now !== undefined && { wrong: formatError('debt.anonymous') }) }
}
