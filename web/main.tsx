import './mantine-styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import './features/drafts/this-tab.ts'
import { makeColorSchemeManager } from './color-scheme.ts'
import { Entrance, fetchEntrance } from './Entrance.tsx'
import { startEarly } from './early-start.ts'
import { keepFocus } from './kit/focus-keeper.ts'
import { Toaster } from './kit/Toaster.tsx'
import { keepAtHand } from './service-worker.ts'
import { GymPrinter } from './session/GymPrinter.tsx'
import { SessionProvider } from './session/session.tsx'
import { forgetOldPlace } from './session/wanted-place.ts'
import { cssVariables, theme } from './theme.ts'

// Read by zod as it loads, later: it would try whether it may make code from texts, which our policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const colorSchemes = makeColorSchemeManager()

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
          <Entrance />
          <GymPrinter />
        </SessionProvider>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
fetchEntrance()
startEarly()
keepFocus()
forgetOldPlace()
const application = createRoot(root)
// In pieces, between which the browser may paint and hear a key.
startTransition(() =>
  application.render(
    <StrictMode>
      <Application />
    </StrictMode>,
  ),
)
keepAtHand()
