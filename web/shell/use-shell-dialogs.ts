import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useRef, useState } from 'react'
import { hotkeys } from './shortcuts.ts'

export type ShellDialog = 'palette' | 'shortcuts'

interface ShellDialogsState {
  shown: ShellDialog | null
  open: (dialog: ShellDialog) => void
  /** `page` gives the focus to the content, where another page or dialog is about to open; else it goes back. */
  close: (focus: 'page' | 'back') => void
}

/** What was typed into a dialog would be lost with the page below it. */
const isFilling = () => document.querySelector('[role=dialog] form') !== null
const isCovered = () => document.querySelector('[role=dialog]') !== null

/** The dialogs that open on every page, and their keys. */
export function useShellDialogs(content: RefObject<HTMLElement | null>): ShellDialogsState {
  const [shown, setShown] = useState<ShellDialog | null>(null)
  const opener = useRef<Element | null>(null)
  const open = (dialog: ShellDialog) => {
    if (shown === null) opener.current = document.activeElement
    setShown(dialog)
  }
  const close = (focus: 'page' | 'back') => {
    setShown(null)
    if (focus === 'page') return content.current?.focus({ preventScroll: true })
    setTimeout(() => {
      const free = document.activeElement === null || document.activeElement === document.body
      if (free && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    })
  }
  useHotkeys(
    [[hotkeys.palette, () => (shown === 'palette' ? close('back') : !isFilling() && open('palette'))]],
    // Also while typing: the browser would take the key for its own search.
    [],
  )
  const showShortcuts = () => !isCovered() && open('shortcuts')
  // Most keyboards write it with Shift.
  useHotkeys([
    [hotkeys.shortcuts, showShortcuts],
    [`shift+${hotkeys.shortcuts}`, showShortcuts],
  ])
  return { shown, open, close }
}
