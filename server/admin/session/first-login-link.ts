// First login of the master by a link printed at the server's start: valid once, for a day, from nearby networks.
import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { findCredentials } from './queries.ts'
import type { SessionCache } from './session-cache.ts'

const platform = 0
const masterRole = 1

/** Addresses from which the link works: loopback and private networks. */
const nearbyNetworks = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  nearbyNetworks.addSubnet(address, bits)
nearbyNetworks.addAddress('::1', 'ipv6')
nearbyNetworks.addSubnet('fc00::', 7, 'ipv6')
nearbyNetworks.addSubnet('fe80::', 10, 'ipv6')

const isNear = (address: string): boolean =>
  nearbyNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ||
  (address.startsWith('::ffff:') && nearbyNetworks.check(address.slice('::ffff:'.length)))

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** Address of the caller; null behind a proxy that is not configured, since only the proxy's address is known then. */
export const findCallerAddress = (
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  trustsProxy: boolean,
): string | null => (!trustsProxy && forwardingHeaders.some((name) => name in headers) ? null : ip)

const hashToken = (link: string) => createHash('sha256').update(link).digest('base64url')

/** Creates a link, replacing an earlier one, and returns its token; null if the master has logged in. */
export async function renewFirstLoginLink(
  { platform: pool }: Pick<Database, 'platform'>,
  now: Date,
): Promise<string | null> {
  const link = randomBytes(32).toString('base64url')
  const { rowCount } = await pool.query(
    `update first_login set link_hash = $1, link_until = $2::timestamptz + interval '1 day' where done_at is null`,
    [hashToken(link), now],
  )
  return rowCount === 0 ? null : link
}

/** True if the master has not logged in yet, also if the link expired; the login page then asks for a restart. */
export async function isFirstLoginPending({ platform: pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query('select from first_login where done_at is null and link_hash is not null')
  return rowCount !== 0
}

export async function endFirstLogin({ platform: pool }: Pick<Database, 'platform'>, now: Date): Promise<null> {
  await pool.query('update first_login set done_at = $1, link_hash = null where done_at is null', [now])
  return null
}

/** Logs the master in and returns a token. If a link is used twice at once, one call succeeds. */
export async function logInByFirstLoginLink(
  { database, sessions }: { database: Database; sessions: SessionCache },
  { link }: { link: string },
  { address, browser }: { address: string | null; browser: string },
  now: Date,
) {
  if (address === null || !isNear(address)) throwError('row.missing')
  const { username } = await database.read({ gym: platform, user: null }, (tx) =>
    tx.one<{ username: string }>(sql`
      select username from users where gym_id = ${platform} and id_role = ${masterRole} and deleted_at is null order by id limit 1`),
  )
  const master = (await findCredentials(database, username)) ?? throwError('row.missing')
  const token = await sessions.issue(master, now, { address, browser })
  // Marks the link as used last, so that an earlier failure leaves it usable.
  const { rowCount } = await database.platform.query(
    `update first_login set done_at = $2, link_hash = null where link_hash = $1 and link_until > $2 and done_at is null`,
    [hashToken(link), now],
  )
  if (rowCount === 0) throwError('row.missing')
  return { access_token: token, token_type: 'bearer' as const }
}
