// Voids of single lines of a sale, and the money of each part.
import { z } from 'zod'
import { fail } from '../shared/errors.ts'
import { addSums, fromCents, subtractSums, toCents } from '../shared/money.ts'
import { money, wholeNumber } from '../shared/shapes.ts'
import { BillItem, computeLineAmounts, quantity, VoidSummary } from './bills.ts'

/** `line` counts from 1. Voided figures are of line voids only. */
export const SaleItem = BillItem.extend({
  line: z.number().int(),
  voided_quantity: z.number().int(),
  /** Decimal texts: voided part of total and discount. */
  voided_amount: money,
  voided_discount: money,
})
export type SaleItem = z.infer<typeof SaleItem>

/** `amount` is the lines' total, `annulled` the part that was still owed. */
export const PartialVoid = VoidSummary.extend({ amount: money, annulled: money })
export type PartialVoid = z.infer<typeof PartialVoid>

export const lineChoices = z
  .array(z.object({ line: wholeNumber(1, 32_767), quantity }))
  .min(1)
  .max(200)
  .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'Hay una línea repetida')
export type LineChoice = z.infer<typeof lineChoices>[number]

export interface LinePart extends LineChoice {
  id_product: number
  amount: string
  discount: string
}

/** Cents for a quantity, rounded half away from zero; the last part gets the rest. */
function computePart(sum: string, voided: string, { quantity, voided_quantity }: SaleItem, taken: number): string {
  const [whole, left] = [sum, subtractSums(sum, voided)].map((each) => BigInt(toCents(each) ?? 0)) as [bigint, bigint]
  if (taken === quantity - voided_quantity) return fromCents(left)
  const part = (2n * whole * BigInt(taken) + BigInt(quantity)) / (2n * BigInt(quantity))
  return fromCents(part < left ? part : left)
}

/** Refuses missing lines and quantities beyond what is left. */
export function computeLineParts(items: readonly SaleItem[], chosen: readonly LineChoice[]): LinePart[] {
  return chosen.map(({ line, quantity }) => {
    const item = items.find((each) => each.line === line) ?? fail('row.missing')
    const left = item.quantity - item.voided_quantity
    if (quantity > left) fail('void.too-many', { name: item.product_name, n: left })
    const { total, discount } = computeLineAmounts(item)
    return {
      line,
      quantity,
      id_product: item.id_product,
      amount: computePart(total, item.voided_amount, item, quantity),
      discount: computePart(discount, item.voided_discount, item, quantity),
    }
  })
}

export const listLinesLeft = (items: readonly SaleItem[]): LineChoice[] =>
  items
    .map(({ line, quantity, voided_quantity }) => ({ line, quantity: quantity - voided_quantity }))
    .filter(({ quantity }) => quantity > 0)

export const coversLinesLeft = (items: readonly SaleItem[], chosen: readonly LineChoice[]): boolean =>
  listLinesLeft(items).every(({ line, quantity }) =>
    chosen.some((each) => each.line === line && each.quantity === quantity),
  )

/** Amount voided by lines; `0.00` without any. */
export const partlyVoided = ({ partial_voids }: { partial_voids: readonly PartialVoid[] | null }): string =>
  addSums((partial_voids ?? []).map(({ amount }) => amount))

/** Splits `refund` cents over payment methods in proportion, never more than is left of each. */
export function splitRefund<Part extends { cents: number }>(refund: number, kinds: readonly Part[]): Part[] {
  let [open, left] = [kinds.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0), refund]
  return kinds.flatMap((kind) => {
    if (kind.cents <= 0) return []
    const share = Number((2n * BigInt(left) * BigInt(kind.cents) + BigInt(open)) / (2n * BigInt(open)))
    open -= kind.cents
    left -= share
    return share > 0 ? [{ ...kind, cents: share }] : []
  })
}
