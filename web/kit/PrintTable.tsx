import type { ReactNode } from 'react'
import classes from './PrintTable.module.css'
import { type Column, columnsOn } from './table-column.ts'

interface PrintTableProps<Row> {
  title: string
  /** The filter, the sum: what a page on a desk must say of itself. */
  subtitle?: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A list on paper: the head comes again on each page, and no row is torn. */
export function PrintTable<Row>({ title, subtitle, columns, rows, rowKey }: PrintTableProps<Row>) {
  const onPaper = columnsOn('paper', columns)
  return (
    <article className={classes.sheet}>
      <h1>{title}</h1>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      <table>
        <thead>
          <tr>
            {onPaper.map(({ key, header, align, folded }) => (
              <th key={key} scope="col" data-align={align} data-fold={folded}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {onPaper.map(({ key, header, align, folded, cell, paper = cell }) => (
                <td key={key} data-align={align} data-fold={folded} data-label={header}>
                  {paper(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
