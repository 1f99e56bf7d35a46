import { may } from '@torniquete/contract/permissions.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'

const hour = 3_600_000

/** What the gym says of debts, and whether anybody owes; what changes it announces it. The master has no gym to ask about. */
export function useDebtRules(enabled = true) {
  const { role } = useSignedIn()
  return useEndpoint('debts.rules', {}, { staleTime: hour, enabled: enabled && may(role, 'debts.rules') })
}
