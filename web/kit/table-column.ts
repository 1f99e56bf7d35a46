import type { ReactNode } from 'react'

export interface Column<Row> {
  /** No other of its table has the same, unless they have keys. */
  header: string
  key?: string
  /** A text is held to two lines, the whole of it in its title. */
  cell: (row: Row) => ReactNode
  /** What paper shows in place of the cell: a text for what opens on screen. */
  paper?: (row: Row) => ReactNode
  align?: 'right'
  width?: number | string
  /** Where a row that has no room for columns shows it: in its first line, or not at all. Usually below, labelled. */
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

/** What can be done with a row. */
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
  /** What it holds: for screen readers, as the title of its paper, and as the name of its file. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** In place of rows where there are none. */
  empty: string
  /** Which rows it has: the days, what is searched for. */
  filter?: string | undefined
  /** What the rows that stand there come to. */
  sum?: (rows: readonly Row[]) => string
  /** Figures that go with it. */
  figures?: ReactNode
}

/** What draws the rows. */
export interface RowsProps<Row> extends Pick<List<Row>, 'columns' | 'rowKey'> {
  rows: readonly Row[]
  selectedKey?: string | number | null | undefined
  /** Those that have just come. */
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

/** What paper says in place of an answer that is not there, or is that of before; null where it is there. */
export function missingText({ isPlaceholderData, error }: TableQuery, answer: unknown): string | null {
  if (answer !== undefined && !isPlaceholderData) return null
  return error ? 'No se pudo cargar.' : 'Todavía se está cargando: imprime otra vez en un momento.'
}

/** Px of a row, until it has been drawn and measured. */
export const estimatedRowHeight = (folded: boolean): number => (folded ? 92 : 52)
