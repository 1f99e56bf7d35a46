// Sessions that users see and end: one row for each login whose token has not expired.
import type { SessionRow } from '@torniquete/contract/admin/session.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

/** Active sessions, latest activity first: not expired, ended, or idle since `idleSince`. */
export const listSessions = (
  tx: Transaction,
  gym: number,
  { user, now, idleSince, current }: { user: number; now: Date; idleSince: Date | null; current: string },
): Promise<SessionRow[]> =>
  tx.many(sql`
    select s.id, s.created_at, s.last_seen_at, s.address, s.browser, s.id = ${current} as current
    from sessions s join users u on u.gym_id = s.gym_id and u.id = s.id_user
    where s.gym_id = ${gym} and s.id_user = ${user} and s.expires > ${now}
      and (s.epoch = u.session_epoch or s.id = u.kept_session)
      and (${idleSince}::timestamptz is null or s.last_seen_at > ${idleSince} or s.id = ${current})
      and not exists (select from ended_sessions e where e.gym_id = s.gym_id and e.session = s.id)
    order by s.last_seen_at desc, s.id`)

export const readSessionExpiry = async (
  tx: Transaction,
  gym: number,
  user: number,
  id: string,
): Promise<Date | null> => {
  const row = await tx.maybe<{ expires: string }>(
    sql`select expires from sessions where gym_id = ${gym} and id_user = ${user} and id = ${id}`,
  )
  return row && new Date(row.expires)
}
