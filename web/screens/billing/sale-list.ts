// What a list of sales shows of its rows, on screen and on paper.
import type { Column } from '../../kit/table-column.ts'
import type { SaleList } from '../../navigation/billing-search.ts'

export interface SaleListShape<Row> {
  list: SaleList
  title: string
  empty: string
  amountOf: (row: Row) => string
  /** Columns by the gym's zone, and by what of each row is still owed. */
  columns: (zone: string, owed: ReadonlyMap<number, string>) => Column<Row>[]
}
