// All that has an address. Fetched apart from what begins the application: the login stands without it.
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readToken } from './api/token.ts'
import { keepEarlyKeys, releaseEarlyKey } from './kit/early-page-keys.ts'
import { bufferKeys, dropBufferedKeys } from './kit/key-buffer.ts'
import { toast } from './kit/toast.ts'
import { guardUnsaved } from './kit/unsaved.ts'
import { loginPath } from './navigation/login-path.ts'
import { markNavigated } from './navigation/opening.ts'
import { screenAt } from './navigation/screens.ts'
import { fetchRoutesEarly } from './route-code.ts'
import { router } from './routes.tsx'
import { type Session, useSession } from './session/session.tsx'

fetchRoutesEarly()
guardUnsaved(router.history)
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  if (toLocation.state.opened) bufferKeys()
  else dropBufferedKeys()
  // Why a session ended is told by the screen that one left, and read at the login.
  const toLogin = toLocation.pathname === loginPath
  const from = fromLocation?.pathname
  // Who logs in anew comes back to where the page was loaded.
  if (from && from !== loginPath && !toLogin && from !== toLocation.pathname) markNavigated()
  if (fromLocation && !toLogin && screenAt(fromLocation.pathname) !== screenAt(toLocation.pathname)) toast.leave()
})

/** True if a page is on its way: the router waits for it, or nothing of the first one is drawn yet. */
const isPageComing = () =>
  router.state.status === 'pending' || (readToken() !== null && !document.querySelector('header h1'))

keepEarlyKeys(isPageComing)
router.subscribe('onResolved', releaseEarlyKey)

/** By which session the address was judged. */
let judgedBy: Session | null = null

/** The guard runs again whenever the session changes; for the first one the router begins by itself. */
export function Screens() {
  const session = useSession()
  useEffect(() => {
    if (judgedBy && judgedBy !== session) void router.invalidate()
    judgedBy = session
  }, [session])
  return <RouterProvider router={router} context={{ session }} />
}
