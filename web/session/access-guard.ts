import { type RoleName, seesScreen } from '@torniquete/contract/permissions.ts'
import { loginPath, screenAt, screenPaths } from '../paths.ts'

export const hiddenScreenText = 'Tu rol no permite ver esta sección.'

export interface Redirect {
  to: typeof loginPath | (typeof screenPaths)['dashboard' | 'adminGyms' | 'adminProfile']
  /** Told to the person where the address alone does not explain it. */
  notice: string | null
}

/** Where a visitor of `path` is sent instead, or null where it may stay (spec §2). `role` is null without a session. */
export function redirectFor(role: RoleName | null, path: string): Redirect | null {
  if (role === null) return path === loginPath ? null : { to: loginPath, notice: null }
  const isAdminPage = path === '/admin' || path.startsWith('/admin/')
  if (role === 'master') {
    if (isAdminPage && path !== '/admin') return null
    return { to: path === screenPaths.profile ? screenPaths.adminProfile : screenPaths.adminGyms, notice: null }
  }
  if (isAdminPage || path === loginPath) return { to: screenPaths.dashboard, notice: null }
  const screen = screenAt(path)
  const hidden = screen !== null && screen !== 'dashboard' && !seesScreen(role, screen)
  return hidden ? { to: screenPaths.dashboard, notice: hiddenScreenText } : null
}
