import { defaultTaxClasses, type TaxClass, taxClasses } from '@torniquete/contract/fiscal/tax.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import {
  type ProductColumn,
  type ProductImportAnswer,
  productColumns,
} from '@torniquete/contract/till/product-import.ts'
import { checkProductHasPrice, NewProduct, normalizeProductCode } from '@torniquete/contract/till/products.ts'
import { abbreviatedNumberErrorText, isExponential } from '../../../platform/file-import/parse-cells.ts'
import { RowRefusals } from '../../../platform/file-import/row-refusals.ts'
import type { RowFieldReader, RowResult, RowRules } from '../../../platform/file-import/validate-rows.ts'

export interface ExistingProduct {
  name: string
  code: string | null
}

export interface NewProductRow extends ExistingProduct {
  row: number
  description: string | null
  unit_of_measure: string
  min_quantity: number | null
  sale_price: string | null
  cost: string | null
  /** Stock to be booked; null if the file does not state it. */
  quantity: number | null
  tax_class: TaxClass
}

type ProductValues = RowFieldReader<ProductColumn>

const most = 1_000_000_000
const usualUnit = 'Unidad'

/** `Exento`, `18`, `18 %`, or `0.18` from a cell that shows percent; null for other texts. */
function readTaxClass(text: string): TaxClass | null {
  const folded = foldCaseAndAccents(text).replace(/[\s%]/g, '').replace(',', '.')
  if (/^(e|exent[oa]s?|exempt)$/.test(folded)) return 'exempt'
  if (!/^\d+(\.\d+)?$/.test(folded)) return null
  const rate = Number(folded)
  return taxClasses.find((each) => each === String(rate < 1 ? Math.round(rate * 100) : rate)) ?? null
}

function readRow(
  at: number,
  said: ProductValues,
): { row: NewProductRow | null; reasons: string[]; adjusted: string[] } {
  const adjusted: string[] = []
  const told = new RowRefusals(productColumns)
  const text = (field: ProductColumn) => said.text(field) || null
  const amount = (field: 'sale_price' | 'cost') => {
    if (!text(field)) return null
    const { value, error } = said.amount(field)
    return value ?? told.add(field, error ?? '')
  }
  const count = (field: 'quantity' | 'min_quantity') => {
    if (!text(field)) return null
    const { value, error } = said.count(field, most)
    return value ?? told.add(field, error ?? '')
  }
  const figures = { sale_price: amount('sale_price'), min_quantity: count('min_quantity') }
  const cost = amount('cost')
  // Negative stock means that the old system did not count the product, so its stock is read as unknown.
  const isNegative = /^(?:[-−–]\s?[\d.,]+|[\d.,]+\s?[-−–]|\([\d.,]+\))$/.test(said.text('quantity'))
  const quantity = isNegative ? 0 : count('quantity')
  if (isNegative) adjusted.push(`${productColumns.quantity}: dice ${said.text('quantity')}, y entra con 0`)
  const tax_class = text('tax_class') ? readTaxClass(said.text('tax_class')) : defaultTaxClasses.product
  if (tax_class === null) told.add('tax_class', 'Debe ser exento, 0, 16 o 18')
  const code = text('code')
  if (code && isExponential(code)) told.add('code', abbreviatedNumberErrorText)
  const unit_of_measure = text('unit_of_measure') ?? usualUnit
  const parsed = NewProduct.safeParse({
    name: text('name') ?? '',
    code,
    description: text('description'),
    unit_of_measure,
  })
  for (const issue of parsed.error?.issues ?? []) told.add(issue.path[0] as ProductColumn, issue.message) // issues name only fields of this row
  if (isOfAGroup(said)) told.reasons.push('Solo dice el nombre: parece el título de un grupo')
  if (!parsed.success || tax_class === null || told.reasons.length > 0)
    return { row: null, reasons: told.reasons, adjusted }
  const { name, description = null } = parsed.data
  return {
    row: {
      row: at,
      name,
      code: parsed.data.code ?? null,
      description,
      unit_of_measure,
      ...figures,
      cost,
      quantity,
      tax_class,
    },
    reasons: [],
    adjusted,
  }
}

