// A dialog takes a moment to stand, longer on a slow computer: what is typed meanwhile is held, and put into its first field.
import { captureKeys } from './capture-keys.ts'

interface Held {
  text: string
  /** When it began, as events count time. */
  since: number
  /** What had the focus then: a field of the dialog below, where one dialog opens over another. */
  from: Element | null
}

/** Null while nothing is held. */
let held: Held | null = null

/** Milliseconds after which a dialog that does not come gets nothing any more. */
const patience = 10_000

type Field = HTMLInputElement | HTMLTextAreaElement

/** True if the element is a field that takes text; keys can be put into no other. */
const isTextField = (target: Element): target is Field =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.selectionStart !== null

/** True if something in a dialog that stands has the focus, not the dialog as a whole. */
function isWithinDialog(element: Element | null): boolean {
  const opened = element?.closest('[role=dialog]')
  return Boolean(opened && opened !== element && !opened.hasAttribute('data-waiting'))
}

function hold(event: KeyboardEvent): void {
  if (!held || event.ctrlKey || event.altKey || event.metaKey) return
  const late = event.timeStamp - held.since > patience
  const focused = document.activeElement
  if (event.key === 'Escape' || late || (focused !== held.from && isWithinDialog(focused))) {
    dropBufferedKeys()
    return
  }
  const isText = event.key.length === 1
  if (!isText && event.key !== 'Backspace' && event.key !== 'Enter') return
  if (isText) held.text += event.key
  if (event.key === 'Backspace') held.text = held.text.slice(0, -1)
  // The listeners of scanners still hear the key; only the focused element does not get it.
  event.preventDefault()
}

/** The first field of the dialog that was waited for gets what was typed; where it begins with something else, it is let go. */
function handOver({ target }: FocusEvent): void {
  if (!held || !(target instanceof HTMLElement) || target === held.from || !isWithinDialog(target)) return
  const { text } = held
  dropBufferedKeys()
  if (!text || !isTextField(target)) return
  target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** Holds keys until the dialog that is being opened has the focus. A press of the pointer ends it: the person waits no longer. */
export function bufferKeys(): void {
  held ??= { text: '', since: performance.now(), from: document.activeElement }
}

/** Stops holding, and drops the keys that were held. */
export function dropBufferedKeys(): void {
  held = null
}

// As capture-keys.ts: registered once, while this file loads.
captureKeys(hold)
globalThis.window?.addEventListener('focusin', handOver)
globalThis.window?.addEventListener('pointerdown', dropBufferedKeys, { capture: true })
