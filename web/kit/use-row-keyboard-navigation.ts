import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { transferFocus } from './focus.ts'

const listControls = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
]

interface Place {
  row: Element
  control: HTMLElement
  rowIndex: number
  controlIndex: number
  /** The list element, which receives the focus when its last row is removed. */
  holder: HTMLElement | undefined
}

function findHeir(list: Element, { rowIndex, controlIndex }: Place): HTMLElement | undefined {
  const row = list.children[rowIndex] ?? list.lastElementChild
  const controls = row ? listControls(row) : []
  return controls[Math.min(controlIndex, controls.length - 1)]
}

/** When the focused row is removed, focuses the next row. Call it in the component that renders the rows. */
export function useKeepRowFocus(ref: RefObject<HTMLElement | null>) {
  const last = useRef<Place | null>(null)
  const followRemoval = () => {
    const [list, place] = [ref.current, last.current]
    if (place?.control.isConnected) place.rowIndex = [...(list?.children ?? [])].indexOf(place.row)
    else if (place) {
      last.current = null
      transferFocus(place.control, (list && findHeir(list, place)) ?? place.holder)
    }
  }
  useLayoutEffect(followRemoval)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, when the list is removed, and reads refs alone.
  useLayoutEffect(() => () => queueMicrotask(followRemoval), [])
  const onFocus = ({ target }: FocusEvent) => {
    const list = ref.current
    const rowIndex = [...(list?.children ?? [])].findIndex((each) => each.contains(target))
    const row = list?.children[rowIndex]
    if (!row || !(target instanceof HTMLElement)) return
    const holder = list.parentElement?.closest<HTMLElement>('[tabindex]:not([role=dialog])') ?? undefined
    last.current = { row, control: target, rowIndex, controlIndex: listControls(row).indexOf(target), holder }
  }
  return { last, onFocus }
}

/** Makes only one row reachable by Tab: the one that had the focus last, or the first. */
function updateTabIndexes(body: HTMLTableSectionElement, last: Element | null): void {
  const rows = [...body.rows].map((row) => ({ row, controls: listControls(row) }))
  const chosen = rows.find(({ row }) => row === last) ?? rows.find(({ controls }) => controls.length > 0)
  for (const each of rows) for (const control of each.controls) control.tabIndex = each === chosen ? 0 : -1
}

/** ↑ and ↓ move to the same control of the neighbouring row; an open choice list handles these keys itself. */
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

/** The space bar opens a row, as it presses a button. */
function press(event: KeyboardEvent): void {
  const { key, target } = event
  if (key === ' ' && target instanceof HTMLElement && target.matches('a[data-opens]')) {
    event.preventDefault()
    target.click()
  } else move(event)
}

/** Moves the focus between table rows by keyboard. Returns handlers for the tbody element of the calling component. */
export function useRowKeyboardNavigation() {
  const ref = useRef<HTMLTableSectionElement>(null)
  const { last, onFocus } = useKeepRowFocus(ref)
  useLayoutEffect(() => {
    if (ref.current) updateTabIndexes(ref.current, last.current?.row ?? null)
  })
  return {
    ref,
    onKeyDown: press,
    onFocus: (event: FocusEvent) => {
      const before = last.current?.row
      onFocus(event)
      const row = last.current?.row
      if (ref.current && row && row !== before) updateTabIndexes(ref.current, row)
    },
  }
}
