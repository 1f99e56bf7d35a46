import { useEffect, useState } from 'react'

/** Longest wait for a page that is never idle. */
const maxWaitMs = 3000

/** Resolves when the browser has nothing else to do, and after three seconds in any case. */
export const pageIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: maxWaitMs })
    else setTimeout(resolve, maxWaitMs)
  })

/** True once the page has been idle: what may be opened from it is read from then on. */
export function usePageIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let isLeft = false
    void pageIdle().then(() => !isLeft && setIsIdle(true))
    return () => {
      isLeft = true
    }
  }, [])
  return isIdle
}
