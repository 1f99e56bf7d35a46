import { useKeys } from './use-keys.ts'

/** Content below an open dialog ignores hotkeys. */
export const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null

/** Nothing stands over the one dialog that is open. */
export const isOnlyDialog = (): boolean => document.querySelectorAll('[role=dialog]').length === 1

/**
 * The keys of a page, as useKeys takes them: letters are meant by their place on the keyboard. They are heard while
 * somebody types too, but for those without Ctrl or Alt; never beneath a dialog of whatever kind.
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
