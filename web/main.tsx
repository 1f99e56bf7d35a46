import './mantine-styles.ts'
import { localStorageColorSchemeManager, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { StrictMode, startTransition, useCallback } from 'react'
import { createRoot } from 'react-dom/client'
import { watchUserActivity } from './api/call.ts'
import { queryClient } from './api/query-client.ts'
import { now } from './api/server-clock.ts'
import { readToken } from './api/session-token.ts'
import { readTokenSubject } from './api/token-subject.ts'
import { prefetchEndpoint, useEndpoint } from './api/use-endpoint.ts'
import { readBrowserTimeZone } from './kit/InstantText.tsx'
import { Printer } from './kit/Printer.tsx'
import { Toaster } from './kit/Toaster.tsx'
import { LoginOrScreens, prefetchScreens } from './LoginOrScreens.tsx'
import { forgetStaleReturnAddress } from './session/return-address.ts'
import { SessionProvider, useSession } from './session/session.tsx'
import { resolveCssVariables, theme } from './theme.ts'

/** Milliseconds after load before all files are cached, so that the first screen loads first. */
const pause = 3000

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** Caches the application so that it reloads without network (public/sw.js). Works only over TLS or on localhost. */
function keepAtHand(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () =>
    setTimeout(() => void register().catch((error: unknown) => console.warn('service worker', error)), pause)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

function startEarly(): void {
  const token = readToken()
  const subject = readTokenSubject(token)
  if (!subject) return
  prefetchEndpoint('users.read', { params: { id_user: subject.id_user } })
  // The platform administrator belongs to no gym, so there is no gym to prefetch.
  if (subject.id_gym !== null) prefetchEndpoint('gym-info.read', {})
}

// Tells zod not to test `eval`, which the content security policy forbids and reports. zod reads this at load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** Stores 'system' for Mantine's 'auto'; index.html reads the value before the first render. */
const storedScheme = localStorageColorSchemeManager({ key: 'theme' })
const colorSchemes: MantineColorSchemeManager = {
  ...storedScheme,
  get: (fallback) => (localStorage.getItem('theme') === 'system' ? 'auto' : storedScheme.get(fallback)),
  set: (scheme) => (scheme === 'auto' ? localStorage.setItem('theme', 'system') : storedScheme.set(scheme)),
}

function GymPrinter() {
  const session = useSession()
  const inGym = session.state === 'signed-in' && session.role !== 'master'
  const gym = useEndpoint('gym-info.read', {}, { enabled: inGym, staleTime: Number.POSITIVE_INFINITY }).data
  const footText = useCallback(
    (by: string | null | undefined) => {
      const when = `Impreso el ${formatInstant(gym?.timeZone ?? readBrowserTimeZone(), now().toISOString())}`
      return [by === undefined ? gym?.name : by, when].filter(Boolean).join(' · ')
    },
    [gym],
  )
  return <Printer footText={footText} />
}

function Application() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="dark"
    >
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <LoginOrScreens />
          <GymPrinter />
        </SessionProvider>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
prefetchScreens()
startEarly()
watchUserActivity()
forgetStaleReturnAddress()
const application = createRoot(root)
// Renders in slices, so that the browser can paint and handle keys in between.
startTransition(() =>
  application.render(
    <StrictMode>
      <Application />
    </StrictMode>,
  ),
)
keepAtHand()
