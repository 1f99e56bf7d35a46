import { defaultTaxClasses, makeTaxedLine, sumTaxes, type TaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import { amountsOfLine, type DraftLine } from './draft-lines.ts'

/** Prices include the tax in gyms with a country, so a tax on top, typed before, is dropped. */
export const dropTax = (lines: readonly DraftLine[]): DraftLine[] => lines.map((line) => ({ ...line, tax: '' }))

/** Tax that the prices of a sale include, as decimal text; `membership` is sold together with the lines. */
export function sumIncludedTax(lines: readonly DraftLine[], membership: TaxedLine | null): string {
  const taxed = lines.map((line) =>
    makeTaxedLine(line.product.tax_class ?? defaultTaxClasses.product, amountsOfLine('sale', line).total),
  )
  return sumTaxes(membership ? [...taxed, membership] : taxed).tax_total
}
