import { useEffect, useState } from 'react'
import { readToken } from './api/token.ts'
import { onDemand } from './kit/on-demand.tsx'
import { fetchWhenIdle } from './kit/when-idle.ts'
import { loginPath } from './navigation/login-path.ts'
import { SessionGate } from './session/SessionGate.tsx'
import { useSession } from './session/session.tsx'

const Screens = onDemand(() => import('./Screens.tsx').then(({ Screens }) => Screens))
const LoginPage = onDemand(() => import('./screens/login/LoginPage.tsx').then(({ LoginPage }) => LoginPage))

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
