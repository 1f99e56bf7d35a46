import { type MouseEvent, memo, type ReactNode, type Ref, useMemo } from 'react'
import { ClampedText } from './ClampedText.tsx'
import classes from './DataTable.module.css'
import type { Column } from './table-column.ts'

interface DataRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Row number for screen readers, with the header as 1. Set if only a part of the rows is rendered. */
  position?: number
  selected?: boolean
  fresh?: boolean
  ref?: Ref<HTMLTableRowElement>
}

/** Clicking a row opens its link, also with Ctrl, Shift or Cmd. Clicks on other controls in the row are ignored. */
function openByClick({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>): void {
  const own = target instanceof Element && target.closest('button, a, input, select, textarea, label')
  if (own && currentTarget.contains(own)) return
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  const link = currentTarget.querySelector<HTMLElement>('[data-opens]')
  // Focuses the link, as a click on it would, so that the opened dialog returns the focus to it.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(new globalThis.MouseEvent('click', click))
}

const shown = (content: ReactNode) => (typeof content === 'string' ? <ClampedText>{content}</ClampedText> : content)

function Row<Data>({ row, columns, position, selected, fresh, ref }: DataRowProps<Data>) {
  // Memoized, so that a row that only changed its position does not render its cells again.
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

/** Renders only if its row object changes: React Query keeps the objects of unchanged rows. */
export const DataTableRow = memo(Row) as typeof Row // memo() loses the type parameter
