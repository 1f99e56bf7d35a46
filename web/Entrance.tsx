import { Center, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { readToken } from './api/token.ts'
import { onDemand } from './kit/on-demand.tsx'
import { Spinner } from './kit/Spinner.tsx'
import { fetchWhenIdle } from './kit/when-idle.ts'
import { loginPath } from './navigation/login-path.ts'
import { useSession } from './session/session.tsx'

const Screens = onDemand(() => import('./Screens.tsx'), 'Screens')
const LoginPage = onDemand(() => import('./screens/login/LoginPage.tsx'), 'LoginPage')

/** Whoever comes to the login and is nobody yet sees it without the screens, which come while the password is typed. */
const beginsAtLogin = readToken() === null && window.location.pathname === loginPath

/** Before anything is drawn. */
export const fetchEntrance = (): void => void (beginsAtLogin ? LoginPage : Screens).preload()

/** Once there is a session, the login too is one of the screens. */
export function Entrance() {
  const { state } = useSession()
  const [alone, setAlone] = useState(beginsAtLogin)
  if (alone && state !== 'anonymous') setAlone(false)
  useEffect(() => {
    if (alone) void LoginPage.preload().then(() => fetchWhenIdle([Screens.preload]))
    else void Screens.preload()
  }, [alone])
  if (alone) return <LoginPage />
  return (
    <SessionGate>
      <Screens />
    </SessionGate>
  )
}

/** A spinner while the session loads. An unreachable server logs nobody out. */
function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state !== 'loading') return children
  return (
    <Center component="main" mih="100dvh">
      <Stack>
        <VisuallyHidden>
          <h1>Torniquete</h1>
        </VisuallyHidden>
        <Spinner label={session.unreachable ? 'Sin conexión con el servidor. Reintentando…' : 'Cargando sesión…'} />
      </Stack>
    </Center>
  )
}
