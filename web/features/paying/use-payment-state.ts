import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { getDebtLimit } from '@torniquete/contract/till/debts.ts'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { useDrawers } from './current-cash-drawer.ts'
import { makePaymentState, type PaymentInput, type PaymentState } from './payment-input.ts'

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

// Payment methods and debt rules of the gym. Pages load them without the code of the payment fields.

/** Payment methods. Pages with sales load them when idle, so that dialogs do not wait. */
export const usePaymentKinds = (enabled = true) =>
  // The server announces changes, so the data may be cached for an hour.
  useEndpoint('payment-kinds.list', {}, { staleTime: staleTimeOfAnnouncedMs, enabled })

/** The gym's debt rules, and whether any client owes. Not loaded for the master, who has no gym. */
export function useDebtRules(enabled = true) {
  const { role } = useSignedInUser()
  return useEndpoint(
    'debts.rules',
    {},
    { staleTime: staleTimeOfAnnouncedMs, enabled: enabled && isCallAllowed(role, 'debts.rules') },
  )
}
