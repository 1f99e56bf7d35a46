// What the first screen needs begins at once and together: who is signed in, the gym, the code of the shell and of the page.
import type { AnyRoute } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { readToken } from './api/token.ts'
import { readSubject } from './api/token-subject.ts'
import { readEarly } from './api/use-endpoint.ts'
import { fetchWhenIdle, restsUnless } from './kit/when-idle.ts'
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

export function startEarly(): void {
  const token = readToken()
  const subject = token === null ? null : readSubject(token)
  restsUnless(() => router.state.isLoading || queryClient.isFetching() > 0)
  fetchDialogsWhenIdle()
  if (!subject) return
  readEarly('users.read', { params: { id_user: subject.id_user } })
  // The master has none.
  if (subject.id_gym !== null) readEarly('gym-info.read', {})
  const [matched] = router.getMatchedRoutes(window.location.pathname)
  for (const load of matched.flatMap(loadOf)) void load().catch(() => undefined)
}
