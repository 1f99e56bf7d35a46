import { defaultTaxClasses, makeTaxedLine, sumTaxedLines, type TaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import {
  type InputResult,
  readTypedMoney,
  readTypedPercent,
  readTypedWholeNumber,
} from '@torniquete/contract/shared/parse-input.ts'
import {
  checkBillTotal,
  computeBillAmounts,
  computeLineAmounts,
  type LineAmounts,
  maxBillLines,
  maxLineQuantity,
  type PricedLine,
} from '@torniquete/contract/till/bills.ts'
import { checkProductHasPrice, isProductOffered, type Product } from '@torniquete/contract/till/products.ts'

export type DraftKind = 'sale' | 'purchase'

/** Field value: a parsed number, '' if the field is empty, or text that is not a number. */
type Typed = number | string

export interface DraftLine {
  product: Product
  quantity: Typed
  /** Used for purchases only: the server sets the price of a sale. */
  unit_price: Typed
  discount: Typed
  tax: Typed
  gone?: boolean
}

/** Errors by field path, such as `items.0.quantity`; `items` is the list, and `items.0.id_product` a line. */
export type LineErrors = Record<string, string>

export function addProductToLines(lines: readonly DraftLine[], product: Product, times = 1): DraftLine[] {
  const known = lines.findIndex((line) => line.product.id === product.id)
  if (known >= 0)
    return lines.map((line, at) =>
      at === known ? { ...line, product, quantity: wholeOf(line.quantity) + times } : line,
    )
  const line = { product, quantity: times, unit_price: product.last_purchase_price ?? '', discount: '', tax: '' }
  return [...lines, line]
}

/** Updates the lines with current product data; `gone` lists the ids of deleted products. */
export function updateLinesFromProducts(
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

const readQuantity = (typed: Typed) => readTypedWholeNumber(String(typed), 1, maxLineQuantity)
/** An empty discount or tax counts as 0. */
const readChange = (typed: Typed): InputResult<number> =>
  String(typed).trim() === '' ? { value: 0 } : readTypedPercent(String(typed))
const readPrice = (typed: Typed) => readTypedMoney(String(typed))

const wholeOf = (typed: Typed): number => readQuantity(typed).value ?? 0
const percentOf = (typed: Typed): number => readChange(typed).value ?? 0

/** Converts a draft line to a line of contract/till/bills.ts; invalid values count as 0. */
export function toPricedLine(kind: DraftKind, line: DraftLine): PricedLine {
  return {
    quantity: wholeOf(line.quantity),
    unit_price: readPrice(kind === 'sale' ? (line.product.sale_price ?? '') : line.unit_price).value ?? '0.00',
    discount: percentOf(line.discount),
    tax: percentOf(line.tax),
  }
}

export const computeDraftLineAmounts = (kind: DraftKind, line: DraftLine): LineAmounts =>
  computeLineAmounts(toPricedLine(kind, line))

export const computeDraftAmounts = (kind: DraftKind, lines: readonly DraftLine[]): LineAmounts =>
  computeBillAmounts(lines.map((line) => toPricedLine(kind, line)))

/** Spanish reason why the product cannot be sold now, worded like the server's error; null if it can. */
export function findProductSaleRefusal(product: Product): string | null {
  if (isProductOffered(product)) return null
  const reason = checkProductHasPrice(product)
  return reason
    ? formatError(reason, { name: product.name })
    : formatError('stock.short', { name: product.name, n: product.quantity })
}

export function findLineProductErrors(kind: DraftKind, lines: readonly DraftLine[]): LineErrors {
  const errors: LineErrors = {}
  for (const [at, { product, quantity, gone }] of lines.entries()) {
    if (gone) errors[`items.${at}.id_product`] = 'Este producto ya no existe.'
    else if (kind === 'sale' && checkProductHasPrice(product))
      errors[`items.${at}.id_product`] = formatError('product.no-price', { name: product.name })
    else if (kind === 'sale' && wholeOf(quantity) > product.quantity)
      errors[`items.${at}.quantity`] = formatError('stock.short', { name: product.name, n: product.quantity })
  }
  if (checkBillTotal(lines.map((line) => toPricedLine(kind, line)))) errors.items = formatError('bill.too-large')
  return errors
}

export const findLineParseErrors = (kind: DraftKind, line: DraftLine) => ({
  quantity: readQuantity(line.quantity).error,
  unit_price: kind === 'purchase' ? readPrice(line.unit_price).error : undefined,
  discount: readChange(line.discount).error,
  tax: readChange(line.tax).error,
})

/** True if the product's line has an invalid quantity, to which scanning must not add. */
export const hasInvalidQuantity = (lines: readonly DraftLine[], { id }: Product): boolean =>
  lines.some(({ product, quantity }) => product.id === id && readQuantity(quantity).error)

/** Lists all errors by field path. A bill with errors is not sent. */
export function findLineErrors(kind: DraftKind, lines: readonly DraftLine[]): LineErrors {
  const errors: LineErrors = {}
  if (lines.length === 0) errors.items = 'Agrega al menos un producto'
  if (lines.length > maxBillLines) errors.items = `No caben más de ${maxBillLines} productos en una factura`
  for (const [at, line] of lines.entries()) {
    for (const [field, error] of Object.entries(findLineParseErrors(kind, line)))
      if (error) errors[`items.${at}.${field}`] = error
  }
  return { ...errors, ...findLineProductErrors(kind, lines) }
}

const shared = ({ product, quantity, discount, tax }: DraftLine) => ({
  id_product: product.id,
  quantity: wholeOf(quantity),
  discount: percentOf(discount),
  tax: percentOf(tax),
})

export const findLargestDiscount = (lines: readonly DraftLine[]): number =>
  Math.max(0, ...lines.map(({ discount }) => percentOf(discount)))

export const toSaleItems = (lines: readonly DraftLine[]) => lines.map(shared)

export const toPurchaseItems = (lines: readonly DraftLine[]) =>
  lines.map((line) => ({ ...shared(line), unit_price: toPricedLine('purchase', line).unit_price }))

/** Prices include the tax in gyms with a country, so a tax on top, typed before, is dropped. */
export const clearLineTaxes = (lines: readonly DraftLine[]): DraftLine[] => lines.map((line) => ({ ...line, tax: '' }))

/** Tax that the prices of a sale include, as decimal text; `membership` is sold together with the lines. */
export function sumIncludedTax(lines: readonly DraftLine[], membership: TaxedLine | null): string {
  const taxed = lines.map((line) =>
    makeTaxedLine(line.product.tax_class ?? defaultTaxClasses.product, computeDraftLineAmounts('sale', line).total),
  )
  return sumTaxedLines(membership ? [...taxed, membership] : taxed).tax_total
}
