import { z } from 'zod'
import { dailyPlanName, formatPlanName } from '../members/memberships.ts'
import { findPaidOverlap, formatPeriods, isWithinPeriods, PaidPeriod } from '../members/paid-periods.ts'
import { lastValidDay } from '../shared/dates.ts'
import { create, defineArea, get, post } from '../shared/define-area.ts'
import { type ErrorName, throwIfRefused } from '../shared/errors.ts'
import { attachedField, elField, laField, shared } from '../shared/history-field-names.ts'
import { admins, staff } from '../shared/roles.ts'
import {
  brief,
  dayOrInstant,
  id,
  idAndName,
  money,
  pageQuery,
  pin,
  salesFilter,
  summedListSchema,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, documentWorkbook } from '../shared/workbooks.ts'
import { confirmedTotal, percentOrZero, VoidRequest, VoidSummary, voidedText } from './bills.ts'
import { debtField, paymentFields, refundErrors, saleErrors, voidErrors } from './payment-fields.ts'

/** The plan as it was sold; the payment covers the days `[start_date, expire_membership)`. */
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
  /** Number of the payment; numbers of a gym have no gaps. */
  number: z.number().int(),
  client: idAndName,
  user: idAndName,
  /** The plan as sold; `membership.price` is the price actually charged. */
  membership: Membership,
  /** Price before the discount was subtracted. */
  list_price: money,
  discount: z.number(),
  voided: VoidSummary.nullable(),
})
export type Payment = z.infer<typeof Payment>

export const NewPayment = z.object({
  start_date: dayOrInstant,
  id_membership: id,
  id_client: id,
  /** Accepted because the specification has this field, and ignored: `id_client` identifies the buyer. */
  id_zkteco: pin.nullable().optional(),
  /** Discount in percent; the role limits it. */
  discount: percentOrZero,
  /** Price after the discount that the user saw. */
  expected_total: confirmedTotal,
  ...paymentFields,
  ...debtField,
  /** Length of the plan in days that the user saw; if the plan was changed, the sale is refused. */
  expected_days: z.number().int().nullable().optional(),
  /** Days already paid that the user agreed to sell again; `true` agrees to any days. */
  overlap: z.union([z.boolean(), z.array(PaidPeriod).max(1000)]).optional(),
})
export type NewPayment = z.infer<typeof NewPayment>

export const membershipSaleErrors = [
  ...saleErrors,
  'payment.anonymous-daily-only',
  'plan.days-changed',
  'payment.overlap',
  'payment.paused',
] as const

/** The anonymous client may buy only day passes. */
export const mayBuyPlan = (client: { is_anonymous: boolean }, plan: { name: string }): ErrorName | null =>
  client.is_anonymous && plan.name !== dailyPlanName ? 'payment.anonymous-daily-only' : null

/** Refuses to sell days that are already paid, unless confirmed; the anonymous client may always buy. */
export function refusePaidOverlap(
  client: { is_anonymous: boolean },
  period: PaidPeriod,
  paid: readonly PaidPeriod[],
  confirmed: NewPayment['overlap'],
): void {
  const twice = client.is_anonymous || confirmed === true ? [] : findPaidOverlap(period, paid)
  const told = Array.isArray(confirmed) ? confirmed : []
  throwIfRefused(twice.every((days) => isWithinPeriods(days, told)) ? null : 'payment.overlap', {
    days: formatPeriods(twice),
  })
}

const workbook = documentWorkbook<Payment>(
  'Ventas de membresías',
  [
    { title: 'Número', type: 'number', value: ({ number }) => number },
    { title: 'Fecha', type: 'instant', value: ({ membership }) => membership.payment_date },
    { title: 'Cliente', type: 'text', value: ({ client }) => client.name },
    { title: 'Usuario', brief: 'Trabajador', type: 'text', value: ({ user }) => user.name },
    { title: 'Membresía', type: 'text', value: ({ membership }) => formatPlanName(membership.name) },
    { title: 'Precio', brief: false, type: 'money', value: ({ list_price }) => list_price },
    { title: 'Descuento %', brief: false, type: 'number', value: ({ discount }) => discount },
    { title: 'Primer día', brief: false, type: 'day', value: ({ membership }) => membership.start_date },
    {
      title: 'Último día',
      brief: false,
      type: 'day',
      value: ({ membership }) => lastValidDay(membership.expire_membership),
    },
  ],
  ({ membership }) => membership.price,
)

export const paymentsArea = defineArea(
  {
    'payments.list': get(staff, '/membership_payments/', 'List membership payments by date, newest first', {
      query: pageQuery.extend(salesFilter.shape),
      answer: summedListSchema('items', Payment),
    }),
    'payments.export': defineExport('/membership_payments/', staff, salesFilter.extend({ brief }), workbook),
    'payments.read': get(staff, '/membership_payments/{id}', 'Get a membership payment', {
      answer: Payment,
      versioned: 'membership_payments',
    }),
    'payments.create': create(staff, '/membership_payments/', 'Sell a plan; days already paid need `overlap: true`', {
      body: NewPayment,
      answer: Payment,
      booked: 'Membresía vendida.',
      errors: membershipSaleErrors,
    }),
    'payments.void': post(admins, '/membership_payments/{id}/void', 'Void a payment; it no longer opens the door', {
      body: VoidRequest,
      answer: Payment,
      booked: voidedText,
      errors: [...voidErrors, ...refundErrors],
    }),
  },
  {
    history: {
      membership_payments: {
        object: 'la venta de la membresía',
        fields: {
          ...shared('party_name', 'user_name', 'name', 'duration_days', 'price', 'id_client', 'id_user'),
          id_membership: elField('plan'),
          discount: elField('descuento'),
          list_price: elField('precio sin descuento', 'money'),
          start_date: elField('inicio', 'day'),
          end_date: elField('vencimiento', 'day'),
          sold_start: attachedField,
          own_start: attachedField,
          payment_date: laField('fecha de pago', 'instant'),
          voided_at: laField('fecha de anulación', 'instant'),
          ...shared('number'),
        },
      },
    },
  },
)
