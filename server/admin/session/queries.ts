import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { fail } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { Actor } from '../../platform/http/context.ts'

interface ActorRow {
  username: string
  name: string
  role: string
  /** Sessions of an earlier one have ended, but for the one that was kept. */
  session_epoch: number
  kept_session: string | null
  /** When the person was last active; null for a token from before sessions were stored. */
  last_seen_at: string | null
}

/** The role master counts in gym 0 alone, whatever a stored row says. */
const roleFits = sql`(r.name = 'master') = (u.gym_id = 0)`

const actorOf = (gym: number, user: number, session: string): Statement => sql`
  select u.username, u.name, r.name as role, u.session_epoch, u.kept_session,
    (select s.last_seen_at from sessions s where s.gym_id = u.gym_id and s.id = ${session}) as last_seen_at
  from users u
    join roles r on r.id = u.id_role
    join gyms g on g.id = u.gym_id
  where u.gym_id = ${gym} and u.id = ${user} and u.is_active and u.deleted_at is null and g.is_active and g.deleted_at is null
    and ${roleFits}
    and not exists (select from ended_sessions e where e.gym_id = u.gym_id and e.session = ${session})`

/** The user behind a session, while it, its user and its gym are active. */
export const findActor = (
  database: Database,
  { gym, user, session }: { gym: number; user: number; session: string },
): Promise<ActorRow | null> => database.read({ gym, user }, (tx) => tx.maybe<ActorRow>(actorOf(gym, user, session)))

/**
 * Its token is good for nothing from the commit on, known as ended for as long as it would have lived. Waits for the user's
 * writes that are about to be committed; later ones wait for this. The gym's lock comes after it, as in require_standing().
 */
export async function endSession(tx: Transaction, { gym, id, session, expires }: Actor): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(standing_key(${gym}::integer, ${id}::bigint))`)
  // After the last question whether the session stands: until then it does.
  tx.beforeCommit(async () => {
    await tx.run(sql`
      insert into ended_sessions (gym_id, session, expires) values (${gym}, ${session}, ${expires}) on conflict do nothing`)
  })
}

/** Also where somebody else sets the user's password: whoever lost the phone comes in again by that. */
export const removeSecondFactor = (tx: Transaction, gym: number, user: number): Promise<number> =>
  tx.run(sql`delete from second_factors where gym_id = ${gym} and id_user = ${user}`)

/** Sent by the database where require_standing() found the right gone. */
const rightEnded = 'TQ401'

/**
 * Refuses a write whose right ended since its session was looked up, with the commit: nothing is committed once the end was
 * answered. The question travels with other statements.
 */
export function requireStandingAtCommit(tx: Transaction, { gym, id, role, epoch, session }: Actor): void {
  tx.beforeCommit(async () => {
    try {
      await tx.run(sql`select require_standing(${gym}::integer, ${id}::bigint, ${role}, ${epoch}::integer, ${session})`)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === rightEnded) fail('session.invalid')
      throw error
    }
  })
}

/** Refuses what a user may not do any more. */
export async function requireRight(database: Database, actor: Actor, call: EndpointName): Promise<void> {
  const { gym, id, session } = actor
  const row = await findActor(database, { gym, user: id, session })
  if (!row || row.role !== actor.role) fail('session.invalid')
  if (row.session_epoch !== actor.epoch && row.kept_session !== session) fail('session.invalid')
  if (!may(actor.role, call)) fail('role.forbidden')
}

interface Credentials extends Omit<ActorRow, 'last_seen_at'> {
  gym: number
  id: number
  password_hash: string
}

/** The user that a username names anywhere on the platform, while it may log in. */
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

/** More than anybody's sessions are ended one after the other between a copy and its return. */
const farEpoch = 1000

/**
 * Everybody of the gym logs in again, whoever's tokens were made since the copy that it goes on from at that instant. Its
 * seconds since 2000 are beyond those of any restore before it, of the same copy too.
 */
export const endAllSessions = (tx: Transaction, gym: number, at: string): Promise<number> =>
  tx.run(sql`
    update users set kept_session = null,
      session_epoch = greatest(session_epoch + ${farEpoch}, extract(epoch from ${at}::timestamptz - '2000-01-01T00:00:00Z'::timestamptz)::integer)
    where gym_id = ${gym}`)
