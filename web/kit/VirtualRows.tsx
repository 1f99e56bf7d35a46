import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useState } from 'react'
import { DataRow } from './DataRow.tsx'
import type { Column } from './table-column.ts'

interface VirtualRowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  onRowClick?: (row: Row) => void
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

/** Draws the rows that are seen; two hidden spacers hold the place of the others, so it stays one real table. */
export function VirtualRows<Row>({ rows, columns, rowKey, onRowClick, scroller, rowHeight }: VirtualRowsProps<Row>) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  // Where scroller and rows come at once, its ref is set only after they were laid out: the second time finds it.
  const [, setLaidOut] = useState(false)
  useEffect(() => setLaidOut(true), [])
  const drawn = virtual.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
  const spacer = (height: number) => height > 0 && <tr aria-hidden="true" style={{ height }} />
  return (
    <tbody>
      {spacer(above)}
      {drawn.map(({ index }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <DataRow key={rowKey(row)} row={row} columns={columns} onClick={onRowClick} position={index + 2} />
          )
        )
      })}
      {spacer(below)}
    </tbody>
  )
}
