import type { Body } from '@torniquete/contract/endpoints.ts'
import { Failure, fail } from '@torniquete/contract/errors.ts'
import { roleNames } from '@torniquete/contract/permissions.ts'
import type { Database } from '../db/database.ts'
import { passwordMatches } from '../db/password-hash.ts'
import type { FailedLogins } from './failed-logins.ts'
import { findCredentials } from './queries.ts'
import type { Sessions } from './session-cache.ts'

interface Doorkeeper {
  database: Database
  sessions: Sessions
  failures: FailedLogins
}

/** Checks a login from an address and answers its token. Too many failures: 429 with the wait in `seconds`. */
export async function logIn(
  { database, sessions, failures }: Doorkeeper,
  { username, password }: Body<'session.login'>,
  address: string,
  now: Date,
) {
  const folded = username.toLowerCase()
  return failures.inTurn(folded, address, async () => {
    const wait = failures.wait(folded, address, now.getTime())
    if (wait > 0) fail('session.too-many', { minutes: Math.ceil(wait / 60_000), seconds: Math.ceil(wait / 1000) })
    const user = await findCredentials(database, username)
    const role = roleNames.find((name) => name === user?.role)
    if (!(await passwordMatches(user?.password_hash ?? null, password)) || !user || !role) {
      failures.note(folded, address, now.getTime())
      throw new Failure('session.credentials')
    }
    return { access_token: await sessions.issue(user, now), token_type: 'bearer' as const }
  })
}
