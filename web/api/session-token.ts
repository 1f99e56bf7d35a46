// Stores the access token in local storage. Other tabs' logins and logouts arrive as storage events. If a session ends
// while there is unsaved work, the page waits for the same user (the holder): it is hidden from others, and its calls
// wait for that user's login.
import type { TokenUser } from '@torniquete/contract/admin/session.ts'
import { hasUnsavedInput, hasUnsavedInputOrDraft } from '../kit/unsaved-input.ts'
import { readTokenSubject } from './token-subject.ts'

const storageKey = 'access_token'
const reasonKey = 'session_end'

type Listener = () => void
const listeners = new Set<Listener>()
let endReason: string | null = null
let holder: TokenUser | null = null
let ended: { user: number | null; byHand: boolean } | null = null

export const readToken = (): string | null => localStorage.getItem(storageKey)

// Tests that run this code in Node have no window.
let known = globalThis.window ? readToken() : null

/** The token that subscribers were notified of; another tab may already have stored a newer one. */
export const readLastNotifiedToken = (): string | null => known

const isSameUser = (one: TokenUser | null, other: TokenUser | null) =>
  one !== null && one.id_user === other?.id_user && one.id_gym === other.id_gym

function sync(): void {
  const now = readToken()
  if (now === known) return
  // The reason was stored before the token was removed, so it is readable even before the storage event.
  endReason = now === null ? (endReason ?? localStorage.getItem(reasonKey)) : null
  const subject = holder ?? readTokenSubject(known)
  known = now
  ended = now === null ? { user: subject?.id_user ?? null, byHand: endReason === null } : null
  if (isSameUser(subject, readTokenSubject(now))) holder = null
  // After a manual logout, drafts in local storage do not hold the page: the user finds them after the next login.
  else if (endReason === null ? hasUnsavedInput() : hasUnsavedInputOrDraft()) holder = subject
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

/** Ends the session in every tab. Each tab shows `reason`, which is null for a manual logout. */
export function logOutAllTabs(reason: string | null = null): void {
  if (readToken() === null) return
  endReason = reason
  // Stores the reason before removing the token, so that other tabs can read it.
  localStorage.removeItem(reasonKey)
  try {
    if (reason) localStorage.setItem(reasonKey, reason)
  } catch {
    // If storage is full, the other tabs end the session without a reason.
  }
  localStorage.removeItem(storageKey)
  sync()
}

export function readAndClearSessionEndReason(): string | null {
  const reason = endReason
  endReason = null
  return reason
}

/** The user of the last session in this tab, and whether it was logged out manually; null during a session. */
export const getLastSessionEnd = () => ended

export const getPageHolder = (): TokenUser | null => holder

export function watchToken(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current token; while the page is held, waits until its holder logs in. Rejects when aborted. */
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

/** Ends the session whose `token` was rejected. Resolves with the same user's next token, or null if none comes. */
export async function awaitTokenAfterRefusal(token: string, signal?: AbortSignal | null): Promise<string | null> {
  if (token === readToken()) logOutAllTabs('Token inválido')
  const next = await awaitToken(signal)
  return next !== token && isSameUser(readTokenSubject(token), readTokenSubject(next)) ? next : null
}
