// The code of the routes, before they are drawn: of those that the page begins with at once, of dialogs in idle time.
import type { AnyRoute } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { readToken } from './api/token.ts'
import { fetchWhenIdle, setBusyCheck } from './kit/when-idle.ts'
import { router } from './routes.tsx'

type Load = () => Promise<unknown>

/** How the code of a route is fetched, where it is fetched at all. */
function loadOf({ options: { component } }: AnyRoute): Load[] {
  const load = component?.preload
  return load ? [async () => load()] : []
}

/** A page's dialogs come in idle time: the first of them opens as fast as the second. */
function fetchDialogsWhenIdle(): void {
  let stop = () => {}
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    const [matched] = router.getMatchedRoutes(pathname)
    const dialogs: AnyRoute[] = matched.slice(2).flatMap((page) => page.children ?? [])
    stop()
    stop = fetchWhenIdle(dialogs.flatMap(loadOf))
  })
}

/** The shell's and the page's come together, while the server is asked who is signed in. */
export function fetchRoutesEarly(): void {
  setBusyCheck(() => router.state.isLoading || queryClient.isFetching() > 0)
  fetchDialogsWhenIdle()
  if (readToken() === null) return
  const [matched] = router.getMatchedRoutes(window.location.pathname)
  for (const load of matched.flatMap(loadOf)) void load().catch(() => undefined)
}
