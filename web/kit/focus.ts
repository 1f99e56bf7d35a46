// Moves the focus when the focused element is removed: browsers drop it then, and keys have no effect.

import { useLayoutEffect } from 'react'
import { addFirstKeyListener } from './add-first-key-listener.ts'

let trail: HTMLElement[] = []
const maxTrail = 60

const dialog = '[role=dialog]'
const autofocus = 'data-autofocus'

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body

const readZIndex = (element: HTMLElement) => Number(getComputedStyle(element).getPropertyValue('--mb-z-index')) || 0

/** Returns the topmost dialog, in which the focus must stay; the last one if several are equally high. */
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
  // Remembers that the page, and not the person, moved the focus after an Enter.
  moved = afterEnter && !element.matches('input, textarea, select') ? { to: element, at: performance.now() } : null
  return true
}

/** Restores a lost focus to the element that had it last and still exists, or to the page's content. */
export function restoreFocus(): void {
  if (isFocusLost() && !trail.findLast(focusElement))
    focusElement(findTopDialog() ?? document.querySelector<HTMLElement>('main[tabindex]'))
}

export const useRestoreFocus = () => useLayoutEffect(() => () => queueMicrotask(restoreFocus), [])

/** Gives the focus of a removed element to `heir`, now or when the dialog above closes. */
export function transferFocus(removed: HTMLElement, heir: HTMLElement | undefined): void {
  trail = trail.flatMap((each) => (each === removed ? (heir ?? []) : each))
  restoreFocus()
}

/** Focuses the dialog's field with `data-autofocus`, unless the person has already moved the focus. */
export function focusFirstField(dialog: Element | null): void {
  // Mantine focuses the first button, which closes the dialog, if no field has `data-autofocus` yet.
  const isUntouched = isFocusLost() || document.activeElement === dialog?.querySelector('button')
  if (isUntouched || !dialog?.contains(document.activeElement))
    focusElement(dialog?.querySelector<HTMLElement>(`[${autofocus}]`) ?? null)
}

/** Moves `data-autofocus` along with the focus, because Mantine focuses it again after the opening transition. */
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

// Ignores the second of two quick Enters: the first may have moved the focus to a button not yet seen.

/** Milliseconds in which the person cannot have noticed that the focus moved. */
const unseen = 400

let moved: { to: Element; at: number } | null = null
let afterEnter = false

addFirstKeyListener((event) => {
  const { key, target, repeat, timeStamp } = event
  // Ignores modifier keys, which precede the second of two quick Ctrl + Enter.
  if (['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'].includes(key)) return
  afterEnter = key === 'Enter'
  const second = afterEnter && target === moved?.to && (repeat || timeStamp - moved.at < unseen)
  if (!second) moved = null
  else {
    event.preventDefault()
    // The ignored Enter must not submit a form either.
    event.stopImmediatePropagation()
  }
})
