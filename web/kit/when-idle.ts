import { useEffect, useState } from 'react'

/** Milliseconds after which a task runs on a page that is never idle, and on one that never stands. */
const patience = 3000
const longestWait = 30_000
/** Milliseconds between two looks at a page that waits for something. */
const glance = 100

let waits: () => boolean = () => false
/** Pieces that are shown as soon as their code comes. */
let wanted = 0

/** Set once, by route-code.ts: `waiting` says whether the page still loads what it shows. That code goes first on a slow line. */
export function setBusyCheck(waiting: () => boolean): void {
  waits = waiting
}

/** Fetches code that is shown already: what is wanted later waits for it. */
export async function fetchVisible<Answer>(load: () => Promise<Answer>): Promise<Answer> {
  wanted += 1
  try {
    return await load()
  } finally {
    wanted -= 1
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: patience })
    else setTimeout(resolve, patience)
  })

/** Resolves once the page stands and has nothing else to do; after `most` milliseconds also where it does not. */
export async function pageIdle(most = longestWait): Promise<void> {
  const begun = performance.now()
  for (;;) {
    await idle()
    const late = performance.now() - begun > most
    if (late || (document.readyState === 'complete' && wanted === 0 && !waits())) return
    await new Promise((resolve) => setTimeout(resolve, glance))
  }
}

/**
 * Fetches code that is wanted soon, piece by piece, once the page stands and has nothing else to do. What does not come is
 * fetched again by whoever needs it. Answers how to stop.
 */
export function fetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const ending = new AbortController()
  const work = async () => {
    for (const load of loads) {
      await pageIdle()
      if (ending.signal.aborted) return
      await load().catch(() => undefined)
    }
  }
  void work()
  return () => ending.abort()
}

/** True if the page has stood and had nothing else to do: from then on it reads what will be opened from it. */
export function usePageIdle(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => fetchWhenIdle([async () => setRested(true)]), [])
  return rested
}
