import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useState } from 'react'
import { DataTableRow } from './DataTableRow.tsx'
import { estimateRowHeightPx, type TableRowsProps } from './table-column.ts'
import { useRowKeyboardNavigation } from './use-row-keyboard-navigation.ts'

export interface VirtualRowsProps<Row> extends TableRowsProps<Row> {
  scroller: RefObject<HTMLElement | null>
  folded: boolean
}

/** Table that renders only visible rows. Hidden spacers replace all other rows, so that it stays one table element. */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { rows, columns, rowKey, selectedKey, freshKeys, scroller, folded } = props
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimateRowHeightPx(folded),
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: 12,
    // This component may replace a complete table that has already been scrolled.
    initialOffset: () => scroller.current?.scrollTop ?? 0,
  })
  // If scroller and rows mount together, the scroller's ref is set too late; a second render finds it.
  const [, setLaidOut] = useState(false)
  useEffect(() => setLaidOut(true), [])
  useEffect(() => {
    const element = scroller.current
    // Handles End itself: the browser would stop at the estimated end, before the last rows are measured.
    const jump = (event: KeyboardEvent) => {
      if (event.target !== element || (event.key !== 'End' && event.key !== 'Home')) return
      event.preventDefault()
      if (event.key === 'End') virtual.scrollToIndex(rows.length - 1, { align: 'end' })
      else virtual.scrollToIndex(0)
    }
    element?.addEventListener('keydown', jump)
    return () => element?.removeEventListener('keydown', jump)
  })
  const keys = useRowKeyboardNavigation()
  const drawn = virtual.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex takes no focus.
  const spacer = (height: number) => height > 0 && <tr aria-hidden="true" style={{ height }} />
  return (
    <tbody {...keys}>
      {spacer(above)}
      {drawn.map(({ index, key }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <DataTableRow
              key={key}
              ref={virtual.measureElement}
              row={row}
              columns={columns}
              position={index + 2}
              selected={selectedKey === rowKey(row)}
              fresh={freshKeys?.has(rowKey(row))}
            />
          )
        )
      })}
      {spacer(below)}
    </tbody>
  )
}
