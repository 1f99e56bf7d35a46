import { useLayoutEffect, useRef } from 'react'

/** Milliseconds: a dialog that fades out gives the focus away by itself first. */
const pause = 10

const isNowhere = () => (document.activeElement ?? document.body) === document.body

/**
 * Gives the focus back to what had it when `opened` became true, once it is false again, unless somebody else has taken
 * it. Looks while the page changes, not after: a dialog takes the focus right after it is put into the page, which on a
 * busy machine is before effects run.
 */
export function useFocusReturn(opened: boolean): void {
  const last = useRef(opened)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (last.current === opened) return
    last.current = opened
    if (opened) {
      opener.current = document.activeElement
      return
    }
    const giveBack = () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    }
    const leaving = document.activeElement
    if (isNowhere()) giveBack()
    const timer = setTimeout(() => {
      if (isNowhere() || document.activeElement === leaving) giveBack()
    }, pause)
    return () => clearTimeout(timer)
  }, [opened])
}
