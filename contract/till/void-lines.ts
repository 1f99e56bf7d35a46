// Voids of single lines of a sale, and how much money each part is worth.
import { z } from 'zod'
import { fiscalReceiptFields, makeFiscalOnlyField } from '../fiscal/receipts.ts'
import { throwError } from '../shared/errors.ts'
import { addAmounts, fromCents, subtractAmounts, toCents } from '../shared/money.ts'
import { moneyText, wholeNumberBetween } from '../shared/schemas.ts'
import { BillItem, computeLineAmounts, lineQuantity, VoidSummary } from './bills.ts'

/** A line of a sale, counted from 1; the `voided_` figures cover only voids of lines, not of the whole sale. */
export const SaleItem = BillItem.extend({
  line: z.number().int(),
  voided_quantity: z.number().int(),
  /** Voided parts of the line's total and discount, as decimal texts. */
  voided_amount: moneyText,
  voided_discount: moneyText,
})
export type SaleItem = z.infer<typeof SaleItem>

/** `amount` is the total of the voided lines, `annulled` the part of it that was still unpaid. */
export const PartialVoid = VoidSummary.extend({
  amount: moneyText,
  annulled: moneyText,
  /** Credit note of this void, and the lines that it lists. */
  fiscal_note: fiscalReceiptFields.fiscal_note,
  lines: makeFiscalOnlyField(
    z.array(z.object({ line: z.number().int(), quantity: z.number().int(), amount: moneyText })),
  ),
})
export type PartialVoid = z.infer<typeof PartialVoid>

export const linesToVoidSchema = z
  .array(z.object({ line: wholeNumberBetween(1, 32_767), quantity: lineQuantity }))
  .min(1)
  .max(200)
  .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, 'Hay una línea repetida')
export type LineToVoid = z.infer<typeof linesToVoidSchema>[number]

export interface VoidedLinePart extends LineToVoid {
  id_product: number
  amount: string
  discount: string
}

/** Amount for a part of the quantity, rounded half away from zero; the last part gets what is left. */
function computePart(sum: string, voided: string, { quantity, voided_quantity }: SaleItem, taken: number): string {
  const [whole, left] = [sum, subtractAmounts(sum, voided)].map((each) => BigInt(toCents(each) ?? 0)) as [
    bigint,
    bigint,
  ]
  if (taken === quantity - voided_quantity) return fromCents(left)
  const part = (2n * whole * BigInt(taken) + BigInt(quantity)) / (2n * BigInt(quantity))
  return fromCents(part < left ? part : left)
}

/** Refuses lines that do not exist and quantities larger than what is left of the line. */
export function computeVoidedLineParts(items: readonly SaleItem[], chosen: readonly LineToVoid[]): VoidedLinePart[] {
  return chosen.map(({ line, quantity }) => {
    const item = items.find((each) => each.line === line) ?? throwError('row.missing')
    const left = item.quantity - item.voided_quantity
    if (quantity > left) throwError('void.too-many', { name: item.product_name, n: left })
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

export const listUnvoidedLines = (items: readonly SaleItem[]): LineToVoid[] =>
  items
    .map(({ line, quantity, voided_quantity }) => ({ line, quantity: quantity - voided_quantity }))
    .filter(({ quantity }) => quantity > 0)

export const isCompleteVoid = (items: readonly SaleItem[], chosen: readonly LineToVoid[]): boolean =>
  listUnvoidedLines(items).every(({ line, quantity }) =>
    chosen.some((each) => each.line === line && each.quantity === quantity),
  )

/** Amount voided by single lines; `0.00` if there are none. */
export const sumPartialVoids = ({ partial_voids }: { partial_voids: readonly PartialVoid[] | null }): string =>
  addAmounts((partial_voids ?? []).map(({ amount }) => amount))

/** Splits `refund` (cents) over the payment methods in proportion, never more than a method has left. */
export function splitRefundByPaymentKind<Part extends { cents: number }>(
  refund: number,
  kinds: readonly Part[],
): Part[] {
  let [open, left] = [kinds.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0), refund]
  return kinds.flatMap((kind) => {
    if (kind.cents <= 0) return []
    const share = Number((2n * BigInt(left) * BigInt(kind.cents) + BigInt(open)) / (2n * BigInt(open)))
    open -= kind.cents
    left -= share
    return share > 0 ? [{ ...kind, cents: share }] : []
  })
}
