// The column that opens a row: a link on screen, text in print.
import { Named } from '../kit/Clamped.tsx'
import { RowLink } from '../kit/RowLink.tsx'
import type { Column } from '../kit/table-column.ts'
import { type DialogPath, opening, overPage } from './opening.ts'
import { type ScreenPath, type SearchAt, screens } from './screens.ts'

/** Link to a client's card; the anonymous client has none. */
export const clientColumn = <Row,>(
  header: string,
  clientOf: (row: Row) => { id: number; name: string; anonymous?: boolean },
): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => {
    const { id, name, anonymous } = clientOf(row)
    if (anonymous) return <Named>{name}</Named>
    return (
      <RowLink to={screens.clients.path} search={{ client: id }}>
        {name}
      </RowLink>
    )
  },
  paper: (row) => clientOf(row).name,
})

interface OpenedBySearch<Row, Path extends ScreenPath> {
  header: string
  /** The list's page. */
  from: Path
  textOf: (row: Row) => string
  /** Additional search params. */
  searchOf: (row: Row) => SearchAt<Path>
}

/** Link that opens a dialog over the list; a row with a number opens its bill. */
export const openColumn = <Row extends { id: number; number?: number }, Path extends ScreenPath>({
  header,
  from,
  textOf,
  searchOf,
}: OpenedBySearch<Row, Path>): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => (
    <RowLink
      from={from as '/clients'}
      search={(before) => ({ ...before, ...searchOf(row) })}
      aria-label={row.number === undefined ? undefined : `${textOf(row)}: factura N.º ${row.number}`}
      {...opening}
    >
      {textOf(row)}
    </RowLink>
  ),
  paper: textOf,
})

/** A dialog with its own path. */
export const dialogColumn = <Row extends { id: number }>(
  header: string,
  to: DialogPath,
  textOf: (row: Row) => string,
): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => (
    <RowLink to={to} params={{ id: String(row.id) } as never} {...overPage}>
      {textOf(row)}
    </RowLink>
  ),
  paper: textOf,
})
