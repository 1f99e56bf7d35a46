import { z } from 'zod'
import { expectedTotal, Voided, VoidRequest } from './bills.ts'
import { endpointTable } from './endpoint.ts'
import type { ErrorName } from './errors.ts'
import { dailyPlanName } from './memberships.ts'
import { dayOrInstant, id, idInAddress, money, salesListQuery, summedListOf, timestamp } from './shapes.ts'

/** What a client bought, as it was at that moment. A payment covers `[start_date, expire_membership)`. */
export const Membership = z.object({
  id_membership: id,
  name: z.string(),
  price: money,
  payment_date: timestamp,
  start_date: z.string(),
  duration_days: z.number(),
  payment_start_first: z.string(),
  expire_membership: z.string(),
})
export type Membership = z.infer<typeof Membership>

export const Payment = z.object({
  id,
  /** Runs without gaps in a gym, as those of sales and purchases. */
  number: z.number().int(),
  client: z.object({ id, name: z.string() }),
  user: z.object({ id, name: z.string() }),
  membership: Membership,
  voided: Voided.nullable(),
})
export type Payment = z.infer<typeof Payment>

export const NewPayment = z.object({
  start_date: dayOrInstant,
  id_membership: id,
  id_client: id,
  id_zkteco: z.union([z.number(), z.string()]).nullable().optional(),
  expected_total: expectedTotal,
})

/** The anonymous client buys day passes only. */
export const mayBuyPlan = (client: { is_anonymous: boolean }, plan: { name: string }): ErrorName | null =>
  client.is_anonymous && plan.name !== dailyPlanName ? 'payment.anonymous-daily-only' : null

/** The day that a renewal begins: the one after the last valid day, or today where nothing is running. */
export function proposedStart(membership: Membership | null, today: string): string {
  return membership && membership.expire_membership > today ? membership.expire_membership : today
}

export const paymentsEndpoints = endpointTable({
  'payments.list': {
    method: 'GET',
    path: '/membership_payments/',
    summary: 'Membership payments, newest first, by payment date; amount_sum is of all that match, the voided left out',
    query: salesListQuery,
    answer: summedListOf('items', Payment),
  },
  'payments.read': {
    method: 'GET',
    path: '/membership_payments/{id}',
    summary: 'One membership payment',
    params: z.object({ id: idInAddress }),
    answer: Payment,
    versioned: 'membership_payments',
    errors: ['row.missing'],
  },
  'payments.create': {
    method: 'POST',
    path: '/membership_payments/',
    summary: 'Sell a plan to a client; the terminals follow by themselves',
    body: NewPayment,
    answer: Payment,
    status: 201,
    errors: ['row.missing', 'payment.anonymous-daily-only', 'price.changed'],
  },
  'payments.void': {
    method: 'POST',
    path: '/membership_payments/{id}/void',
    summary: 'Void a payment by a counter-document: it no longer opens the door',
    params: z.object({ id: idInAddress }),
    body: VoidRequest,
    answer: Payment,
    errors: ['row.missing', 'bill.voided'],
  },
})
