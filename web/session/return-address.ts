// The address requested before the login, in session storage; the address bar shows the login.
import { keepJson, parsed } from '../api/stored-entries.ts'
import { loginPath } from '../navigation/login-path.ts'

const storageKey = 'wanted_place'

interface Place {
  pathname: string
  search: object
  user: number | null
}

/** One slash: two would mean another host. */
const isPlace = ({ pathname, search, user }: Partial<Place>) =>
  typeof pathname === 'string' && /^\/[^/\\]/.test(pathname) && typeof search === 'object' && user !== undefined

export const forgetReturnAddress = (): void => sessionStorage.removeItem(storageKey)

/** If storage is full or forbidden, the login leads to the first screen. */
export const rememberReturnAddress = (place: Place): boolean => keepJson('sessionStorage', storageKey, place)

export function returnAddress(user: number): Pick<Place, 'pathname' | 'search'> | null {
  const place = parsed(sessionStorage.getItem(storageKey), isPlace)
  return place && (place.user === null || place.user === user) ? place : null
}

/** A person who opens the login page by its address has no return address. */
export function forgetStaleReturnAddress(): void {
  const [opening] = performance.getEntriesByType('navigation')
  const typed = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate'
  if (typed && window.location.pathname === loginPath) forgetReturnAddress()
}
