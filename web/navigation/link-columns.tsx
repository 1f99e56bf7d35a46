import { ClampedName } from '../kit/ClampedText.tsx'
import { RowLink } from '../kit/RowLink.tsx'
import type { Column } from '../kit/table-column.ts'
import { type DialogPath, dialogOverPageOptions } from './open-dialog.ts'

export const makeClientColumn = <Row,>(
  header: string,
  clientOf: (row: Row) => { id: number; name: string; anonymous?: boolean },
): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => {
    const { id, name, anonymous } = clientOf(row)
    if (anonymous) return <ClampedName>{name}</ClampedName>
    return (
      <RowLink to="/clients/$id/card" params={{ id: String(id) }}>
        {name}
      </RowLink>
    )
  },
  paper: (row) => clientOf(row).name,
})

/** Column with a link that opens a row's dialog over the list. `kind` is set if the dialog shows a bill. */
export const makeDialogLinkColumn = <Row extends { id: number; number?: number }>(
  header: string,
  to: DialogPath,
  textOf: (row: Row) => string,
  kind?: 'sale' | 'purchase' | 'payment',
): Column<Row> => ({
  header,
  folded: 'first',
  cell: (row) => (
    <RowLink
      to={to}
      params={{ id: String(row.id), kind } as never}
      aria-label={kind && `${textOf(row)}: factura N.º ${row.number}`}
      {...dialogOverPageOptions}
    >
      {textOf(row)}
    </RowLink>
  ),
  paper: textOf,
})
