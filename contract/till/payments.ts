import { z } from 'zod'
import { fiscalReceiptErrors, fiscalReceiptFields, lineTaxFields, receiptRequestField } from '../fiscal/receipts.ts'
import { dailyPlanName, formatPlanName } from '../members/memberships.ts'
import { findPaidOverlap, formatPaidPeriods, isWithinPaidPeriods, PaidPeriod } from '../members/paid-periods.ts'
import { getLastMembershipDay } from '../shared/dates.ts'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { type ErrorName, throwIfRefused } from '../shared/errors.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  briefExportFlag,
  dayOrInstant,
  id,
  idAndName,
  makeDocumentListSchema,
  moneyText,
  pageQuery,
  pinInput,
  salesFilter,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, makeDocumentWorkbook } from '../shared/workbooks.ts'
import { confirmedTotalField, documentVoidedText, percentOrZero, VoidRequest, VoidSummary } from './bills.ts'
import { debtField, paymentFields, refundErrors, saleErrors, voidErrors } from './payment-fields.ts'

/** The plan as it was sold; the payment covers the days `[start_date, expire_membership)`. */
export const SoldMembership = z.object({
  id_membership: id,
  name: z.string(),
  price: moneyText,
  payment_date: timestamp,
  start_date: z.string(),
  duration_days: z.number(),
  payment_start_first: z.string(),
  expire_membership: z.string(),
})
export type SoldMembership = z.infer<typeof SoldMembership>

export const Payment = z.object({
  id,
  /** Number of the payment; numbers of a gym have no gaps. */
  number: z.number().int(),
  client: idAndName,
  user: idAndName,
  /** The plan as sold; `membership.price` is the price actually charged. */
  membership: SoldMembership.extend(lineTaxFields),
  /** Price before the discount was subtracted. */
  list_price: moneyText,
  discount: z.number(),
  voided: VoidSummary.nullable(),
  ...fiscalReceiptFields,
})
export type Payment = z.infer<typeof Payment>

export const NewPayment = z.object({
  start_date: dayOrInstant,
  id_membership: id,
  id_client: id,
  /** Accepted because the specification has this field, and ignored: `id_client` identifies the buyer. */
  id_zkteco: pinInput.nullable().optional(),
  /** Discount in percent; the role limits it. */
  discount: percentOrZero,
  /** Price after the discount that the user saw. */
  expected_total: confirmedTotalField,
  ...paymentFields,
  ...debtField,
  ...receiptRequestField,
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
  ...fiscalReceiptErrors,
] as const

/** The anonymous client may buy only day passes. */
export const checkPlanBuyer = (client: { is_anonymous: boolean }, plan: { name: string }): ErrorName | null =>
  client.is_anonymous && plan.name !== dailyPlanName ? 'payment.anonymous-daily-only' : null

/** Refuses to sell days that are already paid, unless confirmed; the anonymous client may always buy. */
export function refuseUnconfirmedOverlap(
  client: { is_anonymous: boolean },
  period: PaidPeriod,
  paid: readonly PaidPeriod[],
  confirmed: NewPayment['overlap'],
): void {
  const twice = client.is_anonymous || confirmed === true ? [] : findPaidOverlap(period, paid)
  const told = Array.isArray(confirmed) ? confirmed : []
  throwIfRefused(twice.every((days) => isWithinPaidPeriods(days, told)) ? null : 'payment.overlap', {
    days: formatPaidPeriods(twice),
  })
}

const workbook = makeDocumentWorkbook<Payment>(
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
      value: ({ membership }) => getLastMembershipDay(membership.expire_membership),
    },
  ],
  ({ membership }) => membership.price,
)

export const paymentsArea = defineArea(
  {
    'payments.list': defineGet(staffRoles, '/membership_payments/', 'List membership payments by date, newest first', {
      query: pageQuery.extend(salesFilter.shape),
      answer: makeDocumentListSchema('items', Payment),
    }),
    'payments.export': defineExport(
      '/membership_payments/',
      staffRoles,
      salesFilter.extend({ brief: briefExportFlag }),
      workbook,
    ),
    'payments.read': defineGet(staffRoles, '/membership_payments/{id}', 'Get a membership payment', {
      answer: Payment,
      versioned: 'membership_payments',
    }),
    'payments.create': defineCreate(staffRoles, '/membership_payments/', 'Sell a plan; paid days need `overlap`', {
      body: NewPayment,
      answer: Payment,
      booked: 'Membresía vendida.',
      errors: membershipSaleErrors,
    }),
    'payments.void': definePost(adminRoles, '/membership_payments/{id}/void', 'Void a payment and its door access', {
      body: VoidRequest,
      answer: Payment,
      booked: documentVoidedText,
      errors: [...fiscalReceiptErrors, 'fiscal.production-receipt', ...voidErrors, ...refundErrors],
    }),
  },
  {
    shows: ['fiscal-documents'],
    history: {
      membership_payments: {
        object: 'la venta de la membresía',
        fields: {
          ...pickSharedFieldLabels('party_name', 'user_name', 'name', 'duration_days', 'price', 'id_client', 'id_user'),
          id_membership: 'el plan',
          discount: 'el descuento',
          list_price: ['el precio sin descuento', 'money'],
          ...pickSharedFieldLabels('tax_class'),
          included_tax: partOfAnotherFieldLabel,
          start_date: ['el inicio', 'day'],
          end_date: ['el vencimiento', 'day'],
          sold_start: partOfAnotherFieldLabel,
          own_start: partOfAnotherFieldLabel,
          payment_date: ['la fecha de pago', 'instant'],
          voided_at: ['la fecha de anulación', 'instant'],
          ...pickSharedFieldLabels('number'),
        },
      },
    },
  },
)
