// Sends time zones (`held` acknowledged, `sent` pending). Records with limited hours are sent after their zones.
import { alwaysOpenWeek, type WeekHours } from '@torniquete/contract/door/schedules.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { supportsTimeZonesSql } from './desired-state-diff.ts'
import { alwaysOpenZoneNumber, isLimitedByPlansSql, planDoorBitsSql } from './plan-doors-and-hours.ts'
import { busyResultCodes, type CommandResult, selectRetryInterval } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

interface Place {
  gym: number
  id: number | Statement
}

/** Seconds after which time zones without a result, or only 'busy', count as refused, since members wait outside. */
const answerTimeoutSeconds = 300

/** Selects the zones to send. The always open zone is included, since it may have been changed at the terminal. */
const wantedAt = ({ gym, id }: Place): Statement => sql`
  select z.zone, z.week
  from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    cross join lateral (
      with here as (
        select h.zone, h.week::text as week from schedules h
        where h.gym_id = ${gym} and exists (
          select from plan_access a
          where a.gym_id = h.gym_id and a.id_schedule = h.id and (a.doors is null or ${planDoorBitsSql(sql`d.id`)} is not null)))
      select zone, week from here union all select ${alwaysOpenZoneNumber}::smallint, ${JSON.stringify(alwaysOpenWeek)}::jsonb::text where exists (select from here)) z
  where d.gym_id = ${gym} and d.id = ${id} and ${supportsTimeZonesSql} and ${isLimitedByPlansSql}`

/** SQL condition on `w` (desired) and `t` (known): the zone must be sent, and that week was not refused. */
const differs = sql`((t.held is distinct from w.week or t.sent is not null) and not coalesce(t.refused and t.sent = w.week, false))`

const compared = (place: Place): Statement => sql`
  from (${wantedAt(place)}) w
    left join terminal_zones t on t.gym_id = ${place.gym} and t.id_device = ${place.id} and t.zone = w.zone
  where ${differs}`

/** SQL number: count of time zones that the terminal does not have yet. */
export const pendingZoneCountSql = (place: Place): Statement => sql`(select count(*) ${compared(place)})`

/**
 * Marks zones as refused if the terminal answers other commands, but none about zones. Deletes zones that no plan
 * needs, so that later hours with the same number are sent.
 */
async function refuseUnanswered(tx: Transaction, terminal: Terminal, now: Date): Promise<void> {
  const { gym, id } = terminal
  const ours = sql`t.gym_id = ${gym} and t.id_device = ${id}`
  const long = sql`t.waits_since <= ${now}::timestamptz - make_interval(secs => ${answerTimeoutSeconds})`
  await tx.run(
    sql`delete from terminal_zones t where ${ours} and t.zone not in (select zone from (${wantedAt(terminal)}) w)`,
  )
  const refused = await tx.run(sql`
    update terminal_zones z set refused = true
    where (z.gym_id, z.id_device, z.zone) in (
        select t.gym_id, t.id_device, t.zone from terminal_zones t
        where ${ours} and t.sent is not null and not t.refused and ${long} and (t.error is not null or t.tries > 4) and t.sent_at <= ${now}::timestamptz - ${selectRetryInterval(terminal)})
      and not exists (select from terminal_users t where ${ours} and t.sent is not null and t.error is null and ${long})`)
  if (refused > 0) await tx.run(sql`select announce(${gym}, 'door')`)
}

export async function claimTimeZones(
  tx: Transaction,
  terminal: Terminal,
  now: Date,
): Promise<{ zone: number; week: WeekHours; command: number }[]> {
  const { gym, id } = terminal
  await refuseUnanswered(tx, terminal, now)
  const claimed = await tx.many<{ zone: number; sent: string; command: number }>(sql`
    insert into terminal_zones as z (gym_id, id_device, zone, sent, command, sent_at, waits_since, tries)
    select ${gym}, ${id}, w.zone, w.week, nextval('terminal_commands'), ${now}, ${now}, 1 ${compared(terminal)}
      and (t.sent is null or t.sent <> w.week or t.sent_at <= ${now}::timestamptz - ${selectRetryInterval(terminal)})
    on conflict (gym_id, id_device, zone) do update
      set sent = excluded.sent, command = excluded.command, sent_at = excluded.sent_at,
        waits_since = case when z.sent is null then excluded.waits_since else coalesce(z.waits_since, excluded.waits_since) end,
        tries = case when z.sent = excluded.sent then z.tries + 1 else 1 end, error = case when z.sent = excluded.sent then z.error end
    returning zone, sent, command`)
  return claimed.map(({ sent, ...rest }) => ({ ...rest, week: JSON.parse(sent) as WeekHours }))
}

/** Stores results. Members whose hours were refused can enter at any hour, which the terminal's status shows. */
export async function acknowledgeTimeZones(
  tx: Transaction,
  { gym, id }: Place,
  results: readonly CommandResult[],
): Promise<void> {
  const answered = await tx.run(sql`
    update terminal_zones t
    set held = case when r.code >= 0 then t.sent else t.held end, sent = case when r.code >= 0 then null else t.sent end,
      error = case when r.code >= 0 then null else r.code end,
      refused = r.code < 0 and (t.refused or r.code <> all(${busyResultCodes}::integer[])),
      tries = case when r.code >= 0 then 0 when r.code = any(${busyResultCodes}::integer[]) then least(t.tries, 3) else greatest(t.tries, 4) end,
      command = null
    from unnest(${results.map(({ command }) => command)}::bigint[], ${results.map(({ code }) => code)}::integer[]) as r (command, code)
    where t.gym_id = ${gym} and t.id_device = ${id} and t.command = r.command`)
  if (answered > 0) await tx.run(sql`select announce(${gym}, 'door')`)
}

/** Makes zones be sent again after a handshake, except those refused with another code than 'busy'. */
export const invalidateTimeZones = (tx: Transaction, { gym, id }: Place): Promise<number> =>
  tx.run(sql`
    update terminal_zones
    set held = '', command = null, sent_at = '-infinity',
      sent = case when not refused or error <> all(${busyResultCodes}::integer[]) then sent end
    where gym_id = ${gym} and id_device = ${id}`)

export const deleteTimeZones = (tx: Transaction, gym: number, id?: number): Promise<number> =>
  tx.run(sql`
    delete from terminal_zones where gym_id = ${gym} ${id === undefined ? sql`` : sql`and id_device = ${id}`}`)

export const selectTimeZoneRetryTime = (terminal: Terminal): Statement =>
  sql`(select min(coalesce(t.sent_at + ${selectRetryInterval(terminal)}, '-infinity')) ${compared(terminal)})`
