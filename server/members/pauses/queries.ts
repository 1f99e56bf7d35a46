import type { Pause } from '@torniquete/contract/members/pauses.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { selectNameSnapshot } from '../../till/bills/queries.ts'
import { selectClientsBarredByDebt } from '../../till/debts/queries.ts'

export const isPausedOnDaySql = (gym: number, client: Statement, day: Statement): Statement => sql`
  exists (select from pauses q where q.gym_id = ${gym} and q.id_client = ${client} and q.undone_at is null and q.starts <= ${day} and q.ends > ${day})`

/** Array of the clients who are paused on a day, computed once per query. */
export const selectPausedClientIds = (gym: number, today: string): Statement =>
  sql`array(select q.id_client from pauses q where q.gym_id = ${gym} and q.undone_at is null and q.starts <= ${today}::date and q.ends > ${today}::date)`

/** Clients with pauses, or barred because of debts. Computed once, so that other clients need no lookup. */
const selectInterrupted = (gym: number): Statement => sql`
  select q.id_client from pauses q where q.gym_id = ${gym} and q.undone_at is null
  union all select b.id_client from ${selectClientsBarredByDebt(gym)} b`

/**
 * Periods in which payments open the door: one row for each part around a pause, and none from the day on which a
 * debt bars the client. `only` filters payments `p`.
 */
export const selectAccessPeriods = (gym: number, only = sql``): Statement => sql`
  (select p.gym_id, p.id, p.id_client, p.id_membership, p.start_date, p.end_date from membership_payments p
   where p.gym_id = ${gym} and p.voided_at is null and p.end_date > p.start_date
     and p.id_client not in (${selectInterrupted(gym)}) ${only}
   union all
   select p.gym_id, p.id, p.id_client, p.id_membership, lower(part.days), upper(part.days) from membership_payments p
     cross join lateral unnest(datemultirange(daterange(p.start_date, p.end_date)) - coalesce((
       select range_agg(daterange(q.starts, q.ends)) from pauses q
       where q.gym_id = p.gym_id and q.id_client = p.id_client and q.undone_at is null), '{}')
       - coalesce((select datemultirange(daterange(b.starts, null)) from ${selectClientsBarredByDebt(gym)} b where b.id_client = p.id_client), '{}')) part(days)
   where p.gym_id = ${gym} and p.voided_at is null and p.end_date > p.start_date and p.id_client = any(array(${selectInterrupted(gym)})) ${only})`

const pause = sql`
  select q.id, q.id_client, q.starts as start_date, q.ends as resume_date, q.open, q.reason,
    ${selectNameSnapshot(sql`q.id_user`, sql`q.user_name`)} as user, q.created_at
  from pauses q`

export const listPauses = (tx: Transaction, gym: number, client: number): Promise<Pause[]> =>
  tx.many(
    sql`select p.id, p.start_date, p.resume_date, p.open, p.reason, p.user, p.created_at from (${pause} where q.gym_id = ${gym} and q.id_client = ${client} and q.undone_at is null) p order by start_date desc`,
  )

export const listCurrentPauses = (tx: Transaction, gym: number, clients: readonly number[], today: string) =>
  tx.many<Pick<Pause, 'start_date' | 'resume_date' | 'open'> & { id_client: number }>(sql`
    select q.id_client, q.starts as start_date, q.ends as resume_date, q.open from pauses q
    where q.gym_id = ${gym} and q.id_client = any(${clients}::bigint[]) and q.undone_at is null
      and q.ends > ${today}::date and q.starts <= ${today}::date`)

export const readPause = (tx: Transaction, gym: number, id: number): Promise<(Pause & { id_client: number }) | null> =>
  tx.maybe(sql`${pause} where q.gym_id = ${gym} and q.id = ${id} and q.undone_at is null`)

interface PauseLimits {
  paid: boolean
  days: number
  times: number | null
  /** Days of pauses that began in the same calendar year. */
  taken_days: number
  taken_times: number
}

/** Strictest pause limits of the plans valid on that day, and the days and pauses used. */
export const readPauseAllowance = (tx: Transaction, gym: number, client: number, day: string): Promise<PauseLimits> =>
  tx.one(sql`
    select count(p.id) > 0 as paid, coalesce(min(coalesce(t.pause_days, 0)), 0) as days, min(t.pause_times) as times,
      (select coalesce(sum(q.ends - q.starts), 0)::integer ${selectTakenDays(gym, client, day)}) as taken_days,
      (select count(*)::integer ${selectTakenDays(gym, client, day)}) as taken_times
    from membership_payments p left join plan_terms t on t.gym_id = p.gym_id and t.id_membership = p.id_membership
    where p.gym_id = ${gym} and p.id_client = ${client} and p.voided_at is null and p.start_date <= ${day}::date and p.end_date > ${day}::date`)

const selectTakenDays = (gym: number, client: number, day: string): Statement => sql`
  from pauses q where q.gym_id = ${gym} and q.id_client = ${client} and q.undone_at is null
    and date_trunc('year', q.starts) = date_trunc('year', ${day}::date)`

/** Finds a client of those to be merged who is paused from today on, while another of them has paid days. */
export const findPauseBlockingMerge = (
  tx: Transaction,
  gym: number,
  clients: readonly number[],
  today: string,
): Promise<{ name: string } | null> =>
  tx.maybe(sql`
    select c.name from pauses q join clients c on c.gym_id = q.gym_id and c.id = q.id_client
    where q.gym_id = ${gym} and q.id_client = any(${clients}::bigint[]) and q.undone_at is null and q.ends > ${today}::date and exists (
      select from membership_payments m
      where m.gym_id = q.gym_id and m.id_client = any(${clients}::bigint[]) and m.id_client <> q.id_client and m.voided_at is null
        and m.start_date < q.ends and m.end_date > greatest(q.starts, ${today}::date))
    order by q.starts limit 1`)

export const undoPause = (tx: Transaction, gym: number, id: number, now: Date): Promise<unknown> =>
  tx.run(sql`update pauses set undone_at = ${now} where gym_id = ${gym} and id = ${id}`)
