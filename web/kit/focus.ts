// Moves the focus when the focused element is removed. Browsers drop it then, and keys go nowhere.

import { useLayoutEffect } from 'react'
import { captureKeys } from './capture-keys.ts'

let trail: HTMLElement[] = []
const maxTrail = 60

const dialog = '[role=dialog]'
const autofocus = 'data-autofocus'

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

const readZIndex = (element: HTMLElement) => Number(getComputedStyle(element).getPropertyValue('--mb-z-index')) || 0

/** Finds the topmost dialog, which keeps the focus; of equal ones the latest. */
const findTopDialog = () =>
  [...document.querySelectorAll<HTMLElement>(dialog)].reduce<HTMLElement | null>(
    (top, each) => (top && readZIndex(top) > readZIndex(each) ? top : each),
    null,
  )

function focusElement(element: HTMLElement | null): boolean {
  const top = findTopDialog()
  if (!element?.isConnected || (top && !top.contains(element))) return false
  element.focus({ preventScroll: true })
  if (document.activeElement !== element) return false
  // The page moved the focus, not the person.
  moved = afterEnter && !element.matches('input, textarea, select') ? { to: element, at: performance.now() } : null
  return true
}

/** Restores a lost focus to the last element still present, or to the page's content. */
export function restoreFocus(): void {
  if (isFocusLost() && !trail.findLast(focusElement))
    focusElement(findTopDialog() ?? document.querySelector<HTMLElement>('main[tabindex]'))
}

export const useRestoreFocus = () => useLayoutEffect(() => () => queueMicrotask(restoreFocus), [])

/** The heir replaces a removed element, now or when a dialog above closes. */
export function inheritFocus(removed: HTMLElement, heir: HTMLElement | undefined): void {
  trail = trail.flatMap((each) => (each === removed ? (heir ?? []) : each))
  restoreFocus()
}

/** Focuses the dialog's marked field, unless the person has moved on. */
export function focusFirstField(dialog: Element | null): void {
  // Without a marked field Mantine focuses the first button, which closes.
  const isUntouched = isFocusLost() || document.activeElement === dialog?.querySelector('button')
  if (isUntouched || !dialog?.contains(document.activeElement))
    focusElement(dialog?.querySelector<HTMLElement>(`[${autofocus}]`) ?? null)
}

/** Mantine focuses the mark again after the transition, so the mark follows the person's focus. */
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

// Ignores the second of two quick Enters: the first may have moved the focus to a button that is still unseen.

/** Milliseconds in which the person cannot have noticed the new focus. */
const unseen = 400

let moved: { to: Element; at: number } | null = null
let afterEnter = false

captureKeys((event) => {
  const { key, target, repeat, timeStamp } = event
  // Ignores the key of the second Ctrl + Enter.
  if (['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'].includes(key)) return
  afterEnter = key === 'Enter'
  const second = afterEnter && target === moved?.to && (repeat || timeStamp - moved.at < unseen)
  if (!second) moved = null
  else {
    event.preventDefault()
    // The Enter must not submit a form below either.
    event.stopImmediatePropagation()
  }
})
