// A membership and products sold together: two documents, but one payment and one printed receipt.
import { z } from 'zod'
import { fiscalReceiptFields, receiptRequestField } from '../fiscal/receipts.ts'
import { defineArea, defineCreate, defineGet } from '../shared/define-area.ts'
import { fromCents, roundToCents } from '../shared/money.ts'
import { staffRoles } from '../shared/roles.ts'
import { id, idInPath } from '../shared/schemas.ts'
import { confirmedTotalField, hasUnmixedDiscounts, mixedDiscountsError, percentOrZero } from './bills.ts'
import { debtField, type PaymentFields, paymentFields, type SalePaymentFields } from './payment-fields.ts'
import { membershipSaleErrors, NewPayment, Payment } from './payments.ts'
import { NewSale, productSaleErrors, Sale } from './sales.ts'

export const NewTicket = z
  .object({
    /** Client who buys the membership and the products. */
    id_client: id,
    membership: NewPayment.pick({
      start_date: true,
      id_membership: true,
      discount: true,
      expected_days: true,
      overlap: true,
    }),
    items: NewSale.shape.items,
    /** Discount in percent on membership and all lines, which then have none of their own; the role limits it. */
    discount: percentOrZero,
    /** Total of both documents; the tenders plus the unpaid amount add up to it. */
    expected_total: confirmedTotalField,
    ...paymentFields,
    /** Unpaid amount of both documents together; it is assigned to the membership first. */
    ...debtField,
    /** One fiscal receipt for the membership payment and the sale. */
    ...receiptRequestField,
  })
  .refine(hasUnmixedDiscounts, mixedDiscountsError)

export const Ticket = z.object({ payment: Payment, sale: Sale, ...fiscalReceiptFields })
export type Ticket = z.infer<typeof Ticket>

/** Splits the debt: the membership's part comes first, because the door can refuse a client who owes it. */
function splitDebt(
  owed: string | undefined,
  price: string,
): Record<'membership' | 'products', Pick<SalePaymentFields, 'owed'>> {
  const first = Math.min(roundToCents(owed ?? '0.00'), roundToCents(price))
  const partOf = (cents: number) => (cents > 0 ? { owed: fromCents(cents) } : {})
  return { membership: partOf(first), products: partOf(roundToCents(owed ?? '0.00') - first) }
}

/**
 * Assigns the tenders in their order, first to the membership, then to the products. Change is assigned to the
 * products if the payment method pays for them.
 */
export function splitTicketPayment(
  { paid, owed, ...rest }: SalePaymentFields,
  price: string,
): { membership: SalePaymentFields; products: SalePaymentFields } {
  const left = splitDebt(owed, price)
  const of = (which: keyof typeof left) => ({ ...rest, ...left[which] })
  if (!paid) return { membership: of('membership'), products: of('products') }
  const parts: Record<'membership' | 'products', NonNullable<PaymentFields['paid']>> = { membership: [], products: [] }
  let due = roundToCents(price) - roundToCents(left.membership.owed ?? '0.00')
  for (const { id_kind, amount, received } of paid) {
    const first = Math.min(due, roundToCents(amount))
    const second = roundToCents(amount) - first
    due -= first
    if (second === 0) parts.membership.push({ id_kind, amount: fromCents(first), received })
    else {
      if (first > 0) parts.membership.push({ id_kind, amount: fromCents(first) })
      const given = received == null ? received : fromCents(roundToCents(received) - first)
      parts.products.push({ id_kind, amount: fromCents(second), received: given })
    }
  }
  return {
    membership: { ...of('membership'), paid: parts.membership },
    products: { ...of('products'), paid: parts.products },
  }
}

/** Sum of the tenders; null if there are none. */
export const sumTenders = ({ paid }: PaymentFields): string | null =>
  paid ? fromCents(paid.reduce((sum, { amount }) => sum + roundToCents(amount), 0)) : null

export const ticketsArea = defineArea(
  {
    'tickets.create': defineCreate(staffRoles, '/tickets/', 'Sell a plan and products together with one payment', {
      body: NewTicket,
      answer: Ticket,
      booked: 'Membresía y productos vendidos.',
      errors: [...membershipSaleErrors, ...productSaleErrors],
    }),
    'tickets.read': defineGet(staffRoles, '/tickets/{document}/{id}', 'Get a document’s ticket; empty if sold alone', {
      params: z.object({ document: z.enum(['sale', 'payment']), id: idInPath }),
      answer: z.array(Ticket),
      shows: ['sales', 'payments', 'fiscal-documents'],
    }),
  },
  { changes: ['sales', 'payments'] },
)
