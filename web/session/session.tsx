// The session: the token in local storage, and its user.

import { useQueryClient } from '@tanstack/react-query'
import type { TokenSubject } from '@torniquete/contract/admin/session.ts'
import type { User } from '@torniquete/contract/admin/users.ts'
import { type RoleName, roleNames } from '@torniquete/contract/shared/roles.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isAuthRefusal, isInconclusive } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { dropOneUserStorage } from '../api/stored-entries.ts'
import { dropToken, knownToken, readHolder, takeEndReason, watchToken } from '../api/token.ts'
import { readSubject } from '../api/token-subject.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { toast } from '../kit/toast.ts'
import { mayLeave } from '../kit/unsaved.ts'
import { loginPath } from '../navigation/login-path.ts'

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

/** Logs out on a broken token or a refused user; says why, whoever ended the session. */
function useSessionEnd(over: boolean, broken: boolean): void {
  useEffect(() => {
    if (broken) dropToken('Token inválido')
  }, [broken])
  useEffect(() => {
    const reason = over ? takeEndReason() : null
    if (reason) toast.failure(reason)
  }, [over])
}

/** User of this page: the last one if the session is over, else the token's. */
function readOwner(): TokenSubject | null {
  const token = knownToken()
  return readHolder() ?? readSubject(token)
}

/**
 * The end of a session, or another user's login in another tab: nothing that was read for the one before is shown to the
 * next. Before anything is drawn of it: what the login page asks for is not thrown away.
 */
function useOneUser(): void {
  const client = useQueryClient()
  useEffect(() => {
    let last = readOwner()
    if (last === null) dropOneUserStorage()
    return watchToken(() => {
      const owner = readOwner()
      if (last && last.id_user !== owner?.id_user) {
        client.clear()
        dropOneUserStorage()
        toast.endSession()
      }
      last = owner
    })
  }, [client])
}

/** True if there is nobody to show because the server does not answer; a user who was read stays, whatever comes later. */
export const isUnreachable = ({ data, failureReason }: { data: unknown; failureReason: Error | null }): boolean =>
  isInconclusive(failureReason) && !data

export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(watchToken, knownToken)
  const holder = useSyncExternalStore(watchToken, readHolder)
  const subject = useMemo(() => holder ?? readSubject(token), [token, holder])
  const read = useEndpoint(
    'users.read',
    { params: { id_user: subject?.id_user ?? 0 } },
    { enabled: subject !== null, retryForever: true },
  )
  const user = read.data
  const role = user ? roleOf(user) : null
  const over = token === null && holder === null
  const broken =
    token !== null && holder === null && (subject === null || isAuthRefusal(read.error) || (user && role) === null)
  useSessionEnd(over, broken)
  useOneUser()

  const unreachable = isUnreachable(read)
  const session = useMemo((): Session => {
    if (over || broken) return { state: 'anonymous' }
    return user && role ? { state: 'signed-in', user, role } : { state: 'loading', unreachable }
  }, [over, broken, user, role, unreachable])
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): Session => useContext(SessionContext)

/** Within the shell somebody is always signed in. */
export function useSignedIn(): SignedIn {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('No session within the shell')
  return session
}

/**
 * Ends the session here, in the other tabs and on the server, unless something unsaved is to stay; the provider empties
 * the cache. Nobody waits for the server: without a line the token ends with its time.
 */
export async function logOut(): Promise<void> {
  if (!(await mayLeave())) return
  // The call reads the token before it is dropped.
  call('session.logout').catch(() => undefined)
  dropToken()
}

/** Reloads the page at the login, for the user who is logged in now. */
export const openLogin = (): void => window.location.assign(loginPath)
