import { useQueryClient } from '@tanstack/react-query'
import type { TokenUser } from '@torniquete/contract/admin/session.ts'
import type { User } from '@torniquete/contract/admin/users.ts'
import { type RoleName, roleNames } from '@torniquete/contract/shared/roles.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { isAccessRefusal, isOutcomeUnknown } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import {
  getPageHolder,
  logOutAllTabs,
  readAndClearSessionEndReason,
  readLastNotifiedToken,
  watchToken,
} from '../api/session-token.ts'
import { readTokenSubject } from '../api/token-subject.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { toast } from '../kit/toast.ts'
import { confirmLeavingPage } from '../kit/unsaved-input.ts'
import { loginPath } from './return-address.ts'

export interface SignedInUser {
  user: User
  role: RoleName
}

export type Session =
  | { state: 'anonymous' }
  /** `unreachable` is true while the server does not answer; retries continue. */
  | { state: 'loading'; unreachable: boolean }
  | ({ state: 'signed-in' } & SignedInUser)

const SessionContext = createContext<Session>({ state: 'anonymous' })

function useSessionEnd(over: boolean, broken: boolean): void {
  useEffect(() => {
    if (broken) logOutAllTabs('Token inválido')
  }, [broken])
  useEffect(() => {
    const reason = over ? readAndClearSessionEndReason() : null
    if (reason) toast.failure(reason)
  }, [over])
}

/** The user whose data this page shows: the holder of a page with an ended session, else the token's user. */
const readOwner = (): TokenUser | null => getPageHolder() ?? readTokenSubject(readLastNotifiedToken())

/** Empties the query cache when the session ends or another user logs in in another tab. */
function useOneUser(): void {
  const client = useQueryClient()
  useEffect(() => {
    let last = readOwner()
    return watchToken(() => {
      const owner = readOwner()
      if (last && last.id_user !== owner?.id_user) {
        client.clear()
        toast.endSession()
      }
      last = owner
    })
  }, [client])
}

export const isServerUnreachable = ({ data, failureReason }: { data: unknown; failureReason: Error | null }): boolean =>
  isOutcomeUnknown(failureReason) && !data

export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(watchToken, readLastNotifiedToken)
  const holder = useSyncExternalStore(watchToken, getPageHolder)
  const subject = holder ?? readTokenSubject(token)
  const read = useEndpoint(
    'users.read',
    { params: { id_user: subject?.id_user ?? 0 } },
    { enabled: subject !== null, retryForever: true },
  )
  const user = read.data
  const role = roleNames.find((name) => name === user?.role.name) ?? null
  const over = token === null && holder === null
  const broken =
    token !== null && holder === null && (subject === null || isAccessRefusal(read.error) || (user && role) === null)
  useSessionEnd(over, broken)
  useOneUser()

  const unreachable = isServerUnreachable(read)
  const session = useMemo((): Session => {
    if (over || broken) return { state: 'anonymous' }
    return user && role ? { state: 'signed-in', user, role } : { state: 'loading', unreachable }
  }, [over, broken, user, role, unreachable])
  return <SessionContext value={session}>{children}</SessionContext>
}

export const useSession = (): Session => useContext(SessionContext)

export function useSignedInUser(): SignedInUser {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('No session within the shell')
  return session
}

/** Ends the session in every tab unless unsaved work keeps it. Needs no answer: the token expires anyway. */
export async function logOut(): Promise<void> {
  if (!(await confirmLeavingPage())) return
  // Called before the token is dropped, because the call reads it synchronously.
  call('session.logout').catch(() => undefined)
  logOutAllTabs()
}

export const openLoginPage = (): void => window.location.assign(loginPath)
