// Payment fields of request bodies.
import { z } from 'zod'
import { toCents } from '../shared/money.ts'
import { id, positiveAmount } from '../shared/shapes.ts'

const Part = z.object({
  id_kind: id,
  amount: positiveAmount,
  /** Amount handed over; the surplus was given back. */
  received: positiveAmount.nullable().optional(),
})

export const maxTenders = 12

/** Payment of a document. By default all of it by the gym's default method; outgoing money without a shift is unknown. */
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
  /** Open shift that takes the cash; none by default. */
  id_shift: id.optional(),
}
/** True refuses with `drawer.short` if more cash leaves the drawer than it should hold. */
export const shortDrawerField = { refuse_short: z.boolean().optional() }

/**
 * Open shift that gives the money back or gets it. Null: no drawer. Absent while a shift is open: `shift.unsaid` for
 * calls with cash.
 */
export const refundShiftFields = { id_shift: id.nullable().optional(), ...shortDrawerField }

/** Part left owing, if allowed; `paid` comes to the rest. */
export const debtField = { owed: positiveAmount.optional() }

/** Errors of calls that take money for a sale, and of calls that give it back. */
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
export type HowPaid = z.output<typeof HowPaid>
export type RefundFields = Pick<HowPaid, 'paid'> & {
  id_shift?: number | null | undefined
  refuse_short?: boolean | undefined
}
export type SalePaymentFields = HowPaid & { owed?: string | undefined }
