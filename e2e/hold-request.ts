import type { Page, Route } from '@playwright/test'

interface Held {
  /** If set, only calls with this HTTP method are held. */
  method?: string
  times?: number
  /** Handles a held call when it is released; by default the call continues to the server. */
  end?: (route: Route) => Promise<void>
}

/** Holds all calls of the page to an address until the returned function is called. */
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
      // Errors are ignored, because the page may already be closed.
      await end(route).catch(() => undefined)
    },
    times === undefined ? {} : { times },
  )
  return letGo
}
