import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { addAmounts, formatMoney } from '@torniquete/contract/shared/money.ts'

/** Singular and plural of a document's noun, and the ending of its adjectives if it is not `a`. */
export type DocumentNouns = readonly [one: string, several: string, ending?: 'o']
export const saleNouns: DocumentNouns = ['venta', 'ventas']
export const purchaseNouns: DocumentNouns = ['compra', 'compras']

export interface DocumentSums {
  total: number
  total_voided: number
  /** Sum of the valid documents as decimal text. */
  amount_sum: string
}

export function sumDocuments<Row extends { voided: unknown }>(
  rows: readonly Row[],
  amountOf: (row: Row) => string,
): DocumentSums {
  const valid = rows.filter(({ voided }) => !voided)
  return { total: rows.length, total_voided: rows.length - valid.length, amount_sum: addAmounts(valid.map(amountOf)) }
}

/** `8 ventas · $ 3,450.00 · 1 anulada`: count and sum leave out voided documents. */
export function formatDocumentSums({ total, total_voided, amount_sum }: DocumentSums, nouns: DocumentNouns): string {
  const [one, several, ending = 'a'] = nouns
  const parts = [formatCountWithNoun(total - total_voided, one, several), formatMoney(amount_sum)]
  if (total_voided > 0) parts.push(formatCountWithNoun(total_voided, `anulad${ending}`, `anulad${ending}s`))
  return parts.join(' · ')
}

export function formatDateAndNameFilter(
  days: { start_date: string; end_date: string },
  who: string,
  name: string | undefined,
) {
  const [start, end] = [formatDate(days.start_date), formatDate(days.end_date)]
  return [start === end ? start : `Del ${start} al ${end}`, name && `${who}: ${name}`].filter(Boolean).join(' · ')
}

export const makeDocumentSumFormatter =
  <Row extends { voided: unknown }>(amountOf: (row: Row) => string, nouns: DocumentNouns) =>
  (rows: readonly Row[]): string =>
    formatDocumentSums(sumDocuments(rows, amountOf), nouns)
