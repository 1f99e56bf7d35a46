// Common parts of sales and purchases: lines with discount and tax, totals, voids. Amounts are whole cents.
import { z } from 'zod'
import { type ErrorName, throwIfRefused } from '../shared/errors.ts'
import { fromCents, showMoney, toCents } from '../shared/money.ts'
import { amount, id, money, named, percent, text, timestamp, wholeNumber } from '../shared/shapes.ts'
import { paymentFields, refundShiftFields } from './payment-fields.ts'

/** A stored line; `discount` and `tax` are percentages, price and name are of that moment. */
export const BillItem = z.object({
  id_product: id,
  product_name: z.string(),
  quantity: z.number().int(),
  unit_price: money,
  discount: z.number(),
  tax: z.number(),
})
export type BillItem = z.infer<typeof BillItem>

/** The void of a document. Numbers have no gaps in a gym. */
export const VoidSummary = z.object({
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  user: named,
})
export type VoidSummary = z.infer<typeof VoidSummary>

export const voidedMark = 'ANULADA'
export const partlyVoidedMark = 'ANULADA EN PARTE'
export const voidedText = 'Documento anulado.'

/** `paid` names the tenders of the refund; by default it is refunded as it was paid. */
export const VoidRequest = z.object({ reason: text(255), ...paymentFields, ...refundShiftFields })

export const maxLines = 200
export const maxQuantity = 1_000_000
export const quantity = wholeNumber(1, maxQuantity)

/** A percentage; null or absent is 0. */
export const percentOrZero = percent.nullish().transform((value) => value ?? 0)

export const newLine = {
  id_product: id,
  quantity,
  discount: percentOrZero,
  tax: percentOrZero,
}

/** Largest total in cents: the limit of `numeric(12,2)`. */
const maxTotalCents = 999_999_999_999n

export interface Line {
  quantity: number
  /** Decimal text. */
  unit_price: string
  /** Percentages from 0 to 100 with at most two decimals. */
  discount: number
  tax: number
}

export interface LineAmounts {
  amount: string
  discount: string
  tax: string
  total: string
}

/** `amount × hundredths / 10000`, rounded half away from zero; amounts are never negative. */
const roundShare = (amount: bigint, percent: number) => (amount * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n

// BigInt, since quantity times price may exceed 2^53.
function addLines(lines: readonly Line[]) {
  const sum = { amount: 0n, discount: 0n, tax: 0n, total: 0n }
  for (const line of lines) {
    const amount = BigInt(line.quantity) * BigInt(toCents(line.unit_price) ?? 0)
    const [discount, tax] = [roundShare(amount, line.discount), roundShare(amount, line.tax)]
    sum.amount += amount
    sum.discount += discount
    sum.tax += tax
    sum.total += amount - discount + tax
  }
  return sum
}

/** Sums over the lines; `amount` is the subtotal, `total` what is paid. */
export function billAmounts(lines: readonly Line[]): LineAmounts {
  const { amount, discount, tax, total } = addLines(lines)
  return { amount: fromCents(amount), discount: fromCents(discount), tax: fromCents(tax), total: fromCents(total) }
}

/** Amounts of one line: discount and tax rounded to cents, total = amount − discount + tax. */
export const computeLineAmounts = (line: Line): LineAmounts => billAmounts([line])

/** Refuses totals beyond the limit. */
export function checkBillLimit(lines: readonly Line[]): ErrorName | null {
  const { amount, total } = addLines(lines)
  return amount > maxTotalCents || total > maxTotalCents ? 'bill.too-large' : null
}

/** Price less a percentage, rounded half away from zero to cents. */
export const computeDiscountedPrice = (price: string, discount: number): string =>
  computeLineAmounts({ quantity: 1, unit_price: price, discount, tax: 0 }).total

export const applyDiscountToLines = <Item extends { discount: number }>(
  items: readonly Item[],
  whole: number,
): Item[] => items.map((item) => (whole > 0 ? { ...item, discount: whole } : item))

interface DiscountedBill {
  discount: number
  items: readonly { discount: number }[]
  membership?: { discount: number }
}

/** A discount is on the total or on parts, never both: the sum would be ambiguous. */
export const hasSingleDiscount = ({ discount, items, membership }: DiscountedBill): boolean =>
  discount === 0 || [...items, ...(membership ? [membership] : [])].every((part) => part.discount === 0)
export const twoDiscountsError = {
  path: ['discount'],
  message: 'Da el descuento a todo o a cada línea, no a los dos',
}

/** The total shown to the person; another one books nothing. */
export const shownTotal = amount.nullable().optional()

/** Refuses if the shown total differs. Both are decimal texts. */
export function requireShownTotal(shown: string | null | undefined, now: string): void {
  const same = shown == null || toCents(shown) === toCents(now)
  throwIfRefused(same ? null : 'price.changed', { shown: showMoney(shown), now: showMoney(now) })
}

export const mayVoid = (bill: { voided: VoidSummary | null }): ErrorName | null => (bill.voided ? 'bill.voided' : null)
