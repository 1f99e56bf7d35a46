// Keys before any dialog or shortcut hears them: each open dialog hears Escape by itself, and a question that stands above
// all of them has to answer it alone.
type KeyListener = (event: KeyboardEvent) => void

const listeners = new Set<KeyListener>()

// As this file loads, which is before anything is drawn: of those who listen to the window the first is heard first.
globalThis.window?.addEventListener(
  'keydown',
  (event) => {
    for (const listener of listeners) listener(event)
  },
  { capture: true },
)

/** Hears each key first; `stopImmediatePropagation` keeps it from everybody else. */
export function hearKeysFirst(listener: KeyListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
