// A dialog rendered within a form: its events must not reach the form or page.
import { createContext, type KeyboardEvent, type ReactNode, useContext, useLayoutEffect } from 'react'

/** Tells the form's dialog that another one covers it and handles Escape. */
export const CoverContext = createContext<(covered: boolean) => void>(() => undefined)

const keep = (event: KeyboardEvent) => event.stopPropagation()

export function NestedDialog({ children }: { children: ReactNode }) {
  const cover = useContext(CoverContext)
  useLayoutEffect(() => {
    cover(true)
    return () => cover(false)
  }, [cover])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, but for the keys that go no further.
    <div style={{ display: 'contents' }} onKeyDown={keep}>
      {children}
    </div>
  )
}
