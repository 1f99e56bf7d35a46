import type { Page, Route } from '@playwright/test'

interface Held {
  /** Only calls of this method wait. */
  method?: string
  times?: number
  /** Ends a held call; by default it continues to the server. */
  end?: (route: Route) => Promise<void>
}

/** Holds the page's calls to an address until the returned function is called. */
export async function holdRequest(page: Page, url: string | RegExp, held: Held = {}): Promise<() => void> {
  const { method, times, end = (route) => route.continue() } = held
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    url,
    async (route) => {
      if (!method || route.request().method() === method) await gate
      // The page may be closed by then.
      await end(route).catch(() => undefined)
    },
    times === undefined ? {} : { times },
  )
  return letGo
}
