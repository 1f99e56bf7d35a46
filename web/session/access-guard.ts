import { redirect } from '@tanstack/react-router'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { getLastSessionEnd } from '../api/session-token.ts'
import { toast } from '../kit/toast.ts'
import { canSeeScreen, findScreenByAddress, getHelpPath, type ScreenPath, screens } from '../navigation/screens.ts'
import { forgetReturnAddress, loginPath, readReturnAddress, rememberReturnAddress } from './return-address.ts'
import type { Session } from './session.tsx'

export const hiddenScreenText = 'Tu rol no permite ver esta sección.'
const hiddenDialogText = 'Tu rol no permite abrir esto.'

interface Redirect {
  to: typeof loginPath | ScreenPath
  notice: string | null
}

/** Returns where a visitor of `path` is redirected, or null to stay (spec §2). `role` is null without a session. */
export function findAccessRedirect(role: RoleName | null, path: string): Redirect | null {
  if (role === null) return path === loginPath ? null : { to: loginPath, notice: null }
  if (path === '/help') return { to: getHelpPath(role), notice: null }
  const isAdminPage = path === '/admin' || path.startsWith('/admin/')
  if (role === 'master') {
    if (isAdminPage && path !== '/admin') return null
    return { to: path === screens.profile.path ? screens.adminProfile.path : screens.adminGyms.path, notice: null }
  }
  if (isAdminPage || path === loginPath) return { to: screens.dashboard.path, notice: null }
  const screen = findScreenByAddress(path)
  const hidden = screen !== null && screen !== 'dashboard' && !canSeeScreen(role, screen)
  return hidden ? { to: screens.dashboard.path, notice: hiddenScreenText } : null
}

/** Lets a visitor stay, or throws the redirect. Runs before each screen and at each change of the session. */
export function guardScreen(session: Session, { pathname, search }: { pathname: string; search: object }): void {
  const role = session.state === 'signed-in' ? session.role : null
  if (session.state === 'signed-in' && pathname === loginPath) {
    const wanted = readReturnAddress(session.user.id)
    // Search params need no check here, because the target route validates them.
    if (wanted && !findAccessRedirect(role, wanted.pathname))
      throw redirect({ to: wanted.pathname as '/', search: wanted.search as never, replace: true })
  }
  const redirection = findAccessRedirect(role, pathname)
  if (!redirection) {
    if (role !== null) forgetReturnAddress()
    return
  }
  if (redirection.to === loginPath) {
    const end = getLastSessionEnd()
    if (end?.byHand) forgetReturnAddress()
    else rememberReturnAddress({ pathname, search, user: end?.user ?? null })
  }
  if (redirection.notice) toast.info(redirection.notice)
  throw redirect({ to: redirection.to, replace: true })
}

export function guardDialog(session: Session, needs: EndpointName, page: string): void {
  if (session.state !== 'signed-in' || isCallAllowed(session.role, needs)) return
  toast.info(hiddenDialogText)
  throw redirect({ to: page as ScreenPath, replace: true })
}
