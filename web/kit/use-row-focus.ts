import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { inheritFocus } from './focus.ts'

export const listControls = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
]

interface Place {
  row: Element
  control: HTMLElement
  rowIndex: number
  controlIndex: number
  /** The list element, which takes the focus after its last row. */
  holder: HTMLElement | undefined
}

function findHeir(list: Element, { rowIndex, controlIndex }: Place): HTMLElement | undefined {
  const row = list.children[rowIndex] ?? list.lastElementChild
  const controls = row ? listControls(row) : []
  return controls[Math.min(controlIndex, controls.length - 1)]
}

/** After a removal the next row gets the focus. Call it in the component that renders the rows. */
export function useRowFocus(ref: RefObject<HTMLElement | null>) {
  const last = useRef<Place | null>(null)
  const followRemoval = () => {
    const [list, place] = [ref.current, last.current]
    if (place?.control.isConnected) place.rowIndex = [...(list?.children ?? [])].indexOf(place.row)
    else if (place) {
      last.current = null
      inheritFocus(place.control, (list && findHeir(list, place)) ?? place.holder)
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
