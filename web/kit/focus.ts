// Moves the focus when the focused element is removed. Browsers drop it then, and keys go nowhere.
import { useLayoutEffect } from 'react'
import { noteMovedFocus } from './double-enter.ts'

/** Elements that had the focus, the latest last. */
let trail: HTMLElement[] = []
const maxTrail = 60

const dialog = '[role=dialog]'
const autofocus = 'data-autofocus'

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

const readZIndex = (element: HTMLElement) => Number(getComputedStyle(element).getPropertyValue('--mb-z-index')) || 0

/** The focus may not leave the dialog on top; of equal ones it is the latest. */
const findTopDialog = () =>
  [...document.querySelectorAll<HTMLElement>(dialog)].reduce<HTMLElement | null>(
    (top, each) => (top && readZIndex(top) > readZIndex(each) ? top : each),
    null,
  )

/** Answers whether the element could take the focus. */
function focusElement(element: HTMLElement | null): boolean {
  const top = findTopDialog()
  if (!element?.isConnected || (top && !top.contains(element))) return false
  element.focus({ preventScroll: true })
  if (document.activeElement !== element) return false
  noteMovedFocus(element)
  return true
}

/** If the focus is lost, gives it to the last element that had it and is still there, or else to the page's content. */
export function restoreFocus(): void {
  if (isFocusLost() && !trail.findLast(focusElement))
    focusElement(findTopDialog() ?? document.querySelector<HTMLElement>('main[tabindex]'))
}

/** For a component that may be removed with the focus in it. */
export const useRestoreFocus = () => useLayoutEffect(() => () => queueMicrotask(restoreFocus), [])

/** The heir stands for an element that was removed, now or when a dialog above it closes. */
export function inheritFocus(removed: HTMLElement, heir: HTMLElement | undefined): void {
  trail = trail.flatMap((each) => (each === removed ? (heir ?? []) : each))
  restoreFocus()
}

/** Gives the focus to the marked field of the dialog, unless the person is at another by now. */
export function focusFirstField(dialog: Element | null): void {
  // Without a marked field Mantine takes the first button, which closes.
  const isUntouched = isFocusLost() || document.activeElement === dialog?.querySelector('button')
  if (isUntouched || !dialog?.contains(document.activeElement))
    focusElement(dialog?.querySelector<HTMLElement>(`[${autofocus}]`) ?? null)
}

/** Mantine focuses the mark once more, a moment after the dialog has appeared: the mark follows who moved on meanwhile. */
function moveMark(target: HTMLElement): void {
  const marked = target.closest(dialog)?.querySelector(`[${autofocus}]`)
  if (!marked || marked === target) return
  marked.removeAttribute(autofocus)
  target.setAttribute(autofocus, 'true')
}

globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  moveMark(target)
  trail = [...trail.filter((element) => element !== target), target].slice(-maxTrail)
})
