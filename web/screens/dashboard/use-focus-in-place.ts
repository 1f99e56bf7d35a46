import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose row leaves when its button is pressed: the row that takes its place gets it, or, where
 * none is left, the list itself. Answers what to call with the pressed row's place; rows mark their button `data-mark`.
 */
export function useFocusInPlace(list: RefObject<HTMLElement | null>, rows: unknown): (place: number) => void {
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row leaves when the rows change.
  useEffect(() => {
    if (left.current === null || document.activeElement !== document.body) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-mark]') ?? []
    const heir = buttons[Math.min(left.current, buttons.length - 1)] ?? list.current
    left.current = null
    heir?.focus()
  }, [list, rows])
  return useCallback((place) => {
    left.current = place
  }, [])
}
