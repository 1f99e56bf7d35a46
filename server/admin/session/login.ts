import { needsCurrentPassword } from '@torniquete/contract/admin/users.ts'
import type { CallBody } from '@torniquete/contract/endpoints.ts'
import { RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import { roleNames } from '@torniquete/contract/shared/roles.ts'
import { isPasswordCorrect } from '../../platform/db/password-hash.ts'
import type { Actor, CallGuards } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import type { FailedLoginLimiter } from './failed-logins.ts'
import { endFirstLogin } from './first-login-link.ts'
import { findCredentials } from './queries.ts'
import { verifySecondFactor } from './second-factor.ts'
import type { LoginAddressAndBrowser } from './session-cache.ts'

const platform = 0

export type LoginServices = Pick<Services, 'database' | 'sessions' | 'channelSeal'> & { failures: FailedLoginLimiter }

/** Checks a login and returns its token. After too many failures, throws 429 with the seconds to wait. */
export async function issueLoginToken(
  { database, sessions, failures, channelSeal: seal }: LoginServices,
  { username, password, code }: CallBody<'session.login'>,
  origin: LoginAddressAndBrowser,
  now: Date,
) {
  const { address } = origin
  let isCodeWrong = false
  const user = await attempt(failures, { username, address, now, enters: true }, async () => {
    const user = await findCredentials(database, username)
    const role = roleNames.find((name) => name === user?.role)
    if (!(await isPasswordCorrect(user?.password_hash ?? null, password)) || !role || !user) return null
    const factor = await database.write({ gym: user.gym, user: user.id, allowedOnFullDisk: true }, (tx) =>
      verifySecondFactor(tx, user, seal, code, now),
    )
    // Asks for a second factor only after the right password, so that others do not learn that the user has one.
    if (factor === 'missing') throwError('session.code-missing')
    isCodeWrong = factor === 'wrong'
    return isCodeWrong ? null : user
  })
  if (isCodeWrong) throwError('session.code-wrong')
  if (!user) throwError('session.credentials')
  if (user.gym === platform) await endFirstLogin(database, now)
  return { access_token: await sessions.issue(user, now, origin), token_type: 'bearer' as const }
}

/**
 * Confirms the present password of a logged-in user; a wrong one counts as a failed login. If the answer to a changed
 * password was lost, the repeat may state the new password, but only in the session that set it.
 */
async function confirmPassword(
  { database, failures }: LoginServices,
  { username, session, address = '' }: Pick<Actor, 'username' | 'session' | 'address'>,
  [given, next]: readonly [given: string | null | undefined, next: string],
  now: Date,
): Promise<void> {
  const loc = ['body', 'current_password']
  if (!given) throw new RejectedFieldsError([{ type: 'missing', msg: 'Escribe tu contraseña actual', loc }])
  const user = await attempt(failures, { username, address, now, enters: false }, async () => {
    const user = await findCredentials(database, username)
    const hash = user?.password_hash ?? null
    if (await isPasswordCorrect(hash, given)) return user
    return user?.kept_session === session && (await isPasswordCorrect(hash, next)) ? user : null
  })
  if (!user) throw new RejectedFieldsError([{ type: 'value', msg: 'La contraseña actual no es correcta', loc }])
}

async function attempt<Result>(
  failures: FailedLoginLimiter,
  tried: { username: string; address: string; now: Date; enters: boolean },
  look: () => Promise<Result | null>,
): Promise<Result | null> {
  const heard = await failures.attempt({ ...tried, username: tried.username.toLowerCase() }, look)
  if ('found' in heard) return heard.found
  const { wait } = heard
  throwError('session.too-many', { minutes: Math.ceil(wait / 60_000), seconds: Math.ceil(wait / 1000) })
}

// Checks before the transaction of a call: hashing takes time, and a failure must be counted even if the call fails.
export const makePasswordGuards = (loginServices: LoginServices): CallGuards => ({
  'users.update': async ({ user, params, body: { password, current_password: given }, now }) => {
    if (password && needsCurrentPassword(user, params.id_user))
      await confirmPassword(loginServices, user, [given, password], now)
  },
  'session.begin-second-factor': ({ user, body: { current_password: given }, now }) =>
    confirmPassword(loginServices, user, [given, given], now),
  'session.remove-second-factor': ({ user, body: { current_password: given }, now }) =>
    confirmPassword(loginServices, user, [given, given], now),
})
