import { mostOwed } from '@torniquete/contract/debts.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { anonymousClientName } from '@torniquete/contract/memberships.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { PayingState } from './paying.ts'

const hour = 3_600_000

/** What the gym says of debts, and whether anybody owes; what changes it announces it. */
export const useDebtRules = (enabled = true) => useEndpoint('debts.rules', {}, { staleTime: hour, enabled })

/** The same state where a part may be left owing, or not by this client; and whether that is offered. */
export function useOwing(state: PayingState, client: { name: string } | null): { pay: PayingState; owing: boolean } {
  const { role } = useSignedIn()
  const rules = useDebtRules().data
  const most = rules ? mostOwed(rules, role) : '0.00'
  const nameless = client?.name === anonymousClientName
  const refused = nameless && state.paying.now !== undefined ? errorText('debt.anonymous') : null
  return { pay: refused ? { ...state, wrong: refused, paid: undefined } : state, owing: most !== '0.00' && !nameless }
}
