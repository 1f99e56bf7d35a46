// Payment fields of request bodies.
import { z } from 'zod'
import { toCents } from '../shared/money.ts'
import { id, positiveMoneyInput } from '../shared/schemas.ts'

const Part = z.object({
  id_kind: id,
  amount: positiveMoneyInput,
  /** Cash handed over by the client; the difference to `amount` was given back as change. */
  received: positiveMoneyInput.nullable().optional(),
})

export const maxTenders = 12

/** Payment of a document; by default all by the gym's default method, and unknown for outgoings without a shift. */
export const paymentFields = {
  paid: z
    .array(Part)
    .min(1)
    .max(maxTenders)
    .refine((parts) => new Set(parts.map(({ id_kind }) => id_kind)).size === parts.length, 'Hay una forma repetida')
    .refine(
      (parts) => parts.every(({ amount, received }) => (toCents(received ?? amount) ?? 0) >= (toCents(amount) ?? 0)),
      'Se recibió menos de lo que se cobra',
    )
    .optional(),
  /** Open shift whose drawer takes the cash; none by default. */
  id_shift: id.optional(),
}
/** True refuses with `drawer.short` if more cash would leave the drawer than it should contain. */
export const refuseShortDrawerField = { refuse_short: z.boolean().optional() }

/**
 * Open shift whose drawer pays or receives the refund; null for no drawer. If it is absent while a shift is open,
 * calls with cash fail with `shift.unsaid`.
 */
export const refundShiftFields = { id_shift: id.nullable().optional(), ...refuseShortDrawerField }

/** Part of the price that stays unpaid, if debts are allowed; `paid` sums to the remainder. */
export const debtField = { owed: positiveMoneyInput.optional() }

/** Errors of calls that take money for a sale; below, errors of calls that refund it. */
export const saleErrors = [
  'row.missing',
  'price.changed',
  'tender.other-sum',
  'debt.off',
  'debt.anonymous',
  'debt.not-by-role',
  'debt.limit',
  'shift.closed',
  'shift.needed',
] as const
export const voidErrors = ['bill.voided', 'tender.other-refund', 'shift.closed', 'shift.unsaid'] as const
export const refundErrors = ['shift.closed', 'shift.unsaid', 'drawer.short', 'shift.refund-needed'] as const

const HowPaid = z.object(paymentFields)
export type PaymentFields = z.output<typeof HowPaid>
export type RefundFields = Pick<PaymentFields, 'paid'> & {
  id_shift?: number | null | undefined
  refuse_short?: boolean | undefined
}
export type SalePaymentFields = PaymentFields & { owed?: string | undefined }
