// Common parts of sales and purchases: lines with discount and tax, totals, voids. Amounts are computed in whole cents.
import { z } from 'zod'
import { type ErrorName, throwIfRefused } from '../shared/errors.ts'
import { formatMoney, fromCents, toCents } from '../shared/money.ts'
import {
  id,
  idAndName,
  moneyInput,
  moneyText,
  percentInput,
  textLine,
  timestamp,
  wholeNumberBetween,
} from '../shared/schemas.ts'
import { paymentFields, refundShiftFields } from './payment-fields.ts'

/** A stored line; `discount` and `tax` are percentages. Price and product name are those at the time of booking. */
export const BillItem = z.object({
  id_product: id,
  product_name: z.string(),
  quantity: z.number().int(),
  unit_price: moneyText,
  discount: z.number(),
  tax: z.number(),
})
export type BillItem = z.infer<typeof BillItem>

/** The void of a document. Void numbers of a gym have no gaps. */
export const VoidSummary = z.object({
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  user: idAndName,
})
export type VoidSummary = z.infer<typeof VoidSummary>

export const voidedMark = 'ANULADA'
export const partlyVoidedMark = 'ANULADA EN PARTE'
export const documentVoidedText = 'Documento anulado.'

/** `paid` lists the payment methods of the refund; by default the money goes back as it was paid. */
export const VoidRequest = z.object({ reason: textLine(255), ...paymentFields, ...refundShiftFields })

export const maxBillLines = 200
export const maxLineQuantity = 1_000_000
export const lineQuantity = wholeNumberBetween(1, maxLineQuantity)

/** A percentage; null or absent counts as 0. */
export const percentOrZero = percentInput.nullish().transform((value) => value ?? 0)

export const newBillLineFields = {
  id_product: id,
  quantity: lineQuantity,
  discount: percentOrZero,
  tax: percentOrZero,
}

/** Largest total in cents: the limit of `numeric(12,2)`. */
const maxTotalCents = 999_999_999_999n

export interface PricedLine {
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

/** Returns `percent` of an amount in cents, rounded half away from zero; amounts are never negative. */
const roundShare = (amount: bigint, percent: number) => (amount * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n

// Uses BigInt, because quantity times price may exceed 2^53.
function addLines(lines: readonly PricedLine[]) {
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

/** Sums of all lines; `amount` is the subtotal, `total` the sum to pay. */
export function computeBillAmounts(lines: readonly PricedLine[]): LineAmounts {
  const { amount, discount, tax, total } = addLines(lines)
  return { amount: fromCents(amount), discount: fromCents(discount), tax: fromCents(tax), total: fromCents(total) }
}

/** Amounts of one line: discount and tax rounded to cents, total = amount − discount + tax. */
export const computeLineAmounts = (line: PricedLine): LineAmounts => computeBillAmounts([line])

/** Refuses a bill whose total exceeds the limit. */
export function checkBillTotal(lines: readonly PricedLine[]): ErrorName | null {
  const { amount, total } = addLines(lines)
  return amount > maxTotalCents || total > maxTotalCents ? 'bill.too-large' : null
}

/** Price minus a discount in percent, rounded half away from zero to cents. */
export const computeDiscountedPrice = (price: string, discount: number): string =>
  computeLineAmounts({ quantity: 1, unit_price: price, discount, tax: 0 }).total

export const applyBillDiscountToLines = <Item extends { discount: number }>(
  items: readonly Item[],
  whole: number,
): Item[] => items.map((item) => (whole > 0 ? { ...item, discount: whole } : item))

interface DiscountedBill {
  discount: number
  items: readonly { discount: number }[]
  membership?: { discount: number }
}

/** A discount is either on the whole bill or on single parts, because both together would be ambiguous. */
export const hasUnmixedDiscounts = ({ discount, items, membership }: DiscountedBill): boolean =>
  discount === 0 || [...items, ...(membership ? [membership] : [])].every((part) => part.discount === 0)
export const mixedDiscountsError = {
  path: ['discount'],
  message: 'Da el descuento a todo o a cada línea, no a los dos',
}

/** Total that the user saw; if the server computes another total, nothing is booked. */
export const confirmedTotalField = moneyInput.nullable().optional()

/** Throws if the total that the user saw differs from the current one. Both are decimal texts. */
export function requireConfirmedTotal(shown: string | null | undefined, now: string): void {
  const same = shown == null || toCents(shown) === toCents(now)
  throwIfRefused(same ? null : 'price.changed', { shown: formatMoney(shown), now: formatMoney(now) })
}

export const checkNotYetVoided = (bill: { voided: VoidSummary | null }): ErrorName | null =>
  bill.voided ? 'bill.voided' : null
