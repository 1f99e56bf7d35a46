import { useState } from 'react'
import { useKeys } from '../kit/use-keys.ts'
import { usePageKeys } from '../kit/use-page-keys.ts'
import { hotkeys } from '../navigation/shortcuts.ts'

type ShellDialog = 'palette' | 'shortcuts'

export interface ShellDialogsState {
  shown: ShellDialog | null
  open: (dialog: ShellDialog) => void
  close: () => void
}

/** True while a dialog has a form, whose input would be lost with the page below. */
const isFilling = () => document.querySelector('[role=dialog] form') !== null

/** Dialogs of every page with their hotkeys. */
export function useShellDialogs(): ShellDialogsState {
  const [shown, show] = useState<ShellDialog | null>(null)
  const close = () => show(null)
  // Active over a client card and while typing: otherwise the browser opens its own search.
  useKeys([[hotkeys.palette, () => (shown === 'palette' ? close() : !isFilling() && show('palette'))]])
  const showShortcuts = () => show('shortcuts')
  // Most keyboards need Shift for it.
  usePageKeys({ [hotkeys.shortcuts]: showShortcuts, [`shift+${hotkeys.shortcuts}`]: showShortcuts })
  return { shown, open: show, close }
}
