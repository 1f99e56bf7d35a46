// Ignores the second of two quick Enters. The first one may have closed its dialog, which moved the focus to a button that the
// person has not looked at yet: the second Enter is not meant for that button.
import { captureKeys } from './capture-keys.ts'

/** Milliseconds in which nobody has yet seen where the focus went. */
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
  // One that is held down does not end.
  const second = afterEnter && target === moved?.to && (repeat || timeStamp - moved.at < unseen)
  if (!second) {
    moved = null
    return
  }
  event.preventDefault()
  // Nor does a form below submit by it.
  event.stopImmediatePropagation()
}

captureKeys(hear)
