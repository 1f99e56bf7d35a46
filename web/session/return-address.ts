// The address that somebody asked for before the login was shown. The tab keeps it in session storage; the address bar
// shows the login's.
import { loginPath } from '../navigation/login-path.ts'

const storageKey = 'wanted_place'

interface Place {
  pathname: string
  search: object
  /** Whose session ended there; null where nobody was logged in. */
  user: number | null
}

function isPlace(value: unknown): value is Place {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pathname' in value &&
    typeof value.pathname === 'string' &&
    // One slash: with two it would be another server's.
    /^\/[^/\\]/.test(value.pathname) &&
    'search' in value &&
    typeof value.search === 'object' &&
    'user' in value
  )
}

function read(): Place | null {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    return isPlace(place) ? place : null
  } catch {
    return null
  }
}

export function forgetReturnAddress(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Forbidden: then nothing is kept either.
  }
}

export function rememberReturnAddress(place: Place): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place))
  } catch {
    // Full or forbidden: the login leads to the first screen, as it does without a wish.
  }
}

/** Where this user wanted to go; null for another than the one whose session ended there. */
export function returnAddress(user: number): Pick<Place, 'pathname' | 'search'> | null {
  const place = read()
  return place && (place.user === null || place.user === user) ? place : null
}

/** Who comes to the login by its address wants nothing else, whatever the tab was on before. */
export function forgetStaleReturnAddress(): void {
  const [opening] = performance.getEntriesByType('navigation')
  const typed = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate'
  if (typed && window.location.pathname === loginPath) forgetReturnAddress()
}
