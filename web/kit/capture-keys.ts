// Listens to keys in the capture phase, before any dialog or shortcut. Each open dialog closes on Escape by itself; a
// question that stands above several dialogs has to keep Escape from them.
type KeyListener = (event: KeyboardEvent) => void

const listeners = new Set<KeyListener>()

// Registered while this file loads, before anything is drawn: the window calls its listeners in the order they came.
globalThis.window?.addEventListener(
  'keydown',
  (event) => {
    for (const listener of listeners) listener(event)
  },
  { capture: true },
)

/** Hears each key first; `stopImmediatePropagation` keeps it from everybody else. */
export function captureKeys(listener: KeyListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
