import { useState } from 'react'
import { useKeys } from '../kit/use-keys.ts'
import { usePageKeys } from '../kit/use-page-keys.ts'
import { hotkeys } from '../navigation/shortcuts.ts'

export type ShellDialog = 'palette' | 'shortcuts'

export interface ShellDialogsState {
  shown: ShellDialog | null
  open: (dialog: ShellDialog) => void
  close: () => void
}

/** True while a dialog has a form, whose input would be lost with the page below. */
const isFilling = () => document.querySelector('[role=dialog] form') !== null

/** The dialogs that open on every page, and their keys. */
export function useShellDialogs(): ShellDialogsState {
  const [shown, show] = useState<ShellDialog | null>(null)
  const close = () => show(null)
  // Over a client's card too, and while somebody types: the browser would take the key for its own search.
  useKeys([[hotkeys.palette, () => (shown === 'palette' ? close() : !isFilling() && show('palette'))]])
  const showShortcuts = () => show('shortcuts')
  // Most keyboards write it with Shift.
  usePageKeys({ [hotkeys.shortcuts]: showShortcuts, [`shift+${hotkeys.shortcuts}`]: showShortcuts })
  return { shown, open: show, close }
}
