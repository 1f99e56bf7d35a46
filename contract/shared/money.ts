// Money is integer cents in code and decimal text with two decimals in JSON, never a floating-point number.

import { groupThousands } from './format-numbers.ts'

/** Converts `"1250.5"` or `1250.5` to `125050`; returns null for other texts. */
export function toCents(amount: string | number): number | null {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) return null
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}

/** Converts `125050` to `"1250.50"`. */
export function fromCents(cents: number | bigint): string {
  const digits = String(cents < 0 ? -cents : cents).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Converts a sum, which may have more digits than a single amount. */
export const roundToCents = (sum: string | number): number => toCents(sum) ?? Math.round(Number(sum) * 100)

const parseCents = (sum: string) => BigInt(sum.replace('.', ''))

/** Adds decimal texts exactly, without floating-point arithmetic. */
export const addAmounts = (sums: readonly string[]): string =>
  fromCents(sums.reduce((all, sum) => all + parseCents(sum), 0n))

export const subtractAmounts = (sum: string, other: string): string => fromCents(parseCents(sum) - parseCents(other))

/** Formats `"1250.5"` as `"$ 1,250.50"` and `"-185"` as `"−$ 185.00"`; values that are not numeric as `"$ 0.00"`. */
export function formatMoney(amount: string | number | null | undefined): string {
  const value = Number(amount === '' ? Number.NaN : (amount ?? Number.NaN))
  if (!Number.isFinite(value)) return '$ 0.00'
  const cents = roundToCents(amount ?? '')
  const [whole = '0', decimals = '00'] = fromCents(Math.abs(cents)).split('.')
  return `${cents < 0 ? '−' : ''}$ ${groupThousands(whole)}.${decimals}`
}
