import { Skeleton, VisuallyHidden } from '@mantine/core'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import classes from './DataTable.module.css'
import { DataTableRow } from './DataTableRow.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LoadError } from './LoadError.tsx'
import { fetchCodeWithRetry } from './lazy-component.tsx'
import { type ListPage, PrintedList } from './PrintedList.tsx'
import { useRegisterPrintDocument } from './printing.ts'
import {
  filterColumnsByMedium,
  getMissingRowsText,
  type TableDefinition,
  type TableQuery,
  type TableRowsProps,
} from './table-column.ts'
import { useRowKeyboardNavigation } from './use-row-keyboard-navigation.ts'
import type { VirtualRowsProps } from './VirtualRows.tsx'

function useRoom(place: RefObject<HTMLElement | null>, wanted: number) {
  const [room, setRoom] = useState({ folded: false, scrolls: false })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const folded = clientWidth < wanted
      const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight
      setRoom((before) => (before.folded === folded && before.scrolls === scrolls ? before : { folded, scrolls }))
    }
    look()
    const observer = new ResizeObserver(look)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [place, wanted])
  return room
}

export interface DataTableProps<Row> extends TableDefinition<Row>, Omit<TableRowsProps<Row>, 'rows'> {
  rows: readonly Row[] | undefined
  query: TableQuery
  /** CSS height for lists of 1,000 rows and more: the table scrolls inside it and renders only visible rows. */
  height?: string
  place?: ListPage
  /** True to exclude the table from print, for example beside a chart or below a dialog. */
  unprinted?: boolean
}

/** A click on a row follows its RowLink. Ctrl + P prints a PrintedList instead of this table. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, rows } = props
  const { unprinted, ...list } = props
  const content = <PrintedList {...list} rows={rows ?? []} missing={getMissingRowsText(query, rows)} />
  useRegisterPrintDocument(unprinted ? null : { content, title: list.label, part: true })
  // Memoized, because a new array of columns would render every row again.
  const columns = useMemo(() => filterColumnsByMedium('screen', props.columns), [props.columns])
  if (query.error && !rows) return <LoadError query={query} />
  // Keeps showing the loading state if the former page was empty: the next page may have rows.
  const waiting = !rows || (rows.length === 0 && query.isPlaceholderData)
  if (!waiting && rows.length === 0) return <EmptyState text={props.empty} />
  return (
    <>
      <LoadError query={query} />
      <Table {...props} rows={waiting ? undefined : rows} columns={columns} />
    </>
  )
}

/** Minimum width of a column in px; if the columns have less room, each row is folded into a card. */
const columnRoom = 104

const few = 50

const SeenRows = lazy(async () => {
  const { VirtualRows: SeenRows } = await fetchCodeWithRetry(() => import('./VirtualRows.tsx'))
  return { default: SeenRows }
}) as <Row>(props: VirtualRowsProps<Row>) => ReactNode // lazy() loses the type parameter.

function Table<Row>(props: DataTableProps<Row>) {
  const { label, columns, query, height } = props
  // Renders new rows at low priority (useDeferredValue), so that typing is not delayed by many rows.
  const rows = useDeferredValue(props.rows)
  const busy = !rows || rows !== props.rows || query.isPlaceholderData
  // True while rows of a former list are shown. Refetching the same list does not count: it would flash.
  const ofBefore = useDeferredValue(query.isPlaceholderData) || query.isPlaceholderData
  const scroller = useRef<HTMLElement>(null)
  // Virtualization stays on once used, so that a list whose length varies around the limit does not switch modes.
  const wereMany = useRef(false)
  wereMany.current ||= height !== undefined && rows !== undefined && rows.length > few
  const many = rows !== undefined && wereMany.current
  const { folded, scrolls } = useRoom(scroller, columns.length * columnRoom)
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={scrolls ? label : undefined}
      tabIndex={scrolls ? 0 : undefined}
      data-dimmed={(rows && ofBefore) || undefined}
      style={{ maxHeight: height }}
    >
      {!rows && <VisuallyHidden role="status">Cargando…</VisuallyHidden>}
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={many ? rows.length + 1 : undefined}
        data-folded={folded || undefined}
      >
        <thead data-sticky={height !== undefined || undefined}>
          <tr aria-rowindex={many ? 1 : undefined}>
            {columns.map(({ header, key = header, align, width, folded }) => (
              <th key={key} scope="col" data-align={align} data-fold={folded} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {!rows && (
          <tbody aria-hidden>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => (
              <tr key={name} className={classes.row}>
                {columns.map(({ header, key = header, folded }) => (
                  <td key={key} data-fold={folded}>
                    <Skeleton height={14} width={index % 2 ? '70%' : '85%'} miw={48} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {many && (
          <Suspense fallback={<AllRows {...props} rows={rows.slice(0, few)} />}>
            <SeenRows {...props} key={String(folded)} rows={rows} scroller={scroller} folded={folded} />
          </Suspense>
        )}
        {rows && !many && <AllRows {...props} rows={rows} />}
      </table>
    </section>
  )
}

function AllRows<Row>({ rows, columns, rowKey, selectedKey, freshKeys }: TableRowsProps<Row>) {
  return (
    <tbody {...useRowKeyboardNavigation()}>
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <DataTableRow
            key={key}
            row={row}
            columns={columns}
            selected={selectedKey === key}
            fresh={freshKeys?.has(key)}
          />
        )
      })}
    </tbody>
  )
}
