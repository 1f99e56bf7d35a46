import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'

export const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null

/** True if a single dialog is open. */
export const isSingleDialogOpen = (): boolean => document.querySelectorAll('[role=dialog]').length === 1

/** Hotkeys of a page, inactive in dialogs. Those with Ctrl or Alt work while typing; letters are physical keys. */
export function usePageShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const heard = Object.entries(keys).map(([key, run]): [string, () => void, { usePhysicalKeys: boolean }] => [
    key,
    () => !isDialogOpen() && run(),
    { usePhysicalKeys: key.startsWith('Alt') },
  ])
  const withModifier = ([key]: (typeof heard)[number]) => /^(alt|mod)\+/i.test(key)
  useKeyboardShortcuts(heard.filter(withModifier))
  useKeyboardShortcuts(
    heard.filter((each) => !withModifier(each)),
    { whileTyping: false },
  )
}
