import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Column header; must be unique within the table, unless columns have keys. */
  header: string
  key?: string
  cell: (row: Row) => ReactNode
  /** Content for print: text instead of a control, such as a button that opens a dialog. */
  paper?: (row: Row) => ReactNode
  align?: 'right'
  width?: number | string
  /** Place of the cell if rows are folded into cards: in the first line, hidden, or by default below with a label. */
  folded?: 'first' | 'away'
  on?: 'screen' | 'paper'
}

export const makePictureColumn = <Row>(header: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  header,
  width: 64,
  folded: 'first',
  on: 'screen',
  cell,
})

export const makeActionsColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Acciones',
  align: 'right',
  folded: 'first',
  on: 'screen',
  cell,
})

export const filterColumnsByMedium = <Row>(place: 'screen' | 'paper', columns: readonly Column<Row>[]) =>
  columns.filter(({ on }) => on === undefined || on === place)

export interface TableDefinition<Row> {
  /** Name of the list: accessible name, title when printed, and name of the Excel file. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  empty: string
  filter?: string | undefined
  sum?: (rows: readonly Row[]) => string
  figures?: ReactNode
}

export interface TableRowsProps<Row> extends Pick<TableDefinition<Row>, 'columns' | 'rowKey'> {
  rows: readonly Row[]
  selectedKey?: string | number | null | undefined
  freshKeys?: ReadonlySet<string | number> | undefined
}

export interface TableQuery {
  isPending: boolean
  /** True while rows of the previous page are shown. */
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

export function getMissingRowsText({ isPlaceholderData, error }: TableQuery, answer: unknown): string | null {
  if (answer !== undefined && !isPlaceholderData) return null
  return error ? 'No se pudo cargar.' : 'Todavía se está cargando: imprime otra vez en un momento.'
}

/** Estimated row height in px, until measured. */
export const estimateRowHeightPx = (folded: boolean): number => (folded ? 92 : 52)
