import { useEffect, useState } from 'react'

const maxWaitMs = 3000

export const waitUntilPageIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: maxWaitMs })
    else setTimeout(resolve, maxWaitMs)
  })

/** True once the page has been idle; the data of dialogs that may be opened is loaded then. */
export function useIsPageIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let isLeft = false
    void waitUntilPageIdle().then(() => !isLeft && setIsIdle(true))
    return () => {
      isLeft = true
    }
  }, [])
  return isIdle
}
