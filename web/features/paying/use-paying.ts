import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { getDebtLimit } from '@torniquete/contract/till/debts.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { usePageIdle } from '../../kit/when-idle.ts'
import { useSignedIn } from '../../session/session.tsx'
import { useDebtRules } from './debt-rules.ts'
import { useDrawers } from './own-drawer.ts'
import { type Paying, type PayingState, readPaying } from './paying.ts'

const hour = 3_600_000

/** Preloaded by selling pages, so that dialogs do not wait. */
export const usePaymentKinds = (enabled = true) =>
  // The server announces changes, so the data may be cached for an hour.
  useEndpoint('payment-kinds.list', {}, { staleTime: hour, enabled })

export function usePaying(total: string | null, paying: Paying): PayingState {
  useDrawers()
  return readPaying(usePaymentKinds().data ?? [], total, paying)
}

/** Payment options for a form that keeps the payment in its own state. */
export function useOwnPaying(total: string | null): [PayingState, (paying: Paying) => void] {
  const [paying, setPaying] = useState<Paying>({})
  return [usePaying(total, paying), setPaying]
}

interface Owing {
  /** The payment state, with an error if this client may not owe the rest. */
  pay: PayingState
  how: Pick<PayingState, 'paid' | 'owed'>
  /** True if debts are offered. */
  owing: boolean
}

/** Payment of which a part may become a debt. */
export function useOwing(state: PayingState, client: { name: string } | null): Owing {
  const { role } = useSignedIn()
  // The rules load when the page is idle: a sale does not wait for them.
  const rules = useDebtRules(usePageIdle()).data
  const most = rules ? getDebtLimit(rules, role) : '0.00'
  const why = client?.name === anonymousClientName ? errorText('debt.anonymous') : null
  const refused = state.paying.now === undefined ? null : why
  const { paid, owed } = state
  return {
    pay: refused ? { ...state, wrong: refused } : state,
    how: { paid, owed },
    owing: most !== '0.00' && why === null,
  }
}

/** Debt options for a form that keeps the payment in its own state. */
export function useOwnOwing(total: string | null, client: { name: string } | null) {
  const [state, setPaying] = useOwnPaying(total)
  return { ...useOwing(state, client), setPaying }
}
