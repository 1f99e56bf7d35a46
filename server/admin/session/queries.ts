import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { Actor } from '../../platform/http/handler-types.ts'

interface ActorRow {
  username: string
  name: string
  role: string
  /** Epoch of the user: all sessions with an earlier epoch have ended, except `kept_session`. */
  session_epoch: number
  kept_session: string | null
  /** Last activity of the session; null for tokens issued before sessions were stored. */
  last_seen_at: string | null
}

/** SQL condition: the role master is valid in gym 0 only, and no other role there. */
const roleFits = sql`(r.name = 'master') = (u.gym_id = 0)`

const toActor = (gym: number, user: number, session: string): Statement => sql`
  select u.username, u.name, r.name as role, u.session_epoch, u.kept_session,
    (select s.last_seen_at from sessions s where s.gym_id = u.gym_id and s.id = ${session}) as last_seen_at
  from users u
    join roles r on r.id = u.id_role
    join gyms g on g.id = u.gym_id
  where u.gym_id = ${gym} and u.id = ${user} and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null
    and ${roleFits}
    and not exists (select from ended_sessions e where e.gym_id = u.gym_id and e.session = ${session})`

/** User of a session; null if session, user or gym is not active. */
export const findActor = (
  database: Database,
  { gym, user, session }: { gym: number; user: number; session: string },
): Promise<ActorRow | null> => database.read({ gym, user }, (tx) => tx.maybe<ActorRow>(toActor(gym, user, session)))

/**
 * Ends a session at the commit, and remembers that until its token expires. Waits for writes of the user that are
 * being committed; later writes wait for it. Locks the user before the gym, as lock_permission() does.
 */
export async function endSession(tx: Transaction, { gym, id, session, expires }: Actor): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(permission_lock_key(${gym}::integer, ${id}::bigint))`)
  // Runs after the check at the commit that this session is still valid.
  tx.beforeCommit(async () => {
    await tx.run(sql`
      insert into ended_sessions (gym_id, session, expires) values (${gym}, ${session}, ${expires}) on conflict do nothing`)
  })
}

/** Removes the second factor. Runs also when another person sets the password, for a user who lost the phone. */
export const removeSecondFactor = (tx: Transaction, gym: number, user: number): Promise<number> =>
  tx.run(sql`delete from second_factors where gym_id = ${gym} and id_user = ${user}`)

const rightEndedCode = 'TQ401'

/** Refuses the commit if the user's right ended after the session lookup. Needs no extra database round trip. */
export function requireRightAtCommit(tx: Transaction, { gym, id, role, epoch, session }: Actor): void {
  tx.beforeCommit(async () => {
    try {
      await tx.run(sql`select lock_permission(${gym}::integer, ${id}::bigint, ${role}, ${epoch}::integer, ${session})`)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === rightEndedCode) throwError('session.invalid')
      throw error
    }
  })
}

export async function requireCallRight(database: Database, actor: Actor, call: EndpointName): Promise<void> {
  const { gym, id, session } = actor
  const row = await findActor(database, { gym, user: id, session })
  if (!row || row.role !== actor.role) throwError('session.invalid')
  if (row.session_epoch !== actor.epoch && row.kept_session !== session) throwError('session.invalid')
  if (!isCallAllowed(actor.role, call)) throwError('role.forbidden')
}

interface Credentials extends Omit<ActorRow, 'last_seen_at'> {
  gym: number
  id: number
  password_hash: string
}

export async function findCredentials(database: Database, username: string): Promise<Credentials | null> {
  const owner = await database.platform.query<{ gym_id: number; id_user: number }>(
    'select gym_id, id_user from usernames where username = lower($1)',
    [username],
  )
  const found = owner.rows[0]
  if (!found) return null
  return database.read({ gym: found.gym_id, user: null }, (tx) =>
    tx.maybe<Credentials>(sql`
      select u.gym_id as gym, u.id, u.username, u.name, u.password_hash, r.name as role, u.session_epoch, u.kept_session
      from users u
        join roles r on r.id = u.id_role
        join gyms g on g.id = u.gym_id
      where u.gym_id = ${found.gym_id} and u.id = ${found.id_user}
        and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null and ${roleFits}`),
  )
}

/** Exceeds the number of times that a user's sessions can end between an archive and its restore. */
const farEpoch = 1000

/**
 * Ends all sessions of the gym, also those begun after the archive was made. Sets the seconds since 2000 as epoch,
 * which exceeds the epoch of any earlier restore.
 */
export const endAllGymSessions = (tx: Transaction, gym: number, at: string): Promise<number> =>
  tx.run(sql`
    update users set kept_session = null,
      session_epoch = greatest(session_epoch + ${farEpoch}, extract(epoch from ${at}::timestamptz - '2000-01-01T00:00:00Z'::timestamptz)::integer)
    where gym_id = ${gym}`)
