import { may } from '@torniquete/contract/permissions.ts'
import { announcedStaleTime, useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedInUser } from '../../session/session.tsx'

/** The gym's debt rules and whether any client owes. The master has no gym. */
export function useDebtRules(enabled = true) {
  const { role } = useSignedInUser()
  return useEndpoint('debts.rules', {}, { staleTime: announcedStaleTime, enabled: enabled && may(role, 'debts.rules') })
}
