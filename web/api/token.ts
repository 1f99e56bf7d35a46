// The access token in local storage, as a store that the session watches. Other tabs' logins and logouts arrive as storage
// events. Where a session ends while the page has unsaved work, the page is held for its user (the holder): it shows nothing to
// anybody else, and its calls wait until the same user has logged in again.
import type { TokenSubject } from '@torniquete/contract/admin/session.ts'
import { hasUnsaved, hasWorkInProgress } from '../kit/unsaved.ts'
import { readSubject } from './token-subject.ts'

const storageKey = 'access_token'
/** Why the session ended, for the other tabs. */
const reasonKey = 'session_end'

type Listener = () => void
const listeners = new Set<Listener>()
let endReason: string | null = null
let holder: TokenSubject | null = null
let ended: { user: number | null; byHand: boolean } | null = null

export const readToken = (): string | null => localStorage.getItem(storageKey)

// The tests of what calls the server have no window.
let known = globalThis.window ? readToken() : null

/** The token that the listeners know; another tab may have stored a newer one. */
export const knownToken = (): string | null => known

const isSameUser = (one: TokenSubject | null, other: TokenSubject | null) =>
  one !== null && one.id_user === other?.id_user && one.id_gym === other.id_gym

/** Reads the stored token, whichever tab wrote it, and notifies the listeners of a change. */
function sync(): void {
  const now = readToken()
  if (now === known) return
  // A removal may be seen before its event comes: whoever ended the session stored the reason first.
  endReason = now === null ? (endReason ?? localStorage.getItem(reasonKey)) : null
  const subject = holder ?? readSubject(known)
  known = now
  ended = now === null ? { user: subject?.id_user ?? null, byHand: endReason === null } : null
  if (isSameUser(subject, readSubject(now))) holder = null
  // A person who logs out by hand has finished here; what local storage keeps is found again after the next login.
  else if (endReason === null ? hasUnsaved() : hasWorkInProgress()) holder = subject
  for (const listener of listeners) listener()
}

globalThis.window?.addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) sync()
})

export function storeToken(token: string): void {
  endReason = null
  localStorage.removeItem(reasonKey)
  localStorage.setItem(storageKey, token)
  sync()
}

/** Ends the session in every tab. Each tab shows `reason`; a logout by hand has none. */
export function dropToken(reason: string | null = null): void {
  if (readToken() === null) return
  endReason = reason
  // Stored before the token is removed: the other tabs read the reason as soon as they hear of the removal.
  localStorage.removeItem(reasonKey)
  try {
    if (reason) localStorage.setItem(reasonKey, reason)
  } catch {
    // Storage is full: the other tabs end the session without a reason.
  }
  localStorage.removeItem(storageKey)
  sync()
}

/** Why the session ended; the reason is given once, a second caller gets null. */
export function takeEndReason(): string | null {
  const reason = endReason
  endReason = null
  return reason
}

/** The user of the last session that ended in this tab, and whether they logged out by hand; null while a session lasts. */
export const lastSessionEnd = () => ended

/** The user for whom the page is held although the session is over; null where it is not held. */
export const readHolder = (): TokenSubject | null => holder

/** Calls back after each change of the token or the holder. */
export function watchToken(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The present token; while the page is held, waits until its holder has logged in again. Rejects when aborted. */
export async function awaitToken(signal?: AbortSignal | null): Promise<string | null> {
  sync()
  if (holder === null) return known
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      unwatch()
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      leave()
      reject(signal?.reason)
    }
    const unwatch = watchToken(() => {
      if (holder !== null) return
      leave()
      resolve()
    })
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted) giveUp()
  })
  return known
}

/**
 * Ends the session whose `token` was refused, unless a newer token is stored already. Resolves with the token with which the
 * same user goes on, or null where the session is over.
 */
export async function tokenAfterRefusal(token: string, signal?: AbortSignal | null): Promise<string | null> {
  if (token === readToken()) dropToken('Token inválido')
  const next = await awaitToken(signal)
  return next !== token && isSameUser(readSubject(token), readSubject(next)) ? next : null
}
