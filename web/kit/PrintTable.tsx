import type { ReactNode } from 'react'
import classes from './PrintTable.module.css'
import { type Column, columnsOn } from './table-column.ts'

interface PrintTableProps<Row> {
  title: string
  /** Filter and sum, which a printed page must state. */
  subtitle?: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** Words that may break; shorter ones stay whole. */
const endlessWord = /\S{20}/

/** A printed list: repeated header, unbroken rows. */
export function PrintTable<Row>({ title, subtitle, columns, rows, rowKey }: PrintTableProps<Row>) {
  const onPaper = columnsOn('paper', columns)
  return (
    <article className={classes.sheet}>
      <h1>{title}</h1>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      <table>
        <thead>
          <tr>
            {onPaper.map(({ header, key = header, align, folded }) => (
              <th key={key} scope="col" data-align={align} data-fold={folded}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {onPaper.map(({ header, key = header, align, folded, cell, paper = cell }) => {
                const content = paper(row)
                const endless = typeof content === 'string' && endlessWord.test(content)
                return (
                  <td
                    key={key}
                    data-align={align}
                    data-fold={folded}
                    data-label={header}
                    data-endless={endless || undefined}
                  >
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
