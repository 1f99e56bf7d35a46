// Handles keys before dialogs and hotkeys do: a confirmation above several dialogs must keep Escape from them.
type KeyListener = (event: KeyboardEvent) => void

const listeners = new Set<KeyListener>()

// Registered when the code loads, so that it runs first: the window calls listeners in order of registration.
globalThis.window?.addEventListener(
  'keydown',
  (event) => {
    for (const listener of listeners) listener(event)
  },
  { capture: true },
)

/** Calls the listener for each key first; `stopImmediatePropagation` hides the key from all other listeners. */
export function addFirstKeyListener(listener: KeyListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
