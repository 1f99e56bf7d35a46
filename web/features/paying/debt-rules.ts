import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'

const hour = 3_600_000

/** The gym's debt rules and whether any client owes. The master has no gym. */
export function useDebtRules(enabled = true) {
  const { role } = useSignedIn()
  return useEndpoint('debts.rules', {}, { staleTime: hour, enabled: enabled && may(role, 'debts.rules') })
}
