// Ignores the second of two quick Enters: the first may have closed a dialog and moved the focus to a button that the
// person has not seen.
import { captureKeys } from './capture-keys.ts'

/** Milliseconds in which the person cannot have noticed the new focus. */
const unseen = 400

/** The element focused after an Enter, and the event's time. */
let moved: { to: Element; at: number } | null = null
let afterEnter = false

/** The page moved the focus, not the person. */
export function noteMovedFocus(to: Element): void {
  moved = afterEnter && !to.matches('input, textarea, select') ? { to, at: performance.now() } : null
}

const modifiers = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta']

function hear(event: KeyboardEvent): void {
  const { key, target, repeat, timeStamp } = event
  // Ignores the key of the second Ctrl + Enter.
  if (modifiers.includes(key)) return
  afterEnter = key === 'Enter'
  // Key repeat is ignored too.
  const second = afterEnter && target === moved?.to && (repeat || timeStamp - moved.at < unseen)
  if (!second) {
    moved = null
    return
  }
  event.preventDefault()
  // The Enter must not submit a form below either.
  event.stopImmediatePropagation()
}

captureKeys(hear)
