// Who is signed in: the token in local storage, and the user that it speaks for.

import { useQueryClient } from '@tanstack/react-query'
import { type RoleName, roleNames } from '@torniquete/contract/permissions.ts'
import type { User } from '@torniquete/contract/users.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isRefusal } from '../api/api-error.ts'
import { dropToken, readToken, takeEndReason, watchToken } from '../api/token.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { toast } from '../kit/toast.ts'
import { mayLeave } from '../kit/unsaved.ts'
import { readSubject } from './token-subject.ts'

export interface SignedIn {
  user: User
  role: RoleName
}

export type Session =
  | { state: 'anonymous' }
  /** `unreachable`: the server does not answer; it is asked again. */
  | { state: 'loading'; unreachable: boolean }
  | ({ state: 'signed-in' } & SignedIn)

const SessionContext = createContext<Session>({ state: 'anonymous' })

function roleOf(user: User): RoleName | null {
  return roleNames.find((name) => name === user.role.name) ?? null
}

/** Logs out on a broken token or a refused user; empties the cache and says why, whoever ended the session. */
function useSessionEnd(token: string | null, broken: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (broken) dropToken('Token inválido')
  }, [broken])
  useEffect(() => {
    if (token !== null) return
    client.clear()
    const reason = takeEndReason()
    if (reason) toast.failure(reason)
  }, [token, client])
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(watchToken, readToken)
  const subject = useMemo(() => (token === null ? null : readSubject(token, Date.now())), [token])
  const read = useEndpoint(
    'users.read',
    { params: { id_user: subject?.id_user ?? 0 } },
    { enabled: subject !== null, retryForever: true },
  )
  const role = read.data ? roleOf(read.data) : null
  const broken =
    token !== null && (subject === null || isRefusal(read.error) || (read.data !== undefined && role === null))
  useSessionEnd(token, broken)

  const user = read.data
  const unreachable = read.failureCount > 0
  const session = useMemo((): Session => {
    if (token === null || broken) return { state: 'anonymous' }
    return user && role ? { state: 'signed-in', user, role } : { state: 'loading', unreachable }
  }, [token, broken, user, role, unreachable])
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): Session => useContext(SessionContext)

/** Within the shell somebody is always signed in. */
export function useSignedIn(): SignedIn {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('No session within the shell')
  return session
}

/** Ends the session here and in the other tabs, unless something unsaved is to stay; the provider empties the cache. */
export async function logOut(): Promise<void> {
  if (await mayLeave()) dropToken()
}
