import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Milliseconds: what opens or closes with the address gives the focus away by itself first. */
const pause = 60

/**
 * The focus goes to the content where a changed address left it nowhere: after a dialog that was open when the page
 * came, and that has no opener to give it back to.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  const address = useLocation({ select: ({ href }) => href })
  const last = useRef(address)
  useEffect(() => {
    if (last.current === address) return
    last.current = address
    const timer = setTimeout(() => {
      const nowhere = (document.activeElement ?? document.body) === document.body
      if (nowhere) content.current?.focus({ preventScroll: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [address, content])
}
