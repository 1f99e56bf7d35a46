// The lines of a bill while it is being written: the typed values, their errors, and the items that are sent.

import { errorText } from '@torniquete/contract/shared/errors.ts'
import { type Reading, readMoney, readPercent, readWholeNumber } from '@torniquete/contract/shared/typed.ts'
import {
  billAmounts,
  checkBillLimit,
  computeLineAmounts,
  type Line,
  type LineAmounts,
  maxLines,
  maxQuantity,
} from '@torniquete/contract/till/bills.ts'
import { checkSellable, isOffered, type Product } from '@torniquete/contract/till/products.ts'

export type DraftKind = 'sale' | 'purchase'

/** A field's value as read (contract/shared/typed.ts), '' where it is empty, or the typed text where it cannot be read. */
type Typed = number | string

export interface DraftLine {
  product: Product
  quantity: Typed
  /** Purchases only: a sale's price is the server's. */
  unit_price: Typed
  /** Percents. */
  discount: Typed
  tax: Typed
  /** The product was deleted meanwhile. */
  gone?: boolean
}

/** The errors by field: `items.0.quantity`; `items` and `items.0.id_product` are of the list and of a line whole. */
export type LineErrors = Record<string, string>

/** Adds so many of the product: on its line, or on a new line at the end. */
export function addProduct(lines: readonly DraftLine[], product: Product, times = 1): DraftLine[] {
  const known = lines.findIndex((line) => line.product.id === product.id)
  if (known >= 0)
    return lines.map((line, at) =>
      at === known ? { ...line, product, quantity: wholeOf(line.quantity) + times } : line,
    )
  const line = { product, quantity: times, unit_price: product.last_purchase_price ?? '', discount: '', tax: '' }
  return [...lines, line]
}

/** The lines with the server's present data of their products; `gone`: ids of deleted products. */
export function refreshLines(
  lines: readonly DraftLine[],
  products: readonly Product[],
  gone: readonly number[],
): readonly DraftLine[] {
  const byId = new Map(products.map((product) => [product.id, product]))
  return lines.map((line) => {
    const product = byId.get(line.product.id)
    return product ? { ...line, product, gone: false } : { ...line, gone: gone.includes(line.product.id) }
  })
}

const readQuantity = (typed: Typed) => readWholeNumber(String(typed), 1, maxQuantity)
/** An empty discount or tax is 0. */
const readChange = (typed: Typed): Reading<number> =>
  String(typed).trim() === '' ? { value: 0 } : readPercent(String(typed))
const readPrice = (typed: Typed) => readMoney(String(typed))

const wholeOf = (typed: Typed): number => readQuantity(typed).value ?? 0
const percentOf = (typed: Typed): number => readChange(typed).value ?? 0

/** The line for the bill's arithmetic (contract/till/bills.ts); a value that cannot be read counts as 0. */
export function toLine(kind: DraftKind, line: DraftLine): Line {
  return {
    quantity: wholeOf(line.quantity),
    unit_price: readPrice(kind === 'sale' ? (line.product.sale_price ?? '') : line.unit_price).value ?? '0.00',
    discount: percentOf(line.discount),
    tax: percentOf(line.tax),
  }
}

export const amountsOfLine = (kind: DraftKind, line: DraftLine): LineAmounts => computeLineAmounts(toLine(kind, line))

export const amountsOfBill = (kind: DraftKind, lines: readonly DraftLine[]): LineAmounts =>
  billAmounts(lines.map((line) => toLine(kind, line)))

/** The Spanish reason why the product cannot be sold now, as the server words it; null where it can. */
export function saleRefusal(product: Product): string | null {
  if (isOffered(product)) return null
  const reason = checkSellable(product)
  return reason
    ? errorText(reason, { name: product.name })
    : errorText('stock.short', { name: product.name, n: product.quantity })
}

/** Errors of stock and prices, which are shown at once and not only when the bill is sent. */
export function immediateErrors(kind: DraftKind, lines: readonly DraftLine[]): LineErrors {
  const errors: LineErrors = {}
  for (const [at, { product, quantity, gone }] of lines.entries()) {
    if (gone) errors[`items.${at}.id_product`] = 'Este producto ya no existe.'
    else if (kind === 'sale' && checkSellable(product))
      errors[`items.${at}.id_product`] = errorText('product.no-price', { name: product.name })
    else if (kind === 'sale' && wholeOf(quantity) > product.quantity)
      errors[`items.${at}.quantity`] = errorText('stock.short', { name: product.name, n: product.quantity })
  }
  if (checkBillLimit(lines.map((line) => toLine(kind, line)))) errors.items = errorText('bill.too-large')
  return errors
}

/** The fields of a line that cannot be read, with their errors. */
export const listUnreadableFields = (kind: DraftKind, line: DraftLine) => ({
  quantity: readQuantity(line.quantity).error,
  unit_price: kind === 'purchase' ? readPrice(line.unit_price).error : undefined,
  discount: readChange(line.discount).error,
  tax: readChange(line.tax).error,
})

/** True if the product's line has a quantity that cannot be read: that is shown as an error, and never overwritten. */
export const hasUnreadableField = (lines: readonly DraftLine[], { id }: Product): boolean =>
  lines.some(({ product, quantity }) => product.id === id && readQuantity(quantity).error)

/** All errors of the lines, by field; the bill is not sent while there are any. */
export function lineErrors(kind: DraftKind, lines: readonly DraftLine[]): LineErrors {
  const errors: LineErrors = {}
  if (lines.length === 0) errors.items = 'Agrega al menos un producto'
  if (lines.length > maxLines) errors.items = `No caben más de ${maxLines} productos en una factura`
  for (const [at, line] of lines.entries()) {
    for (const [field, error] of Object.entries(listUnreadableFields(kind, line)))
      if (error) errors[`items.${at}.${field}`] = error
  }
  return { ...errors, ...immediateErrors(kind, lines) }
}

const shared = ({ product, quantity, discount, tax }: DraftLine) => ({
  id_product: product.id,
  quantity: wholeOf(quantity),
  discount: percentOf(discount),
  tax: percentOf(tax),
})

/** The largest of the lines' discounts, in percent. */
export const largestDiscount = (lines: readonly DraftLine[]): number =>
  Math.max(0, ...lines.map(({ discount }) => percentOf(discount)))

/** The lines as `sales.create` takes them. */
export const saleItems = (lines: readonly DraftLine[]) => lines.map(shared)

/** The lines as `purchases.create` takes them. */
export const purchaseItems = (lines: readonly DraftLine[]) =>
  lines.map((line) => ({ ...shared(line), unit_price: toLine('purchase', line).unit_price }))
