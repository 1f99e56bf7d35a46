import type { UseQueryResult } from '@tanstack/react-query'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName, dailyPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import {
  findPaidOverlap,
  type PaidPeriod,
  proposeStartDay,
  showPeriods,
} from '@torniquete/contract/members/paid-time.ts'
import { addDays, isDay } from '@torniquete/contract/shared/dates.ts'
import { errors, errorText } from '@torniquete/contract/shared/errors.ts'
import { toCents } from '@torniquete/contract/shared/money.ts'
import { mayBuyPlan } from '@torniquete/contract/till/payments.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** A client picked long ago may be known only by name. */
export type Buyer = Pick<Client, 'id' | 'name'> & Partial<Client>

/** The person's choice; undefined fields use the proposal. A null plan was removed by the person. */
export interface SaleChoice {
  client: Buyer | null
  planId?: number | null
  /** Invalid text stays as typed; '' if cleared. */
  start?: string
  discount?: string
}

export type MembershipChoice = Omit<SaleChoice, 'client'>

/** Current server data of the picked client: a search result may be outdated. */
interface FreshBuyer {
  client: Client
  paid: readonly PaidPeriod[]
}

export interface MembershipSale {
  client: Client | null
  plan: Plan | null
  start: string | null
  /** Days of this sale that are already paid. */
  twice: readonly PaidPeriod[]
}

export const isAnonymous = (client: Pick<Client, 'name'> | null) => client?.name === anonymousClientName

/** A renewal keeps its plan; the anonymous client can buy only one. */
function proposedPlan(client: Client | null, plans: readonly Plan[]): Plan | null {
  if (!client) return null
  if (isAnonymous(client)) return plans.find((plan) => plan.name === dailyPlanName) ?? null
  return plans.find((plan) => plan.id === client.membership?.id_membership) ?? null
}

function makeSale(
  { planId, start: typed }: SaleChoice,
  fresh: FreshBuyer | null,
  plans: readonly Plan[],
  today: string | null,
): MembershipSale {
  const client = fresh?.client ?? null
  const plan = planId === undefined ? proposedPlan(client, plans) : (plans.find(({ id }) => id === planId) ?? null)
  const proposed = client && today && proposeStartDay(client.paid_until, today)
  const start = typed === undefined ? proposed : isDay(typed) ? typed : null
  const expire_membership = computeExpiry({ plan, start })
  const twice =
    start && expire_membership ? findPaidOverlap({ start_date: start, expire_membership }, fresh?.paid ?? []) : []
  return { client, plan, start, twice }
}

const [overlapBegins = ''] = errors['payment.overlap'][1].split('{')

/** True if the server refused because of days sold at another desk. */
export const isOverlap = (error: Error | null): error is Error => error?.message.startsWith(overlapBegins) ?? false

/** Note about a day pass without a price: it is sold for nothing, the default in every gym. */
export const unpriced = ({ plan }: MembershipSale): string | null =>
  plan?.name === dailyPlanName && toCents(plan.price) === 0
    ? `${dailyPlanName} no tiene precio: se vende por $ 0.00.`
    : null

/** The day after the last valid one, like the API's `expire_membership`. */
export function computeExpiry({ plan, start }: Pick<MembershipSale, 'plan' | 'start'>): string | null {
  return plan && start ? addDays(start, plan.duration_days) : null
}

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

export interface ChosenMembership {
  plans: UseQueryResult<Plan[]>
  fresh: FreshBuyer | null
  error: Error | null
  current: MembershipSale
  /** Reason why the client may not buy the plan. */
  refusal: string | null
  /** Warning before the sale about days already paid, in the server's words. */
  overlap: string | null
  /** Warning that the whole period has passed: it opens no door. */
  over: string | null
}

const noChoice: SaleChoice = { client: null }

/** Null asks for nothing. */
export function useMembershipChoice(choice: SaleChoice | null, today: string | null): ChosenMembership {
  const plans = useEndpoint('memberships.list', {}, { enabled: choice !== null })
  const { fresh, error } = useFreshBuyer(choice?.client ?? null)
  const current = makeSale(choice ?? noChoice, fresh, plans.data ?? [], today)
  const { client, plan, twice } = current
  const refusal = plan && mayBuyPlan({ is_anonymous: isAnonymous(client) }, plan)
  const expire = computeExpiry(current)
  const isOver = expire !== null && today !== null && expire <= today
  return {
    plans,
    fresh,
    error,
    current,
    refusal: refusal && errorText(refusal),
    overlap: twice.length > 0 ? errorText('payment.overlap', { days: showPeriods(twice) }) : null,
    over: isOver ? 'Esta membresía ya está vencida; la puerta seguirá cerrada.' : null,
  }
}
