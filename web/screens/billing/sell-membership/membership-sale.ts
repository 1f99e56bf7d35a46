// What is being sold: what the person chose, completed by what is proposed.
import type { Client } from '@torniquete/contract/clients.ts'
import { addDays, isDay } from '@torniquete/contract/dates.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { anonymousClientName, dailyPlanName, type Plan } from '@torniquete/contract/memberships.ts'
import { mayBuyPlan, proposedStart } from '@torniquete/contract/payments.ts'

/** What the person chose; null is not chosen, and the proposal holds. */
export interface SaleChoice {
  client: Client | null
  planId: number | null
  /** What is no day stands as it was typed, '' where it was emptied. */
  start: string | null
}

export interface MembershipSale {
  client: Client | null
  plan: Plan | null
  start: string | null
}

export const isAnonymous = (client: Client | null) => client?.name === anonymousClientName

/** A renewal keeps its plan; the anonymous client has only one to buy. */
function proposedPlan(client: Client | null, plans: readonly Plan[]): Plan | null {
  if (!client) return null
  if (isAnonymous(client)) return plans.find((plan) => plan.name === dailyPlanName) ?? null
  return plans.find((plan) => plan.id === client.membership?.id_membership) ?? null
}

export function saleOf(choice: SaleChoice, plans: readonly Plan[], today: string | null): MembershipSale {
  const { client, planId } = choice
  const running = isAnonymous(client) ? null : (client?.membership ?? null)
  return {
    client,
    plan: planId === null ? proposedPlan(client, plans) : (plans.find((plan) => plan.id === planId) ?? null),
    start: choice.start === null ? today && proposedStart(running, today) : isDay(choice.start) ? choice.start : null,
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
