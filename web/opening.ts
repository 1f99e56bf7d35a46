// What opens over a page (a card, a bill) has an address of its own. Closing it goes back to the page where it was opened
// from there, so that Back is never spent on it twice; where the address was come to otherwise, it is replaced.
import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry was made by opening something over the page that is the one before. */
    opened?: boolean
  }
}

/** For the link or the navigation that opens it. */
export const opening = { state: { opened: true }, resetScroll: false } as const

/** Closes what the address has open; `replace` takes it out of the address. */
export function useClosing(replace: () => void): () => void {
  const { history } = useRouter()
  const left = useRef<string | undefined>(undefined)
  return useCallback(() => {
    const { state } = history.location
    if (!state.opened) return replace()
    // Going back takes a moment, in which somebody may close it once more.
    if (left.current === state.__TSR_key) return
    left.current = state.__TSR_key
    history.back()
  }, [history, replace])
}
