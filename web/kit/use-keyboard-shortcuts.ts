import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)

/** Hotkeys in @mantine/hooks syntax, active from the first paint; Mantine's `useHotkeys` becomes active too late. */
export function useKeyboardShortcuts(keys: HotkeyItem[], { whileTyping = true } = {}): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (whileTyping || !isTyped(event.target)) getHotkeyHandler(latest.current)(event)
    }
    document.documentElement.addEventListener('keydown', hear)
    return () => document.documentElement.removeEventListener('keydown', hear)
  }, [whileTyping])
}
