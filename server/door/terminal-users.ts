// What each terminal holds, as far as it said so: `held` is acknowledged, `sent` is on its way. Nothing but an
// acknowledgement makes `held` what was wanted; where anything else was heard or lost, it is asked for again.

import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Terminal } from './terminals.ts'
import { wanted } from './wanted.ts'

/** A record sent to a terminal: '' in `sent` removes the number. */
export interface SentRecord {
  pin: number
  sent: string
  privilege: number
  command: number
}

/** Seconds until what was not acknowledged is sent again (protocol §6.3). */
const retryAfter = ({ delay }: Pick<Terminal, 'delay'>): number => Math.min(30, Math.max(10, 3 * (delay ?? 10)))

const waitOf = (terminal: Terminal) =>
  sql`make_interval(secs => case when tries > 3 then 120 else ${retryAfter(terminal)}::integer end)`

/**
 * The next differences between what a terminal should hold and what it has acknowledged, marked as sent. What was sent
 * and not acknowledged waits three polls (10–30 s), after three tries two minutes, and is then sent again. A number that
 * passed from one person to another is removed first, so that no fingerprint goes with it; a removal that was sent is
 * done before anything else happens to its number. Whom the gym never knew stays.
 */
export const claimDifferences = (
  tx: Transaction,
  terminal: Terminal,
  today: string,
  now: Date,
  limit: number,
): Promise<SentRecord[]> =>
  tx.many(sql`
    with wanted as (${wanted(terminal.gym, today)}),
    compared as (
      select coalesce(w.pin, t.pin) as pin, coalesce(t.held, '') as held, t.sent, t.sent_at, coalesce(t.tries, 0) as tries,
        case when w.record is null
               or split_part(t.held, E'\\t', 1) not in ('', 'x', split_part(w.record, E'\\t', 1))
               or split_part(t.sent, E'\\t', 1) <> split_part(w.record, E'\\t', 1) then ''
             else w.record end as next,
        w.pin is null and t.held like 'x%' and t.sent is null as foreign_user
      from wanted w
        full join (select * from terminal_users where gym_id = ${terminal.gym} and id_device = ${terminal.id}) t on t.pin = w.pin
    ), chosen as (
      select * from compared
      where not coalesce(foreign_user, false)
        and (held <> next or sent is not null)
        and (sent is null or sent <> next or sent_at <= ${now}::timestamptz - ${waitOf(terminal)})
      order by pin
      limit ${limit}
    )
    insert into terminal_users as t (gym_id, id_device, pin, sent, command, sent_at, tries)
    select ${terminal.gym}, ${terminal.id}, pin, next, nextval('terminal_commands'), ${now}, 1 from chosen
    on conflict (gym_id, id_device, pin) do update
      set sent = excluded.sent, command = excluded.command, sent_at = excluded.sent_at, error = null,
          tries = case when t.sent = excluded.sent then t.tries + 1 else 1 end
    returning pin, sent, privilege, command`)

/** When the first of what was sent is due again, in milliseconds; null where nothing waits for an acknowledgement. */
export async function nextDue(tx: Transaction, terminal: Terminal): Promise<number | null> {
  const { due } = await tx.one<{ due: string | null }>(sql`
    select min(sent_at + ${waitOf(terminal)}) as due from terminal_users
    where gym_id = ${terminal.gym} and id_device = ${terminal.id} and sent is not null`)
  return due === null ? null : Date.parse(due)
}

export interface CommandResult {
  command: number
  /** 0 and above is done. */
  code: number
}

/** "There is no such number" answers a removal as well as a removal does. */
const noSuchPin = -10

/** What the terminal says of records sent to it; those of others, and repeats, change nothing. */
export async function acknowledge(
  tx: Transaction,
  terminal: Terminal,
  results: readonly CommandResult[],
): Promise<void> {
  const done = sql`(r.code >= 0 or (t.sent = '' and r.code = ${noSuchPin}))`
  await tx.run(sql`
    update terminal_users t
    set held = case when ${done} then t.sent else t.held end,
        sent = case when ${done} then null else t.sent end,
        error = case when ${done} then null else r.code end,
        tries = case when ${done} then 0 else greatest(t.tries, 4) end,
        command = null
    from unnest(${results.map((result) => result.command)}::bigint[], ${results.map((result) => result.code)}::integer[]) as r (command, code)
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.command = r.command`)
  await dropAbsent(tx, terminal)
}

// With the row goes the right of an administrator, which is the person's and not the number's.
const dropAbsent = (tx: Transaction, { gym, id }: Terminal): Promise<number> =>
  tx.run(sql`delete from terminal_users where gym_id = ${gym} and id_device = ${id} and held = '' and sent is null`)

/** A terminal that begins anew is not waited for. */
export const resendUnacknowledged = (tx: Transaction, { gym, id }: Terminal): Promise<number> =>
  tx.run(
    sql`update terminal_users set sent_at = '-infinity', tries = 0 where gym_id = ${gym} and id_device = ${id} and sent is not null`,
  )

/**
 * The terminal lost numbers, all of them where none are named; or only says so again, long after. Whoever is wanted is
 * sent again and whoever is not is removed again.
 */
export async function doubtHeld(tx: Transaction, terminal: Terminal, pins: readonly number[] | null): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = case when held like 'x%' then '' else split_part(held, E'\\t', 1) || E'\\t?' end
    where gym_id = ${terminal.gym} and id_device = ${terminal.id} and held <> '' and (${pins}::int[] is null or pin = any(${pins}::int[]))`)
  await dropAbsent(tx, terminal)
}

/** How many numbers the terminal holds for certain. */
export const countHeld = async (tx: Transaction, { gym, id }: Terminal): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*) from terminal_users
      where gym_id = ${gym} and id_device = ${id} and held <> '' and held not like 'x%' and split_part(held, E'\\t', 2) <> '?'
        and sent is distinct from ''`)
  ).count

export interface HeldRecord {
  pin: number
  held: string
  sent: string | null
  privilege: number
}

export const heldRecords = (tx: Transaction, { gym, id }: Terminal, pins: readonly number[]): Promise<HeldRecord[]> =>
  tx.many(
    sql`select pin, held, sent, privilege from terminal_users where gym_id = ${gym} and id_device = ${id} and pin = any(${pins}::int[])`,
  )

export interface ReportedRecord {
  pin: number
  held: string
  privilege: number
  /** What was sent may have been undone since: its acknowledgement no longer counts. */
  undone: boolean
}

export const noteReported = (
  tx: Transaction,
  { gym, id }: Terminal,
  records: readonly ReportedRecord[],
): Promise<number> =>
  tx.run(sql`
    insert into terminal_users as t (gym_id, id_device, pin, held, privilege)
    select ${gym}, ${id}, pin, held, privilege
    from unnest(${records.map((each) => each.pin)}::int[], ${records.map((each) => each.held)}::text[], ${records.map((each) => each.privilege)}::int[])
      as r (pin, held, privilege)
    on conflict (gym_id, id_device, pin) do update
      set held = excluded.held, privilege = excluded.privilege,
          command = case when t.pin = any(${records.filter((each) => each.undone).map((each) => each.pin)}::int[]) then null else t.command end`)
