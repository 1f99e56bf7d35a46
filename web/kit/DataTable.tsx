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
import { DataRow } from './DataRow.tsx'
import classes from './DataTable.module.css'
import { EmptyState } from './EmptyState.tsx'
import { LoadError } from './LoadError.tsx'
import { fetchUntilLoaded } from './lazy-component.tsx'
import { type PageOfList, PrintedList } from './PrintedList.tsx'
import { usePaper } from './printing.ts'
import type { SeenRowsProps } from './SeenRows.tsx'
import { SkeletonRows, TableHead } from './TableFrame.tsx'
import { columnsOn, type List, missingText, type RowsProps, type TableQuery } from './table-column.ts'
import { useRowKeys } from './use-row-keys.ts'

interface Room {
  /** There is less than wanted. */
  folded: boolean
  /** More stands in it than is seen. */
  scrolls: boolean
}

/** How much room a place has, known before it is first painted. */
function useRoom(place: RefObject<HTMLElement | null>, wanted: number): Room {
  const [room, setRoom] = useState<Room>({ folded: false, scrolls: false })
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

export interface DataTableProps<Row> extends List<Row>, Omit<RowsProps<Row>, 'rows'> {
  /** Undefined while nothing arrived yet. */
  rows: readonly Row[] | undefined
  /** The query result as it is: pending, dimmed and error states follow from it. */
  query: TableQuery
  /** Scrolls within it; of many rows only those are drawn that are seen: for lists of 1,000 rows and more. */
  height?: string
  /** Position of the page if the rows are one page of a list. */
  place?: PageOfList
  /** Beside something that is printed, as a chart or the page beneath a dialog is. */
  unprinted?: boolean
}

/** The RowLink in a row opens it; a click elsewhere in the row follows that link. The browser's own print shows PrintedList. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, rows } = props
  useListPaper(props)
  // Memoized: new columns would draw every row again.
  const columns = useMemo(() => columnsOn('screen', props.columns), [props.columns])
  if (query.error && !rows) return <LoadError query={query} />
  // An empty page before does not mean that the next page, which is still loading, is empty.
  const waiting = !rows || (rows.length === 0 && query.isPlaceholderData)
  if (!waiting && rows.length === 0) return <EmptyState text={props.empty} />
  return (
    <>
      <LoadError query={query} />
      <Table {...props} rows={waiting ? undefined : rows} columns={columns} />
    </>
  )
}

function useListPaper<Row>({ rows, query, unprinted, ...list }: DataTableProps<Row>) {
  const content = <PrintedList {...list} rows={rows ?? []} missing={missingText(query, rows)} />
  usePaper(unprinted ? null : { content, title: list.label, part: true })
}

/** Px that a column wants at least: with less for all of them, rows fold. */
const columnRoom = 104

/** Rows that are drawn at once, in sight or not. */
const few = 50

const SeenRows = lazy(async () => {
  const { SeenRows } = await fetchUntilLoaded(() => import('./SeenRows.tsx'))
  return { default: SeenRows }
}) as <Row>(props: SeenRowsProps<Row>) => ReactNode // lazy() forgets the parameter

function Table<Row>(props: DataTableProps<Row>) {
  const { label, columns, query, height } = props
  // Drawn in pieces (useDeferredValue), so that the browser hears keys in between although many rows come at once.
  const rows = useDeferredValue(props.rows)
  const busy = !rows || rows !== props.rows || query.isPlaceholderData
  // Not where the same list is read again: on a slow machine it would flash at whatever happens.
  const ofBefore = useDeferredValue(query.isPlaceholderData) || query.isPlaceholderData
  const scroller = useRef<HTMLElement>(null)
  // Once they were many they stay so: a list that comes and goes by one is not drawn anew each time.
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
      {!rows && (
        <span role="status" className={classes.hidden}>
          Cargando…
        </span>
      )}
      <table
        className={classes.table}
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={many ? rows.length + 1 : undefined}
        data-folded={folded || undefined}
      >
        <TableHead columns={columns} sticky={height !== undefined} counted={many} />
        {!rows && <SkeletonRows columns={columns} />}
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

function AllRows<Row>({ rows, columns, rowKey, selectedKey, freshKeys }: RowsProps<Row>) {
  return (
    <tbody {...useRowKeys()}>
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <DataRow key={key} row={row} columns={columns} selected={selectedKey === key} fresh={freshKeys?.has(key)} />
        )
      })}
    </tbody>
  )
}
