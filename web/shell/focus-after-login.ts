// The login's fields are gone when the page arrives, and with them the focus.
import { type RefObject, useEffect } from 'react'

let due = false

/** The next page that opens takes the focus. */
export function askForFocus(): void {
  due = true
}

/** Gives the focus to the page's content where the login asked for it, unless something within took it already. */
export function useFocusAfterLogin(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (due && (document.activeElement ?? document.body) === document.body) content.current?.focus()
    due = false
  }, [content])
}
