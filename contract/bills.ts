// What sales and purchases have in common: lines with discount and tax, totals, and voiding. Amounts are whole cents.
import { z } from 'zod'
import { type ErrorName, refuse } from './errors.ts'
import { howPaid, refundShift } from './how-paid.ts'
import { fromCents, showMoney, toCents } from './money.ts'
import { amount, id, money, percent, text, timestamp, wholeNumber } from './shapes.ts'

/** A line as a bill keeps it; `discount` and `tax` are percents, `unit_price` and the name are of that moment. */
export const BillItem = z.object({
  id_product: id,
  product_name: z.string(),
  quantity: z.number().int(),
  unit_price: money,
  discount: z.number(),
  tax: z.number(),
})
export type BillItem = z.infer<typeof BillItem>

/** The counter-document of a voided bill or payment. Its numbers run without gaps in a gym. */
export const Voided = z.object({
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  user: z.object({ id, name: z.string() }),
})
export type Voided = z.infer<typeof Voided>

/** On what was voided, wherever it is shown. */
export const voidedMark = 'ANULADA'
export const partlyVoidedMark = 'ANULADA EN PARTE'
/** What the person is told of a void that is done. */
export const voidedText = 'Documento anulado.'

/** `paid`: how it is given back, where that is not as it came. */
export const VoidRequest = z.object({ reason: text(255), ...howPaid, ...refundShift })

export const lineLimit = 200
export const largestQuantity = 1_000_000
export const quantity = wholeNumber(1, largestQuantity)

/** A percent; null or left out is none. */
export const noneIsZero = percent.nullish().transform((value) => value ?? 0)

/** The fields of a new line that sales and purchases share. */
export const newLine = {
  id_product: id,
  quantity,
  discount: noneIsZero,
  tax: noneIsZero,
}

/** The most that a bill may come to, in cents: what `numeric(12,2)` holds. */
const largestTotal = 999_999_999_999n

export interface Line {
  quantity: number
  /** Decimal text, as money travels. */
  unit_price: string
  /** Percents of 0–100 with at most two decimals. */
  discount: number
  tax: number
}

export interface LineAmounts {
  amount: string
  discount: string
  tax: string
  total: string
}

/** `amount × hundredths / 10000`, half away from zero. Amounts are never negative. */
const share = (amount: bigint, percent: number) => (amount * BigInt(Math.round(percent * 100)) + 5000n) / 10_000n

// Beyond 2^53 a number no longer holds each cent, and a quantity times a price gets there.
function cents(line: Line) {
  const amount = BigInt(line.quantity) * BigInt(toCents(line.unit_price) ?? 0)
  const [discount, tax] = [share(amount, line.discount), share(amount, line.tax)]
  return { amount, discount, tax, total: amount - discount + tax }
}

const written = (value: bigint) => fromCents(Number(value))

/** One line's amounts: discount and tax each rounded to cents, total = amount − discount + tax. */
export function lineAmounts(line: Line): LineAmounts {
  const { amount, discount, tax, total } = cents(line)
  return { amount: written(amount), discount: written(discount), tax: written(tax), total: written(total) }
}

/** A price less a percent of it, rounded half away from zero to cents. */
export const discountedPrice = (price: string, discount: number): string =>
  lineAmounts({ quantity: 1, unit_price: price, discount, tax: 0 }).total

/** The same lines with a discount on all of them, which none of them has of its own. */
export const withWholeDiscount = <Item extends { discount: number }>(items: readonly Item[], whole: number): Item[] =>
  items.map((item) => (whole > 0 ? { ...item, discount: whole } : item))

interface Discounted {
  discount: number
  items: readonly { discount: number }[]
  membership?: { discount: number }
}

/** A discount is on the whole or on its parts: two would be read as their sum by some, and as the last one by others. */
export const isDiscountedOnce = ({ discount, items, membership }: Discounted): boolean =>
  discount === 0 || [...items, ...(membership ? [membership] : [])].every((part) => part.discount === 0)
export const discountedTwice = {
  path: ['discount'],
  message: 'Da el descuento a todo o a cada línea, no a los dos',
}

/** A bill's sums over its lines; `amount` is the subtotal, `total` what is paid. */
export function billAmounts(lines: readonly Line[]): LineAmounts {
  const sum = { amount: 0n, discount: 0n, tax: 0n, total: 0n }
  for (const line of lines) {
    const each = cents(line)
    sum.amount += each.amount
    sum.discount += each.discount
    sum.tax += each.tax
    sum.total += each.total
  }
  return {
    amount: written(sum.amount),
    discount: written(sum.discount),
    tax: written(sum.tax),
    total: written(sum.total),
  }
}

/** Whether the lines come to more than a bill can hold. */
export function mayCharge(lines: readonly Line[]): ErrorName | null {
  const all = lines.map(cents)
  const most = (part: 'amount' | 'total') => all.reduce((sum, line) => sum + line[part], 0n)
  return most('amount') > largestTotal || most('total') > largestTotal ? 'bill.too-large' : null
}

/** What the person was shown. Where the server's sum is another, nothing is booked. */
export const expectedTotal = amount.nullable().optional()

/** Refuses another sum than the one that was shown. Both are decimal texts, as money travels. */
export function requireShownTotal(shown: string | null | undefined, now: string): void {
  const same = shown == null || toCents(shown) === toCents(now)
  refuse(same ? null : 'price.changed', { shown: showMoney(shown), now: showMoney(now) })
}

export const mayVoid = (bill: { voided: Voided | null }): ErrorName | null => (bill.voided ? 'bill.voided' : null)
