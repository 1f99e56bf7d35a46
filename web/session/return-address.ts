// Stores in session storage the address that a visitor requested before being sent to the login.
import { parseStoredJson, storeJson } from '../api/local-storage-entries.ts'

const storageKey = 'wanted_place'

interface Place {
  pathname: string
  search: object
  user: number | null
}

/** The path must not begin with two slashes, which would lead to another host. */
const isPlace = ({ pathname, search, user }: Partial<Place>) =>
  typeof pathname === 'string' && /^\/[^/\\]/.test(pathname) && typeof search === 'object' && user !== undefined

export const forgetReturnAddress = (): void => sessionStorage.removeItem(storageKey)

/** Returns false if storage is full or forbidden; the login then leads to the default screen. */
export const rememberReturnAddress = (place: Place): boolean => storeJson('sessionStorage', storageKey, place)

export function readReturnAddress(user: number): Pick<Place, 'pathname' | 'search'> | null {
  const place = parseStoredJson(sessionStorage.getItem(storageKey), isPlace)
  return place && (place.user === null || place.user === user) ? place : null
}

/** Deletes the stored address when a person opens the login page directly. */
export function forgetStaleReturnAddress(): void {
  const [opening] = performance.getEntriesByType('navigation')
  const typed = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate'
  if (typed && window.location.pathname === loginPath) forgetReturnAddress()
}

export const loginPath = '/'
