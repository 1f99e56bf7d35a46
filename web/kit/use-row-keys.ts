import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]

/** One row of a table takes part in the round of the Tab key: the one that had the focus last, or the first. */
function tidy(body: HTMLTableSectionElement, last: Element | null): void {
  const rows = [...body.rows].map((row) => ({ row, controls: controlsOf(row) }))
  const chosen = rows.find(({ row }) => row === last) ?? rows.find(({ controls }) => controls.length > 0)
  for (const each of rows) for (const control of each.controls) control.tabIndex = each === chosen ? 0 : -1
}

/** ↑ and ↓ go to the same control of the next row; a list of choices needs them itself. */
function move(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || altKey || ctrlKey || metaKey || shiftKey) return
  if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return
  const row = target.closest('tr')
  const next = row?.[step[key]]
  if (!row || !next) return
  const controls = controlsOf(next)
  const same = controls[Math.min(controlsOf(row).indexOf(target), controls.length - 1)]
  if (!same) return
  event.preventDefault()
  same.focus()
}

/** A row opens by the space bar too, as by a button. */
function press(event: KeyboardEvent): void {
  const { key, target } = event
  if (key === ' ' && target instanceof HTMLElement && target.matches('a[data-opens]')) {
    event.preventDefault()
    target.click()
  } else move(event)
}

interface RowKeys {
  ref: RefObject<HTMLTableSectionElement | null>
  onFocus: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** For the tbody of what draws the rows, so that each drawing is followed. */
export function useRowKeys(): RowKeys {
  const ref = useRef<HTMLTableSectionElement>(null)
  const last = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (ref.current) tidy(ref.current, last.current)
  })
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tr')
    if (!row || row === last.current || !ref.current) return
    last.current = row
    tidy(ref.current, row)
  }
  return { ref, onFocus, onKeyDown: press }
}
