// The hours that plans open at, as a terminal holds them under its time zones: `held` is acknowledged, `sent` on its way. Who has
// a right at some hours only is told to it once it holds them (terminal-users.ts).
import { allWeek, type Week } from '@torniquete/contract/schedules.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { takesHours } from './comparison.ts'
import { allHours, limits } from './hours.ts'
import { busy, type CommandResult, waitOf } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

interface Place {
  gym: number
  id: number | Statement
}

/** As texts, by which two weeks are the same: a table (zone, week). All hours with them, for somebody may have set those otherwise. */
const wantedAt = ({ gym, id }: Place): Statement => sql`
  select z.zone, z.week from (
    select s.zone, s.week::text as week from schedules s
    where s.gym_id = ${gym} and exists (select from plan_access a where a.gym_id = s.gym_id and a.id_schedule = s.id)
    union all
    select ${allHours}::smallint, ${JSON.stringify(allWeek)}::jsonb::text where exists (select from plan_access where gym_id = ${gym} and id_schedule is not null)) z
  where exists (
    select from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id} and ${takesHours} and ${limits})`

/** Of `w`, wanted, and `t`, what is known of the terminal: it is to be told. */
const differs = sql`(t.held is distinct from w.week or t.sent is not null)`

const compared = (place: Place): Statement => sql`
  from (${wantedAt(place)}) w
    left join terminal_zones t on t.gym_id = ${place.gym} and t.id_device = ${place.id} and t.zone = w.zone
  where ${differs}`

/** How many hours a terminal has yet to hear of: a number. */
export const zonesPending = (place: Place): Statement => sql`(select count(*) ${compared(place)})`

export async function claimZones(
  tx: Transaction,
  terminal: Terminal,
  now: Date,
): Promise<{ zone: number; week: Week; command: number }[]> {
  const { gym, id } = terminal
  const claimed = await tx.many<{ zone: number; sent: string; command: number }>(sql`
    insert into terminal_zones as z (gym_id, id_device, zone, sent, command, sent_at, tries)
    select ${gym}, ${id}, w.zone, w.week, nextval('terminal_commands'), ${now}, 1 ${compared(terminal)}
      and (t.sent is null or t.sent <> w.week or t.sent_at <= ${now}::timestamptz - ${waitOf(terminal)})
    on conflict (gym_id, id_device, zone) do update
      set sent = excluded.sent, command = excluded.command, sent_at = excluded.sent_at,
        tries = case when z.sent = excluded.sent then z.tries + 1 else 1 end, error = case when z.sent = excluded.sent then z.error end
    returning zone, sent, command`)
  // As they were written.
  return claimed.map(({ sent, ...rest }) => ({ ...rest, week: JSON.parse(sent) as Week }))
}

/** What the terminal says of hours sent to it. One that would not take any lets people in at any hour, which its state tells. */
export async function acknowledgeZones(
  tx: Transaction,
  { gym, id }: Place,
  results: readonly CommandResult[],
): Promise<void> {
  const answered = await tx.many<{ code: number }>(sql`
    update terminal_zones t
    set held = case when r.code >= 0 then t.sent else t.held end, sent = case when r.code >= 0 then null else t.sent end,
      error = case when r.code >= 0 then null else r.code end,
      tries = case when r.code >= 0 then 0 when r.code = any(${busy}::integer[]) then least(t.tries, 3) else greatest(t.tries, 4) end,
      command = null
    from unnest(${results.map(({ command }) => command)}::bigint[], ${results.map(({ code }) => code)}::integer[]) as r (command, code)
    where t.gym_id = ${gym} and t.id_device = ${id} and t.command = r.command
    returning r.code`)
  if (answered.length === 0) return
  if (answered.some(({ code }) => code < 0 && !busy.includes(code)))
    await tx.run(sql`
      update terminal_states set zones = false where gym_id = ${gym} and id_device = ${id} and zones is distinct from false`)
  await tx.run(sql`select announce(${gym}, 'door')`)
}

/** It begins anew, and may have forgotten what it held. */
export const doubtZones = (tx: Transaction, { gym, id }: Place): Promise<number> =>
  tx.run(sql`
    update terminal_zones set held = '', sent = null, command = null, tries = 0 where gym_id = ${gym} and id_device = ${id}`)

/** When hours that were sent and not acknowledged are due again. */
export const zonesDue = (terminal: Terminal): Statement =>
  sql`(select min(coalesce(t.sent_at + ${waitOf(terminal)}, '-infinity')) ${compared(terminal)})`
