import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '@torniquete/contract/members/memberships.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import {
  type Buyer,
  type FreshBuyer,
  isOver,
  type MembershipSale,
  makeSale,
  overlapText,
  planRefusal,
  type SaleChoice,
} from './membership-sale.ts'

/** Null until the server's current data has arrived. */
function useFreshBuyer(picked: Buyer | null): { fresh: FreshBuyer | null; error: Error | null } {
  const input = { params: { id_client: picked?.id ?? 0 } }
  const options = { enabled: picked !== null, staleTime: 0 }
  const read = useEndpoint('clients.read', input, options)
  const paid = useEndpoint('clients.paid', input, options)
  const isFresh = picked !== null && read.isFetchedAfterMount && paid.isFetchedAfterMount
  const fresh = useMemo(
    () => (isFresh && read.data && paid.data ? { client: read.data, paid: paid.data } : null),
    [isFresh, read.data, paid.data],
  )
  return { fresh, error: picked && (read.error ?? paid.error) }
}

interface Chosen {
  plans: UseQueryResult<Plan[]>
  fresh: FreshBuyer | null
  error: Error | null
  /** The choice completed by the proposal. */
  current: MembershipSale
  /** Reason why the client may not buy the plan. */
  refusal: string | null
  /** Warning before the sale about days already paid. */
  overlap: string | null
  over: string | null
}

const noChoice: SaleChoice = { client: null }

/** Null asks for nothing. */
export function useMembershipChoice(choice: SaleChoice | null, today: string | null): Chosen {
  const plans = useEndpoint('memberships.list', {}, { enabled: choice !== null })
  const { fresh, error } = useFreshBuyer(choice?.client ?? null)
  const current = makeSale(choice ?? noChoice, fresh, plans.data ?? [], today)
  return {
    plans,
    fresh,
    error,
    current,
    refusal: planRefusal(current),
    overlap: overlapText(current),
    over: isOver(current, today) ? 'Esta membresía ya está vencida; la puerta seguirá cerrada.' : null,
  }
}
