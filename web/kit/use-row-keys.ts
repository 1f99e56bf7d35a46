import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { listControls, useRowFocus } from './use-row-focus.ts'

/** Only one row is in the Tab order: the last focused one, or the first. */
function updateTabIndexes(body: HTMLTableSectionElement, last: Element | null): void {
  const rows = [...body.rows].map((row) => ({ row, controls: listControls(row) }))
  const chosen = rows.find(({ row }) => row === last) ?? rows.find(({ controls }) => controls.length > 0)
  for (const each of rows) for (const control of each.controls) control.tabIndex = each === chosen ? 0 : -1
}

/** ↑ and ↓ move to the same control of the next row; open choice lists keep these keys. */
function move(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || altKey || ctrlKey || metaKey || shiftKey) return
  if (!(target instanceof HTMLElement) || target.matches('input, select, textarea')) return
  const row = target.closest('tr')
  const next = row?.[step[key]]
  if (!row || !next) return
  const controls = listControls(next)
  const same = controls[Math.min(listControls(row).indexOf(target), controls.length - 1)]
  if (!same) return
  event.preventDefault()
  same.focus()
}

/** The space bar opens a row, like a button. */
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

/** Attach the handlers to the tbody in the component that renders the rows. */
export function useRowKeys(): RowKeys {
  const ref = useRef<HTMLTableSectionElement>(null)
  const { last, onFocus } = useRowFocus(ref)
  useLayoutEffect(() => {
    if (ref.current) updateTabIndexes(ref.current, last.current?.row ?? null)
  })
  return {
    ref,
    onKeyDown: press,
    onFocus: (event) => {
      const before = last.current?.row
      onFocus(event)
      const row = last.current?.row
      if (ref.current && row && row !== before) updateTabIndexes(ref.current, row)
    },
  }
}
