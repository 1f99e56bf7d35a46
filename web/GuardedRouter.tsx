// The routed screens, in a bundle of their own so that the login page loads without their code.
// Styles of Mantine components that several screens share, in Mantine's order. Screens import all other styles.
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Burger.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readToken } from './api/session-token.ts'
import { restoreFocus } from './kit/focus.ts'
import { toast } from './kit/toast.ts'
import { blockLeavingUnsavedInput } from './kit/unsaved-input.ts'
import { recordNavigation } from './navigation/open-dialog.ts'
import { findScreenByAddress } from './navigation/screens.ts'
import { router } from './routes.tsx'
import { loginPath } from './session/return-address.ts'
import { type Session, useSession } from './session/session.tsx'

// Loads the page's code while the session is being read.
if (readToken() !== null)
  for (const { options } of router.getMatchedRoutes(window.location.pathname)[0])
    void options.component?.preload?.()?.catch(() => undefined)

blockLeavingUnsavedInput(router.history)
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  // The login keeps the toasts of the screen that was left, for example the reason why the session ended.
  const toLogin = toLocation.pathname === loginPath
  const from = fromLocation?.pathname
  // Marks the tab as navigated. Leaving the login does not count, because the login returns to the requested page.
  if (from && from !== loginPath && !toLogin && from !== toLocation.pathname) recordNavigation()
  if (
    fromLocation &&
    !toLogin &&
    findScreenByAddress(fromLocation.pathname) !== findScreenByAddress(toLocation.pathname)
  )
    toast.leave()
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
