// Tax classes of items, and the tax that a price includes. Amounts are decimal texts, rounded per line.
import { z } from 'zod'
import { fromCents } from '../shared/money.ts'

export const taxClasses = ['exempt', '0', '16', '18'] as const
export const taxClassSchema = z.enum(taxClasses)
export type TaxClass = z.infer<typeof taxClassSchema>

/** Form of payment in the monthly reports. */
export const fiscalPaymentFormSchema = z.enum(['cash', 'transfer', 'card', 'credit', 'other'])
export type FiscalPaymentForm = z.infer<typeof fiscalPaymentFormSchema>

export const defaultTaxClasses = { product: '18', plan: 'exempt' } as const satisfies Record<string, TaxClass>

/** Percent; null if the item is exempt. */
export const getTaxRate = (tax: TaxClass): number | null => (tax === 'exempt' ? null : Number(tax))

/**
 * Tax in cents that an amount in cents includes: amount − amount ÷ (1 + rate), where the base is rounded half away
 * from zero to cents.
 */
export function computeIncludedTax(amountCents: bigint, tax: TaxClass): bigint {
  const rate = BigInt(getTaxRate(tax) ?? 0)
  const divisor = 100n + rate
  const magnitude = amountCents < 0n ? -amountCents : amountCents
  const base = (magnitude * 200n + divisor) / (2n * divisor)
  return amountCents < 0n ? base - magnitude : magnitude - base
}

/** A line of a document; amounts are decimal texts, `total` is after the discount. */
export interface TaxedLine {
  tax_class: TaxClass
  total: string
  included_tax: string
}

export interface TaxTotals {
  exempt: string
  /** Sorted by rising rate; rates without a line are left out. */
  taxed: { rate: number; base: string; tax: string }[]
  tax_total: string
  total: string
}

const parse = (amount: string): bigint => BigInt(amount.replace('.', ''))

export const makeTaxedLine = (tax_class: TaxClass, total: string): TaxedLine => ({
  tax_class,
  total,
  included_tax: fromCents(computeIncludedTax(parse(total), tax_class)),
})

/** Tax of a part of a line, in proportion to its amount, rounded half away from zero to cents. */
export function computeTaxShare(whole: { amount: string; tax: string }, part: string): string {
  const [amount, tax] = [parse(whole.amount), parse(whole.tax)]
  return amount === 0n ? '0.00' : fromCents((2n * tax * parse(part) + amount) / (2n * amount))
}

/** Totals of a document; the sum charged stays the sum shown. */
export function sumTaxedLines(lines: readonly TaxedLine[]): TaxTotals {
  let exempt = 0n
  let total = 0n
  const rates = new Map<number, { base: bigint; tax: bigint }>()
  for (const line of lines) {
    const amount = parse(line.total)
    const rate = getTaxRate(line.tax_class)
    total += amount
    if (rate === null) {
      exempt += amount
      continue
    }
    const tax = parse(line.included_tax)
    const sum = rates.get(rate) ?? { base: 0n, tax: 0n }
    rates.set(rate, { base: sum.base + amount - tax, tax: sum.tax + tax })
  }
  const taxed = [...rates].sort(([one], [other]) => one - other)
  return {
    exempt: fromCents(exempt),
    taxed: taxed.map(([rate, { base, tax }]) => ({ rate, base: fromCents(base), tax: fromCents(tax) })),
    tax_total: fromCents(taxed.reduce((sum, [, { tax }]) => sum + tax, 0n)),
    total: fromCents(total),
  }
}
