// What a list of sales shows of its rows, on screen, on paper and in a file.

import { showDay } from '@torniquete/contract/dates.ts'
import { fromCents, showMoney, toCents } from '@torniquete/contract/money.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import type { ExcelColumn } from '../../kit/excel.ts'
import type { Column } from '../../kit/table-column.ts'
import type { SaleList, SaleListSearch } from './billing-search.ts'

export interface SaleListShape<Row> {
  list: SaleList
  title: string
  empty: string
  amountOf: (row: Row) => string
  isVoided: (row: Row) => boolean
  /** Columns by the gym's zone. */
  columns: (zone: string) => Column<Row>[]
  excel: (zone: string) => ExcelColumn<Row>[]
}

/** Decimal text: what the rows come to, the voided left out, as `amount_sum` says it of all. */
export function sumOf<Row>(rows: readonly Row[], shape: Pick<SaleListShape<Row>, 'amountOf' | 'isVoided'>): string {
  const valid = rows.filter((row) => !shape.isVoided(row))
  return fromCents(valid.reduce((sum, row) => sum + (toCents(shape.amountOf(row)) ?? 0), 0))
}

/** `12 ventas · $ 3,450.00`. */
export const countAndSum = (count: number, sum: string): string =>
  `${showNumber(count)} ${count === 1 ? 'venta' : 'ventas'} · ${showMoney(sum)}`

/** The filter in words, as paper shows it. */
export function filterText({ name, start, end }: SaleListSearch, today: string): string {
  const [from, until] = [start ?? today, end ?? today].map(showDay)
  const days = from === until ? from : `Del ${from} al ${until}`
  return name ? `${days} · Cliente: ${name}` : `${days}`
}
