import { may } from '@torniquete/contract/permissions.ts'
import { announcedStaleTime, useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'

/** The gym's debt rules and whether any client owes. The master has no gym. */
export function useDebtRules(enabled = true) {
  const { role } = useSignedIn()
  return useEndpoint('debts.rules', {}, { staleTime: announcedStaleTime, enabled: enabled && may(role, 'debts.rules') })
}
