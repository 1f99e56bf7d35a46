// How a document is paid, as bodies say it.
import { z } from 'zod'
import { toCents } from './money.ts'
import { id, positiveAmount } from './shapes.ts'

const Part = z.object({
  id_kind: id,
  amount: positiveAmount,
  /** What was handed over; what is above the amount was given back. */
  received: positiveAmount.nullable().optional(),
})

/** As how many kinds of payment a document may be paid in. */
export const partsLimit = 12

/**
 * How a document is paid, in its body. Left out: whole, by the gym's default kind; where money goes out, and of no drawer's shift,
 * nobody knows.
 */
export const howPaid = {
  paid: z
    .array(Part)
    .min(1)
    .max(partsLimit)
    .refine((parts) => new Set(parts.map(({ id_kind }) => id_kind)).size === parts.length, 'Hay una forma repetida')
    .refine(
      (parts) => parts.every(({ amount, received }) => (toCents(received ?? amount) ?? 0) >= (toCents(amount) ?? 0)),
      'Se recibió menos de lo que se cobra',
    )
    .optional(),
  /** The shift of the drawer where it changes hands; it has to be open. Left out: of no shift. */
  id_shift: id.optional(),
}
/** `true`: refused with `drawer.short` where more cash leaves the drawer of the shift than should lie there. */
export const refuseShort = { refuse_short: z.boolean().optional() }

/**
 * The shift of the drawer from which money is given back, or to which it comes back; it has to be open. `null`: of no drawer. Left
 * out, a call that moves cash is refused with `shift.unsaid` while the gym has a shift open.
 */
export const refundShift = { id_shift: id.nullable().optional(), ...refuseShort }

/** What of it is left owing, by whom may: `paid` comes to the rest. */
export const leftOwing = { owed: positiveAmount.optional() }

const HowPaid = z.object(howPaid)
export type HowPaid = z.output<typeof HowPaid>
export type HowRefunded = Pick<HowPaid, 'paid'> & {
  id_shift?: number | null | undefined
  refuse_short?: boolean | undefined
}
export type HowSold = HowPaid & { owed?: string | undefined }
