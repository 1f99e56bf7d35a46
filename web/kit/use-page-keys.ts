import { useKeys } from './use-keys.ts'

/** Content below an open dialog ignores hotkeys. */
export const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null

/** True unless something covers the only open dialog. */
export const isOnlyDialog = (): boolean => document.querySelectorAll('[role=dialog]').length === 1

/**
 * A page's hotkeys in useKeys syntax: letters are physical keys. Active while typing if they use Ctrl or Alt; never
 * below a dialog.
 */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const heard = Object.entries(keys).map(([key, run]): [string, () => void, { usePhysicalKeys: boolean }] => [
    key,
    () => !isCovered() && run(),
    { usePhysicalKeys: key.startsWith('Alt') },
  ])
  const withModifier = ([key]: (typeof heard)[number]) => /^(alt|mod)\+/i.test(key)
  useKeys(heard.filter(withModifier))
  useKeys(
    heard.filter((each) => !withModifier(each)),
    { whileTyping: false },
  )
}
