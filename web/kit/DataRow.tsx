import type { KeyboardEvent, MouseEvent } from 'react'
import classes from './DataTable.module.css'
import type { Column } from './table-column.ts'

interface DataRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  onClick?: (row: Row) => void
  /** Counts from 1, the header being 1: given where only a part of the rows is drawn. */
  position?: number
  selected?: boolean
}

/** A click on a button, link or field within the row is not a click on the row. */
function isOwnControl(target: EventTarget, row: Element): boolean {
  const control = target instanceof Element ? target.closest('button, a, input, select, textarea, label') : null
  return control !== null && row.contains(control)
}

function moveFocus(row: HTMLTableRowElement, key: string): boolean {
  const neighbour = key === 'ArrowDown' ? row.nextElementSibling : key === 'ArrowUp' ? row.previousElementSibling : null
  if (!(neighbour instanceof HTMLTableRowElement) || neighbour.tabIndex !== 0) return false
  neighbour.focus()
  return true
}

export function DataRow<Row>({ row, columns, onClick, position, selected }: DataRowProps<Row>) {
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (!onClick || event.target !== event.currentTarget) return
    const chosen = event.key === 'Enter' || event.key === ' '
    if (chosen) onClick(row)
    if (chosen || moveFocus(event.currentTarget, event.key)) event.preventDefault()
  }
  const click = (event: MouseEvent<HTMLTableRowElement>) => {
    if (onClick && !isOwnControl(event.target, event.currentTarget)) onClick(row)
  }
  return (
    <tr
      className={classes.row}
      aria-rowindex={position}
      data-clickable={onClick ? true : undefined}
      data-selected={selected || undefined}
      tabIndex={onClick ? 0 : undefined}
      onClick={click}
      onKeyDown={press}
    >
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} data-wide={column.hideOnMobile || undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
