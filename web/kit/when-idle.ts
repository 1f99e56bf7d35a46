/** Milliseconds after which a task runs on a page that never rests. */
const patience = 3000

const nextIdle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const begin = () => !signal.aborted && resolve()
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: patience })
    else setTimeout(begin, patience)
  })

/**
 * Fetches code that is wanted soon, piece by piece, when the page has nothing else to do. What does not come is fetched
 * again by whoever needs it. Answers how to stop.
 */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const ending = new AbortController()
  const work = async () => {
    for (const load of loads) {
      await nextIdle(ending.signal)
      await load().catch(() => undefined)
    }
  }
  void work()
  return () => ending.abort()
}
