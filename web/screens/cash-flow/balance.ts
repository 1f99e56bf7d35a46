// Income, expenses and what is left, in whole cents.
import { fromCents, toCents } from '@torniquete/contract/money.ts'

/** Decimal texts. */
export interface Sums {
  sales: string
  memberships: string
  purchases: string
}

/** A sum may have more digits than a single amount, whose limit `toCents` keeps. */
export const centsOf = (amount: string): number => toCents(amount) ?? Math.round(Number(amount) * 100)

/** Decimal texts again. */
export function balanceOf({ sales, memberships, purchases }: Sums): {
  income: string
  expenses: string
  balance: string
} {
  const [income, expenses] = [centsOf(sales) + centsOf(memberships), centsOf(purchases)]
  return { income: fromCents(income), expenses: fromCents(expenses), balance: fromCents(income - expenses) }
}

/** A balance in words: its colour alone tells nobody. */
export function balanceInWords(balance: string): string {
  const cents = centsOf(balance)
  if (cents === 0) return 'En cero'
  return cents < 0 ? 'En contra' : 'A favor'
}
