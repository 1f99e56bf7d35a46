// Who is not sure that the first Enter was taken presses a second time. Where the first one closed its dialog in between,
// the focus was handed to a button that the person has not looked at: the second Enter is not meant for it.
import { captureKeys } from './capture-keys.ts'

/** Milliseconds in which nobody has yet seen where the focus went. */
const unseen = 400

/** What the focus was handed to after an Enter, and when, as events count time. */
let handed: { to: Element; at: number } | null = null
let afterEnter = false

/** The focus went on by itself. */
export function noteHandedFocus(to: Element): void {
  handed = afterEnter && !to.matches('input, textarea, select') ? { to, at: performance.now() } : null
}

const modifiers = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta']

function hear(event: KeyboardEvent): void {
  const { key, target, repeat, timeStamp } = event
  // Of the second Ctrl + Enter.
  if (modifiers.includes(key)) return
  afterEnter = key === 'Enter'
  // One that is held down does not end.
  const second = afterEnter && target === handed?.to && (repeat || timeStamp - handed.at < unseen)
  if (!second) {
    handed = null
    return
  }
  event.preventDefault()
  // Nor does a form below submit by it.
  event.stopImmediatePropagation()
}

captureKeys(hear)
