import './mantine-styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import './this-tab.ts'
import { makeColorSchemeManager } from './color-scheme.ts'
import { startEarly } from './early-start.ts'
import { keepFocus } from './kit/focus-keeper.ts'
import { holdKeys, releaseKeys } from './kit/held-keys.ts'
import { Toaster } from './kit/Toaster.tsx'
import { toast } from './kit/toast.ts'
import { guardUnsaved } from './kit/unsaved.ts'
import { loginPath, screenAt } from './paths.ts'
import { router } from './routes.tsx'
import { keepAtHand } from './service-worker.ts'
import { GymPrinter } from './session/GymPrinter.tsx'
import { SessionGate } from './session/SessionGate.tsx'
import { type Session, SessionProvider, useSession } from './session/session.tsx'
import { forgetOldPlace } from './session/wanted-place.ts'
import { cssVariables, theme } from './theme.ts'

// Read by zod as it loads, later: it would try whether it may make code from texts, which our policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const colorSchemes = makeColorSchemeManager()

/** By which session the address was judged. */
let judgedBy: Session | null = null

/** The guard runs again whenever the session changes; for the first one the router begins by itself. */
function Screens() {
  const session = useSession()
  useEffect(() => {
    if (judgedBy && judgedBy !== session) void router.invalidate()
    judgedBy = session
  }, [session])
  return <RouterProvider router={router} context={{ session }} />
}

function Application() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="dark"
    >
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <SessionGate>
            <Screens />
          </SessionGate>
          <GymPrinter />
        </SessionProvider>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
startEarly()
guardUnsaved(router.history)
keepFocus()
forgetOldPlace()
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
  if (toLocation.state.opened) holdKeys()
  else releaseKeys()
  // Why a session ended is told by the screen that one left, and read at the login.
  const toLogin = toLocation.pathname === loginPath
  if (fromLocation && !toLogin && screenAt(fromLocation.pathname) !== screenAt(toLocation.pathname)) toast.leave()
})
createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
)
keepAtHand()
