// The routed screens, in a bundle of their own so that the login page loads without their code.
import './mantine-screen-styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readToken } from './api/session-token.ts'
import { restoreFocus } from './kit/focus.ts'
import { toast } from './kit/toast.ts'
import { guardUnsavedInput } from './kit/unsaved-input.ts'
import { loginPath } from './navigation/login-path.ts'
import { recordNavigation } from './navigation/open-dialog.ts'
import { findScreen } from './navigation/screens.ts'
import { router } from './routes.tsx'
import { type Session, useSession } from './session/session.tsx'

// Loads the page's code while the session is being read.
if (readToken() !== null)
  for (const { options } of router.getMatchedRoutes(window.location.pathname)[0])
    void options.component?.preload?.()?.catch(() => undefined)

guardUnsavedInput(router.history)
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  // The login keeps the toasts of the screen that was left, for example the reason why the session ended.
  const toLogin = toLocation.pathname === loginPath
  const from = fromLocation?.pathname
  // Marks the tab as navigated. Leaving the login does not count, because the login returns to the requested page.
  if (from && from !== loginPath && !toLogin && from !== toLocation.pathname) recordNavigation()
  if (fromLocation && !toLogin && findScreen(fromLocation.pathname) !== findScreen(toLocation.pathname)) toast.leave()
})

// Restores the focus after navigation: the focused link may be gone with the previous page.
router.subscribe('onRendered', restoreFocus)

/** The session for which the route guard last checked the address. */
let judgedBy: Session | null = null

/** Runs the route guard again at each session change. The router itself makes the first run. */
export function GuardedRouter() {
  const session = useSession()
  useEffect(() => {
    if (judgedBy && judgedBy !== session) void router.invalidate()
    judgedBy = session
  }, [session])
  return <RouterProvider router={router} context={{ session }} />
}
