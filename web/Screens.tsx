// The routed part of the application, loaded separately: the login works without it.
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

// The page's code loads while the session is read.
if (readToken() !== null)
  for (const { options } of router.getMatchedRoutes(window.location.pathname)[0])
    void options.component?.preload?.()?.catch(() => undefined)

guardUnsaved(router.history)
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  // The screen that was left stores why the session ended, and the login shows it.
  const toLogin = toLocation.pathname === loginPath
  const from = fromLocation?.pathname
  // A new login returns to the page that was loaded first.
  if (from && from !== loginPath && !toLogin && from !== toLocation.pathname) markNavigated()
  if (fromLocation && !toLogin && screenAt(fromLocation.pathname) !== screenAt(toLocation.pathname)) toast.leave()
})

// Its link may be gone with its page.
router.subscribe('onRendered', restoreFocus)

/** The session that the guard last checked the address for. */
let judgedBy: Session | null = null

/** The guard runs again at each session change; the router starts the first run itself. */
export function Screens() {
  const session = useSession()
  useEffect(() => {
    if (judgedBy && judgedBy !== session) void router.invalidate()
    judgedBy = session
  }, [session])
  return <RouterProvider router={router} context={{ session }} />
}
