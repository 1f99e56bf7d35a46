// Every address of the application, by the screen's name in the contract.
import type { Screen } from '@torniquete/contract/permissions.ts'

export const loginPath = '/'

export const screenPaths = {
  dashboard: '/dashboard',
  attendance: '/attendance',
  clients: '/clients',
  billing: '/billing',
  inventory: '/inventory',
  cashFlow: '/cash-flow',
  memberships: '/memberships',
  ia: '/ia',
  settings: '/settings',
  support: '/support',
  adminGyms: '/admin/gyms',
} as const satisfies Record<Screen, `/${string}`>

export type ScreenPath = (typeof screenPaths)[Screen]

/** The screen that an address belongs to, its sub-addresses included. */
export function screenAt(path: string): Screen | null {
  for (const [screen, base] of Object.entries(screenPaths))
    if (path === base || path.startsWith(`${base}/`)) return screen as Screen // Object.entries forgets the names
  return null
}

type SearchValues = Record<string, string | number | boolean | null | undefined>

/** An address with its state: empty values are left out, so a page's default state has the plain address. */
export function pathOf(screen: Screen, search: SearchValues = {}): string {
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') values.set(name, String(value))
  const text = values.toString()
  return `${screenPaths[screen]}${text ? `?${text}` : ''}`
}
