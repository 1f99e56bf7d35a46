import { type MouseEvent, memo, type ReactNode, type Ref, useMemo } from 'react'
import { Clamped } from './Clamped.tsx'
import classes from './DataTable.module.css'
import type { Column } from './table-column.ts'

interface DataRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Row number from 1, with the header as 1: set if only a part of the rows is rendered. */
  position?: number
  selected?: boolean
  fresh?: boolean
  ref?: Ref<HTMLTableRowElement>
}

/** The row's click goes to its link, with modifier keys; clicks on other controls are ignored. */
function openByClick({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>): void {
  const own = target instanceof Element && target.closest('button, a, input, select, textarea, label')
  if (own && currentTarget.contains(own)) return
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  const link = currentTarget.querySelector<HTMLElement>('[data-opens]')
  // Focuses the link, as a click does, so that its dialog returns the focus there.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(new globalThis.MouseEvent('click', click))
}

const shown = (content: ReactNode) => (typeof content === 'string' ? <Clamped>{content}</Clamped> : content)

function Row<Data>({ row, columns, position, selected, fresh, ref }: DataRowProps<Data>) {
  // A row that only moved keeps its cells.
  const cells = useMemo(
    () =>
      columns.map(({ header, key = header, align, folded, cell }) => (
        <td key={key} data-align={align} data-fold={folded} data-label={header}>
          {shown(cell(row))}
        </td>
      )),
    [columns, row],
  )
  return (
    <tr
      ref={ref}
      className={classes.row}
      aria-rowindex={position}
      data-index={position === undefined ? undefined : position - 2}
      data-selected={selected || undefined}
      data-fresh={fresh || undefined}
      onClick={openByClick}
    >
      {cells}
    </tr>
  )
}

/** Renders only if its row object changes: React Query keeps unchanged rows. */
export const DataRow = memo(Row) as typeof Row // memo loses the type parameter.
