import type { UseQueryResult } from '@tanstack/react-query'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { anonymousClientName, dailyPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import {
  findPaidOverlap,
  formatPaidPeriods,
  type PaidPeriod,
  proposeRenewalDay,
} from '@torniquete/contract/members/paid-periods.ts'
import { addDays, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { errorsByName, formatError } from '@torniquete/contract/shared/errors.ts'
import { toCents } from '@torniquete/contract/shared/money.ts'
import { checkPlanBuyer } from '@torniquete/contract/till/payments.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** Buyer of a membership. A draft stores only id and name of the client. */
export type MembershipBuyer = Pick<Client, 'id' | 'name'> & Partial<Client>

/** Input of the user. An undefined field has the proposed value; a null plan means that the user cleared the field. */
export interface MembershipSaleInput {
  client: MembershipBuyer | null
  planId?: number | null
  /** First day, or invalid text as typed; '' if the user cleared the field. */
  start?: string
  discount?: string
}

export type MembershipInput = Omit<MembershipSaleInput, 'client'>

/** Picked client as just loaded from the server, because a search result may be outdated. */
interface FreshBuyer {
  client: Client
  paid: readonly PaidPeriod[]
}

export interface ProposedMembershipSale {
  client: Client | null
  plan: Plan | null
  start: string | null
  /** Periods within this membership for which the client has already paid. */
  twice: readonly PaidPeriod[]
}

export const isAnonymousClient = (client: Pick<Client, 'name'> | null) => client?.name === anonymousClientName

/** Proposes the client's last plan, and the day pass to the anonymous client, who cannot buy another plan. */
function proposedPlan(client: Client | null, plans: readonly Plan[]): Plan | null {
  if (!client) return null
  if (isAnonymousClient(client)) return plans.find((plan) => plan.name === dailyPlanName) ?? null
  return plans.find((plan) => plan.id === client.membership?.id_membership) ?? null
}

function makeSale(
  { planId, start: typed }: MembershipSaleInput,
  fresh: FreshBuyer | null,
  plans: readonly Plan[],
  today: string | null,
): ProposedMembershipSale {
  const client = fresh?.client ?? null
  const plan = planId === undefined ? proposedPlan(client, plans) : (plans.find(({ id }) => id === planId) ?? null)
  const proposed = client && today && proposeRenewalDay(client.paid_until, today)
  const start = typed === undefined ? proposed : isCalendarDay(typed) ? typed : null
  const expire_membership = computeExpiry({ plan, start })
  const twice =
    start && expire_membership ? findPaidOverlap({ start_date: start, expire_membership }, fresh?.paid ?? []) : []
  return { client, plan, start, twice }
}

const [overlapBegins = ''] = errorsByName['payment.overlap'][1].split('{')

/** True if the server refused the sale because another sale, such as one at another computer, covers the same days. */
export const isOverlapRefusal = (error: Error | null): error is Error =>
  error?.message.startsWith(overlapBegins) ?? false

/** Note for a day pass without a price, as in every new gym: it is sold for nothing. */
export const describeFreeDayPass = ({ plan }: ProposedMembershipSale): string | null =>
  plan?.name === dailyPlanName && toCents(plan.price) === 0
    ? `${dailyPlanName} no tiene precio: se vende por $ 0.00.`
    : null

/** Expiry as in the API's `expire_membership`: the day after the last valid day. */
export function computeExpiry({ plan, start }: Pick<ProposedMembershipSale, 'plan' | 'start'>): string | null {
  return plan && start ? addDays(start, plan.duration_days) : null
}

/** Loads the picked client's current data; `fresh` is null until they arrive. */
function useFreshBuyer(picked: MembershipBuyer | null): { fresh: FreshBuyer | null; error: Error | null } {
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

export interface MembershipSaleState {
  plans: UseQueryResult<Plan[]>
  fresh: FreshBuyer | null
  error: Error | null
  current: ProposedMembershipSale
  /** Reason why this client may not buy the plan; null if the client may. */
  refusal: string | null
  /** Warning about days already paid, worded like the server's refusal; null if there are none. */
  overlap: string | null
  /** Warning that the membership would end in the past, so that it opens no door. */
  over: string | null
}

const noChoice: MembershipSaleInput = { client: null }

/** Completes the user's choice with proposals and loads what they need. With a null choice it loads nothing. */
export function useMembershipSaleState(choice: MembershipSaleInput | null, today: string | null): MembershipSaleState {
  const plans = useEndpoint('memberships.list', {}, { enabled: choice !== null })
  const { fresh, error } = useFreshBuyer(choice?.client ?? null)
  const current = makeSale(choice ?? noChoice, fresh, plans.data ?? [], today)
  const { client, plan, twice } = current
  const refusal = plan && checkPlanBuyer({ is_anonymous: isAnonymousClient(client) }, plan)
  const expire = computeExpiry(current)
  const isOver = expire !== null && today !== null && expire <= today
  return {
    plans,
    fresh,
    error,
    current,
    refusal: refusal && formatError(refusal),
    overlap: twice.length > 0 ? formatError('payment.overlap', { days: formatPaidPeriods(twice) }) : null,
    over: isOver ? 'Esta membresía ya está vencida; la puerta seguirá cerrada.' : null,
  }
}
