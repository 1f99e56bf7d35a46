// Payment methods and debt rules of the gym. Pages load them without the code of the payment fields.
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedInUser } from '../../session/session.tsx'

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
