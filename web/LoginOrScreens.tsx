import { Center, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { readToken } from './api/session-token.ts'
import { makeLazyComponent } from './kit/lazy-component.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { waitUntilPageIdle } from './kit/wait-until-page-idle.ts'
import { LoginPage } from './screens/login/LoginPage.tsx'
import { loginPath } from './session/return-address.ts'
import { useSession } from './session/session.tsx'

const fetchScreens = async () => (await import('./GuardedRouter.tsx')).GuardedRouter
const Screens = makeLazyComponent(fetchScreens, <Waiting label="Cargando…" />)

/** If the page opens at the login, the code of the screens loads while the user types the password. */
const beginsAtLogin = readToken() === null && window.location.pathname === loginPath

export function prefetchScreens(): void {
  if (!beginsAtLogin) void fetchScreens().catch(() => undefined)
}

export function LoginOrScreens() {
  const { state } = useSession()
  const [alone, setAlone] = useState(beginsAtLogin)
  if (alone && state !== 'anonymous') setAlone(false)
  useEffect(() => {
    if (alone) void waitUntilPageIdle().then(() => fetchScreens().catch(() => undefined))
  }, [alone])
  if (alone) return <LoginPage />
  return (
    <SessionGate>
      <Screens />
    </SessionGate>
  )
}

function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state !== 'loading') return children
  return <Waiting label={session.unreachable ? 'Sin conexión con el servidor. Reintentando…' : 'Cargando sesión…'} />
}

function Waiting({ label }: { label: string }) {
  return (
    <Center component="main" mih="100dvh">
      <Stack>
        <VisuallyHidden>
          <h1>Torniquete</h1>
        </VisuallyHidden>
        <Spinner label={label} />
      </Stack>
    </Center>
  )
}
