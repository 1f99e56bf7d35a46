// The access token in local storage, as a store that the session watches. Other tabs' logins and logouts arrive as storage events.
const storageKey = 'access_token'
/** Why the session ended, for the other tabs. */
const reasonKey = 'session_end'

type Listener = () => void
const listeners = new Set<Listener>()
let endReason: string | null = null

function announce(): void {
  for (const listener of listeners) listener()
}

export function readToken(): string | null {
  return localStorage.getItem(storageKey)
}

export function storeToken(token: string): void {
  endReason = null
  localStorage.removeItem(reasonKey)
  localStorage.setItem(storageKey, token)
  announce()
}

/** Ends the session in every tab. `reason` is told to the person in each of them; a logout by hand has none. */
export function dropToken(reason: string | null = null): void {
  if (readToken() === null) return
  endReason = reason
  if (reason) localStorage.setItem(reasonKey, reason)
  else localStorage.removeItem(reasonKey)
  localStorage.removeItem(storageKey)
  announce()
}

/** Why the session ended, once: the second caller gets null. */
export function takeEndReason(): string | null {
  const reason = endReason
  endReason = null
  return reason
}

export function watchToken(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return
    if (readToken() === null) endReason = localStorage.getItem(reasonKey)
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
