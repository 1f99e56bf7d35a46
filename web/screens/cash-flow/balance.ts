// Sums of money in whole cents, and a balance in words.
import { toCents } from '@torniquete/contract/money.ts'

/** A sum may have more digits than a single amount, whose limit `toCents` keeps. */
export const centsOf = (amount: string): number => toCents(amount) ?? Math.round(Number(amount) * 100)

/** A balance in words: its colour alone tells nobody. */
export function balanceInWords(balance: string): string {
  const cents = centsOf(balance)
  if (cents === 0) return 'En cero'
  return cents < 0 ? 'En contra' : 'A favor'
}
