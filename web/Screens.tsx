// All that has an address. Fetched apart from what begins the application: the login stands without it.
import './mantine-screen-styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readToken } from './api/token.ts'
import { restoreFocus } from './kit/focus.ts'
import { toast } from './kit/toast.ts'
import { guardUnsaved } from './kit/unsaved.ts'
import { loginPath } from './navigation/login-path.ts'
import { markNavigated } from './navigation/opening.ts'
import { screenAt } from './navigation/screens.ts'
import { router } from './routes.tsx'
import { type Session, useSession } from './session/session.tsx'

// The page's code comes while the server is asked who is signed in.
if (readToken() !== null)
  for (const { options } of router.getMatchedRoutes(window.location.pathname)[0])
    void options.component?.preload?.()?.catch(() => undefined)

guardUnsaved(router.history)
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  // Why a session ended is told by the screen that one left, and read at the login.
  const toLogin = toLocation.pathname === loginPath
  const from = fromLocation?.pathname
  // A new login returns to the page that was loaded first.
  if (from && from !== loginPath && !toLogin && from !== toLocation.pathname) markNavigated()
  if (fromLocation && !toLogin && screenAt(fromLocation.pathname) !== screenAt(toLocation.pathname)) toast.leave()
})

// A link may be gone with the page that it was on.
router.subscribe('onRendered', restoreFocus)

/** The session that the guard last checked the address for. */
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
