import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  /** Text, or an element with text for screen readers. */
  header: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'left' | 'center' | 'right'
  /** Not shown below 768 px. */
  hideOnMobile?: boolean
  width?: number | string
}

/** The part of a React Query result that a table shows. */
export interface TableQuery {
  isPending: boolean
  isFetching: boolean
  /** True while the rows are those of the page before. */
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}
