import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
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