/** True for a heading such as 'BEBIDAS': the only value in its row, without code, price or stock. */
const isOfAGroup = ({ has, text }: ProductValues): boolean => {
  const own = (['code', 'sale_price', 'cost', 'quantity'] as const).filter(has)
  return own.length > 0 && text('name') !== '' && own.every((field) => text(field) === '')
}

/** Maximum number of compared products with one name, so that a file of ten thousand equal names stays fast. */
const mostOfAName = 200

type Figures = Pick<NewProductRow, 'sale_price' | 'quantity'>

interface Standing {
  code: string | null
  place: string
  /** Price and stock of a row of the file; null for products of the gym, which are not compared with the file's. */
  figures: Figures | null
}

const agree = <Value>(one: Value | null, other: Value | null) => one === null || other === null || one === other

const repeats = (row: Figures, { figures }: Standing): boolean =>
  figures === null || (agree(row.sale_price, figures.sale_price) && agree(row.quantity, figures.quantity))

class Shelf {
  readonly #byName = new Map<string, Standing[]>()
  readonly #byCode = new Map<string, string>()
  /** Products by a normalized form of their code, to find codes that differ only by zeros or case. */
  readonly #byForm = new Map<string, ExistingProduct>()

  constructor(products: readonly ExistingProduct[]) {
    for (const product of products) this.add(product, 'Ya está en el inventario', `Ya es de ${product.name}`, null)
  }
  add({ name, code }: ExistingProduct, place: string, taken: string, figures: Figures | null): void {
    const same = this.#byName.get(foldCaseAndAccents(name)) ?? []
    if (same.length < mostOfAName) same.push({ code, place, figures })
    this.#byName.set(foldCaseAndAccents(name), same)
    if (code) this.#byCode.set(code, taken)
    if (code) this.#byForm.set(normalizeProductCode(code), { name, code })
  }
  /** Returns the earlier product with the same name, unless the codes differ. */
  findEarlier({ name, code }: ExistingProduct): Standing | null {
    const same = this.#byName.get(foldCaseAndAccents(name)) ?? []
    return same.find((other) => code === null || other.code === null || code === other.code) ?? null
  }
  similarTo = ({ code }: ExistingProduct): ExistingProduct | undefined =>
    code === null ? undefined : this.#byForm.get(normalizeProductCode(code))
  takenBy = ({ code }: ExistingProduct): string | undefined => (code === null ? undefined : this.#byCode.get(code))
}

export type ProductImportSummary = Pick<ProductImportAnswer, 'stocked' | 'unpriced'>

export function makeProductRowRules(
  products: readonly ExistingProduct[],
): RowRules<ProductColumn, NewProductRow, ProductImportSummary> {
  const shelf = new Shelf(products)
  const checkRow = (row: number, values: ProductValues): RowResult<NewProductRow> => {
    const { row: made, reasons, adjusted } = readRow(row, values)
    if (!made) return { reasons }
    const earlier = shelf.findEarlier(made)
    if (earlier && !repeats(made, earlier)) return { reasons: [`${earlier.place} con otros datos`] }
    if (earlier) return { present: earlier.place, name: made.name }
    const taken = shelf.takenBy(made)
    if (taken) return { reasons: [`${productColumns.code}: ${taken}`] }
    const similar = shelf.similarTo(made)
    if (similar)
      adjusted.push(
        `${productColumns.code}: ${made.code} y ${similar.code}, de ${similar.name}, son para un lector casi lo mismo`,
      )
    shelf.add(made, `Repite la fila ${row}`, `Ya está en la fila ${row}`, made)
    return { row: made, adjusted }
  }
  return {
    fieldsEmptyInTotals: ['code', 'unit_of_measure'],
    checkRow,
    summarize: (ready) => ({
      stocked: ready.filter(({ quantity }) => (quantity ?? 0) > 0).length,
      unpriced: ready.filter((row) => checkProductHasPrice(row) !== null).length,
    }),
  }
}
