// A dialog that is drawn within the form over which it stands: what is pressed there is neither that form's nor its page's.
import { createContext, type KeyboardEvent, type ReactNode, useContext, useLayoutEffect } from 'react'

/** Tells the form's dialog whether another stands over it, whose Escape is its own. */
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
