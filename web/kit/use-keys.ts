import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)

/**
 * Keys of the whole page, as @mantine/hooks writes them: heard from the moment that it is seen, and, if nothing else is said,
 * while somebody types. Its own `useHotkeys` begins later; on a slow PC a quick hand is sooner.
 */
export function useKeys(keys: HotkeyItem[], { whileTyping = true } = {}): void {
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
