import { Skeleton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { DataRow } from './DataRow.tsx'
import classes from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { LoadError } from './LoadError.tsx'
import type { Column, TableQuery } from './table-column.ts'
import { VirtualRows } from './VirtualRows.tsx'

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing arrived yet. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The query result as it is: pending, dimmed and error states follow from it. */
  query: TableQuery
  empty: string
  emptyAction?: ReactNode
  onRowClick?: (row: Row) => void
  selectedKey?: string | number | null
  /** Draws only what is seen, within `height`: for lists of up to 1,000 rows and more. */
  virtual?: boolean
  height?: string
  /** The height that `virtual` counts on, in px. */
  rowHeight?: number
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, query, virtual = false, rowHeight = 52 } = props
  const scroller = useRef<HTMLDivElement>(null)
  if (query.error && !rows) return <TableError query={query} />
  if (rows?.length === 0) return <EmptyState text={props.empty} action={props.emptyAction} />
  return (
    <>
      {query.error && <TableError query={query} />}
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        data-dimmed={query.isPlaceholderData || undefined}
        style={virtual ? { maxHeight: props.height ?? 'calc(100dvh - 17rem)' } : undefined}
      >
        <table
          className={classes.table}
          aria-label={label}
          aria-busy={query.isPending || query.isPlaceholderData}
          aria-rowcount={virtual && rows ? rows.length + 1 : undefined}
        >
          <TableHead columns={columns} sticky={virtual} />
          {!rows && <SkeletonRows columns={columns} />}
          {rows && virtual && <VirtualRows {...props} rows={rows} scroller={scroller} rowHeight={rowHeight} />}
          {rows && !virtual && <AllRows {...props} rows={rows} />}
        </table>
      </section>
    </>
  )
}

function TableHead<Row>({ columns, sticky }: { columns: readonly Column<Row>[]; sticky: boolean }) {
  return (
    <thead data-sticky={sticky || undefined}>
      <tr aria-rowindex={sticky ? 1 : undefined}>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-align={column.align}
            data-wide={column.hideOnMobile || undefined}
            style={{ width: column.width }}
          >
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function AllRows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  return (
    <tbody>
      {props.rows.map((row) => {
        const key = props.rowKey(row)
        const selected = props.selectedKey === key
        return <DataRow key={key} row={row} columns={props.columns} onClick={props.onRowClick} selected={selected} />
      })}
    </tbody>
  )
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f']

function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody>
      {placeholders.map((name, index) => (
        <tr key={name}>
          {columns.map((column) => (
            <td key={column.key} data-wide={column.hideOnMobile || undefined}>
              <Skeleton height={14} width={index % 2 ? '70%' : '85%'} />
              <VisuallyHidden>Cargando…</VisuallyHidden>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

export function TableError({ query }: { query: TableQuery }) {
  return <LoadError error={query.error} pending={query.isFetching} onRetry={query.refetch} />
}
