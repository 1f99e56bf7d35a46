// What is being sold: what the person chose, completed by what is proposed.
import type { Client } from '@torniquete/contract/clients.ts'
import { addDays, isDay } from '@torniquete/contract/dates.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { anonymousClientName, dailyPlanName, type Plan } from '@torniquete/contract/memberships.ts'
import { mayBuyPlan, proposedStart } from '@torniquete/contract/payments.ts'

/** Of a client whom the person picked some time ago perhaps no more than the name is known. */
export type Buyer = Pick<Client, 'id' | 'name'> & Partial<Client>

/** What the person chose; where that is nothing, the proposal holds. A plan of null is one that was taken away again. */
export interface SaleChoice {
  client: Buyer | null
  planId?: number | null
  /** What is no day stands as it was typed, '' where it was emptied. */
  start?: string
}

export interface MembershipSale {
  client: Client | null
  plan: Plan | null
  start: string | null
}

export const isAnonymous = (client: Pick<Client, 'name'> | null) => client?.name === anonymousClientName

/** A renewal keeps its plan; the anonymous client has only one to buy. */
function proposedPlan(client: Client | null, plans: readonly Plan[]): Plan | null {
  if (!client) return null
  if (isAnonymous(client)) return plans.find((plan) => plan.name === dailyPlanName) ?? null
  return plans.find((plan) => plan.id === client.membership?.id_membership) ?? null
}

/** `fresh`: the picked client as the server knows it now; what was found may be older than its last purchase. */
export function saleOf(
  { planId, start }: SaleChoice,
  fresh: Client | null,
  plans: readonly Plan[],
  today: string | null,
): MembershipSale {
  const running = isAnonymous(fresh) ? null : (fresh?.membership ?? null)
  return {
    client: fresh,
    plan: planId === undefined ? proposedPlan(fresh, plans) : (plans.find((plan) => plan.id === planId) ?? null),
    start: start === undefined ? fresh && today && proposedStart(running, today) : isDay(start) ? start : null,
  }
}

/** Why the client may not buy the plan, or null. */
export function planRefusal({ client, plan }: MembershipSale): string | null {
  const reason = plan && mayBuyPlan({ is_anonymous: isAnonymous(client) }, plan)
  return reason && errorText(reason)
}

/** Whether its whole time has passed: it is on the bill, and opens no door. */
export function isOver(sale: MembershipSale, today: string | null): boolean {
  const expire = expiryOf(sale)
  return expire !== null && today !== null && expire <= today
}

/** The day after the last valid one, as the wire's `expire_membership`. */
export function expiryOf({ plan, start }: MembershipSale): string | null {
  return plan && start ? addDays(start, plan.duration_days) : null
}
