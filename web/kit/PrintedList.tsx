import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { PrintTable } from './PrintTable.tsx'
import type { List } from './table-column.ts'

/** `page` counts from 0. */
export interface PageOfList {
  page: number
  size: number
  total: number | undefined
}

interface PrintedListProps<Row> extends List<Row> {
  rows: readonly Row[]
  /** Position of the page if the rows are one page of a list; the paper states it. */
  place?: PageOfList | undefined
  /** Text while rows are missing. */
  missing?: string | null
}

/** `Filas 11 a 20 de 72`, `Fila 21 de 21`; empty if complete. */
function rowsText({ page, size, total = 0 }: PageOfList, count: number): string {
  if (total <= count) return ''
  const [first, last] = [page * size + 1, page * size + count].map(showNumber)
  return `${first === last ? `Fila ${first}` : `Filas ${first} a ${last}`} de ${showNumber(total)}`
}

/** A printed list with its filter and totals above. */
export function PrintedList<Row>({ label, columns, rowKey, rows, ...list }: PrintedListProps<Row>) {
  const { filter, sum, figures, empty, place, missing } = list
  const shown = missing ? [] : rows
  const told = shown.length > 0 ? [sum?.(shown), place && rowsText(place, shown.length)] : [missing ?? empty]
  const text = [filter, ...told].filter(Boolean).join(' · ')
  // Totals cover all rows, so they are omitted below a single page.
  const isWhole = (place?.total ?? 0) <= shown.length
  return (
    <PrintTable
      title={label}
      subtitle={
        figures && isWhole ? (
          <>
            {text}
            {figures}
          </>
        ) : (
          text
        )
      }
      columns={shown.length > 0 ? columns : []}
      rows={shown}
      rowKey={rowKey}
    />
  )
}
