// The address that somebody asked for before the login was shown. The tab keeps it in session storage; the address bar
// shows the login's.
import { keepJson, parsed } from '../api/stored-entries.ts'
import { loginPath } from '../navigation/login-path.ts'

const storageKey = 'wanted_place'

interface Place {
  pathname: string
  search: object
  /** Whose session ended there; null where nobody was logged in. */
  user: number | null
}

/** One slash: with two it would be another server's. */
const isPlace = ({ pathname, search, user }: Partial<Place>) =>
  typeof pathname === 'string' && /^\/[^/\\]/.test(pathname) && typeof search === 'object' && user !== undefined

export const forgetReturnAddress = (): void => sessionStorage.removeItem(storageKey)

/** Where storage is full or forbidden the login leads to the first screen, as it does without a wish. */
export const rememberReturnAddress = (place: Place): boolean => keepJson('sessionStorage', storageKey, place)

/** Where this user wanted to go; null for another than the one whose session ended there. */
export function returnAddress(user: number): Pick<Place, 'pathname' | 'search'> | null {
  const place = parsed(sessionStorage.getItem(storageKey), isPlace)
  return place && (place.user === null || place.user === user) ? place : null
}

/** Who comes to the login by its address wants nothing else, whatever the tab was on before. */
export function forgetStaleReturnAddress(): void {
  const [opening] = performance.getEntriesByType('navigation')
  const typed = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate'
  if (typed && window.location.pathname === loginPath) forgetReturnAddress()
}
