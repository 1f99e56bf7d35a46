// What a list of sales shows of its rows, on screen and on paper.
import type { Column } from '../../kit/table-column.ts'
import type { SaleList } from '../../navigation/billing-search.ts'

export interface SaleListShape<Row> {
  list: SaleList
  title: string
  empty: string
  amountOf: (row: Row) => string
  /** Those before the total, by the gym's zone. */
  columns: (zone: string) => Column<Row>[]
}
