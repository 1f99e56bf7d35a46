import { mostOwed } from '@torniquete/contract/debts.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { anonymousClientName } from '@torniquete/contract/memberships.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSignedIn } from '../../session/session.tsx'
import type { PayingState } from './paying.ts'

const hour = 3_600_000

/** What the gym says of debts, and whether anybody owes; what changes it announces it. */
export const useDebtRules = (enabled = true) => useEndpoint('debts.rules', {}, { staleTime: hour, enabled })

const paidWhole = 'Una membresía con productos se paga entera.'

/** The same state where a part may be left owing, or not by this client or on a ticket; and whether that is offered. */
export function useOwing(
  state: PayingState,
  client: { name: string } | null,
  isTicket = false,
): { pay: PayingState; owing: boolean } {
  const { role } = useSignedIn()
  const rules = useDebtRules().data
  const most = rules ? mostOwed(rules, role) : '0.00'
  const nameless = client?.name === anonymousClientName
  const why = nameless ? errorText('debt.anonymous') : isTicket ? paidWhole : null
  const refused = state.paying.now === undefined ? null : why
  return {
    pay: refused ? { ...state, wrong: refused, paid: undefined } : state,
    owing: most !== '0.00' && why === null,
  }
}
