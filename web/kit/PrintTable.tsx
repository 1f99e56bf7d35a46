import type { ReactNode } from 'react'
import classes from './PrintTable.module.css'

export interface PrintColumn<Row> {
  header: string
  align?: 'left' | 'center' | 'right'
  cell: (row: Row) => ReactNode
}

interface PrintTableProps<Row> {
  title: string
  /** The filter, the sum: what a page on a desk must say of itself. */
  subtitle?: ReactNode
  columns: readonly PrintColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A list on paper: the head comes again on each page, and no row is torn. */
export function PrintTable<Row>({ title, subtitle, columns, rows, rowKey }: PrintTableProps<Row>) {
  return (
    <article className={classes.sheet}>
      <h1>{title}</h1>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      <table>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, align, cell }) => (
                <td key={header} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
