import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import classes from './paper.module.css'
import { filterColumnsByMedium, type TableDefinition } from './table-column.ts'

export interface ListPage {
  page: number
  size: number
  total: number | undefined
}

interface PrintedListProps<Row> extends Omit<TableDefinition<Row>, 'empty'> {
  rows: readonly Row[]
  empty?: string
  place?: ListPage | undefined
  missing?: string | null
}

/** Text such as `Filas 11 a 20 de 72` or `Fila 21 de 21`; empty if all rows are printed. */
function rowsText({ page, size, total = 0 }: ListPage, count: number): string {
  if (total <= count) return ''
  const [first, last] = [page * size + 1, page * size + count].map(formatNumber)
  return `${first === last ? `Fila ${first}` : `Filas ${first} a ${last}`} de ${formatNumber(total)}`
}

const endlessWord = /\S{20}/

/** A printed list with filter and totals above. Its header repeats on each sheet, and no page break splits a row. */
export function PrintedList<Row>({ label, columns, rowKey, rows, ...list }: PrintedListProps<Row>) {
  const { filter, sum, figures, empty, place, missing } = list
  const shown = missing ? [] : rows
  const onPaper = filterColumnsByMedium('paper', columns)
  const details = shown.length > 0 ? [sum?.(shown), place && rowsText(place, shown.length)] : [missing ?? empty]
  const text = [filter, ...details].filter(Boolean).join(' · ')
  // Totals cover all rows of the list, so they are printed only if all rows are printed.
  const shownFigures = (place?.total ?? 0) <= shown.length && figures
  return (
    <article className={classes.list}>
      <h1>{label}</h1>
      {(text || shownFigures) && (
        <div className={classes.subtitle}>
          {text}
          {shownFigures}
        </div>
      )}
      {shown.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              {onPaper.map(({ header, key = header, align }) => (
                <th key={key} scope="col" data-align={align}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)}>
                {onPaper.map(({ header, key = header, align, folded, cell, paper = cell }) => {
                  const content = paper(row)
                  const isEndless = typeof content === 'string' && endlessWord.test(content)
                  return (
                    <td
                      key={key}
                      data-align={align}
                      data-fold={folded}
                      data-label={header}
                      data-endless={isEndless || undefined}
                    >
                      {content}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}
