import type { ReactNode } from 'react'

export interface Column<Row> {
  /** No other of its table has the same, unless they have keys. */
  header: string
  key?: string
  /** A text is held to two lines, the whole of it in its title. */
  cell: (row: Row) => ReactNode
  /** Printed content: a text instead of a control that opens something. */
  paper?: (row: Row) => ReactNode
  align?: 'right'
  width?: number | string
  /** Position in a narrow row: its first line, or hidden. The default is below, with a label. */
  folded?: 'first' | 'away'
  /** Only there; usually on both. */
  on?: 'screen' | 'paper'
}

/** A row's picture, on screen. */
export const pictureColumn = <Row>(header: string, cell: (row: Row) => ReactNode): Column<Row> => ({
  header,
  width: 64,
  folded: 'first',
  on: 'screen',
  cell,
})

/** The column of row actions. */
export const actionsColumn = <Row>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Acciones',
  align: 'right',
  folded: 'first',
  on: 'screen',
  cell,
})

export const columnsOn = <Row>(place: 'screen' | 'paper', columns: readonly Column<Row>[]) =>
  columns.filter(({ on }) => on === undefined || on === place)

/** A list with what paper says of it: the same by its button as by the browser's own command. */
export interface List<Row> {
  /** Accessible name, title of the printed list, and file name. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** In place of rows where there are none. */
  empty: string
  /** Which rows it has: the days, what is searched for. */
  filter?: string | undefined
  /** Sum of the visible rows. */
  sum?: (rows: readonly Row[]) => string
  /** Figures that go with it. */
  figures?: ReactNode
}

/** Props of the components that draw the rows. */
export interface RowsProps<Row> extends Pick<List<Row>, 'columns' | 'rowKey'> {
  rows: readonly Row[]
  selectedKey?: string | number | null | undefined
  /** Keys of newly arrived rows. */
  freshKeys?: ReadonlySet<string | number> | undefined
}

/** The part of a React Query result that a table shows. */
export interface TableQuery {
  isPending: boolean
  /** True while the rows are those of the page before. */
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

/** Printed note if data is missing or outdated; otherwise null. */
export function missingText({ isPlaceholderData, error }: TableQuery, answer: unknown): string | null {
  if (answer !== undefined && !isPlaceholderData) return null
  return error ? 'No se pudo cargar.' : 'Todavía se está cargando: imprime otra vez en un momento.'
}

/** Px of a row, until it has been drawn and measured. */
export const estimatedRowHeight = (folded: boolean): number => (folded ? 92 : 52)
