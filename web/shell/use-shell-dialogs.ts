import { useState } from 'react'
import { useKeyboardShortcuts } from '../kit/use-keyboard-shortcuts.ts'
import { usePageShortcuts } from '../kit/use-page-shortcuts.ts'
import { hotkeys } from '../navigation/shortcuts.ts'

type ShellDialog = 'palette' | 'shortcuts'

export interface ShellDialogsState {
  shown: ShellDialog | null
  open: (dialog: ShellDialog) => void
  close: () => void
}

/** True while a dialog contains a form, whose input would be lost if the palette opened another page. */
const isFilling = () => document.querySelector('[role=dialog] form') !== null

/** State of the dialogs that every page can show, with their hotkeys. */
export function useShellDialogs(): ShellDialogsState {
  const [shown, show] = useState<ShellDialog | null>(null)
  const close = () => show(null)
  // Works over a client card and while typing, because the browser would open its own search otherwise.
  useKeyboardShortcuts([[hotkeys.palette, () => (shown === 'palette' ? close() : !isFilling() && show('palette'))]])
  const showShortcuts = () => show('shortcuts')
  // Also with Shift, because most keyboards need Shift to type '?'.
  usePageShortcuts({ [hotkeys.shortcuts]: showShortcuts, [`shift+${hotkeys.shortcuts}`]: showShortcuts })
  return { shown, open: show, close }
}
