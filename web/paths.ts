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
  dailyReport: '/daily-report',
  memberships: '/memberships',
  ia: '/ia',
  settings: '/settings',
  support: '/support',
  profile: '/profile',
  adminGyms: '/admin/gyms',
  /** The master's own: no other page than those of /admin is open to it. */
  adminProfile: '/admin/profile',
} as const satisfies Record<Screen, `/${string}`>

/** The screen that an address belongs to, its sub-addresses included. */
export function screenAt(path: string): Screen | null {
  for (const [screen, base] of Object.entries(screenPaths))
    if (path === base || path.startsWith(`${base}/`)) return screen as Screen // Object.entries forgets the names
  return null
}
