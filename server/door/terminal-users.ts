// Stores the known users of each terminal: `held` is the acknowledged record, `sent` a pending one. Only an
// acknowledgement sets `held` to the desired record; after any other report it is uncertain (`uncertainVerifyMode`) and sent
// again.

import { blockingVerifyMode } from '@torniquete/contract/door/door.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { type UserRecord, uncertainVerifyMode } from './desired-state.ts'
import { isAllowedRecordSql, isRecordOutOfSyncSql, selectRecordDifferences } from './desired-state-diff.ts'
import { alwaysOpenZoneNumber } from './plan-doors-and-hours.ts'
import type { Terminal } from './terminals.ts'

/** A record sent to a terminal. Holder '' in `sent` removes the PIN. */
export interface SentUserRecord {
  pin: number
  sent: UserRecord
  privilege: number
  command: number
  /** Acknowledged parts of a record that takes several commands, as bits. */
  parts: number
  /** Number of times that the terminal could not read the record, at most 2. */
  unread: 0 | 1 | 2
}

export const busyResultCodes = [-1003, -1005]

/** Result codes for parameter errors, in two dialects. */
export const parameterErrorCodes = [-1, -6]

/** Seconds until an unacknowledged command is sent again (protocol §6.3). */
const retryAfter = ({ delay }: Pick<Terminal, 'delay'>): number => Math.min(30, Math.max(10, 3 * (delay ?? 10)))

export const selectRetryInterval = (terminal: Terminal) =>
  sql`make_interval(secs => case when tries > 3 then 120 else ${retryAfter(terminal)}::integer end)`

/** SQL condition: the terminal has the record's time zones, without which it would open at no or at wrong hours. */
const holdsHours = ({ gym, id }: Pick<Terminal, 'gym' | 'id'>): Statement => sql`
  ((next).access = '' or not exists (
    select from string_to_table((next).access, ',') e
    where split_part(e, ':', 1)::smallint <> ${alwaysOpenZoneNumber} and not exists (
      select from terminal_zones z join schedules h on h.gym_id = z.gym_id and h.zone = z.zone
      where z.gym_id = ${gym} and z.id_device = ${id} and z.zone = split_part(e, ':', 1)::smallint and z.held = h.week::text)))`

/**
 * Claims records to send: urgent differences first, often refused ones last. Unacknowledged records are sent again
 * after three polls (10–30 s), after three tries every two minutes. A pending removal is finished before anything
 * else happens to its PIN. An origin that is not `trusted` gets only removals, and blocks of people who can still
 * enter.
 */
export const claimUserRecords = (
  tx: Transaction,
  {
    terminal,
    today,
    now,
    trusted,
    limit,
  }: { terminal: Terminal; today: string; now: Date; trusted: boolean; limit: number },
): Promise<SentUserRecord[]> =>
  tx.many(sql`
    with chosen as (
      select * from (${selectRecordDifferences({ gym: terminal.gym, today, device: terminal.id })}) c
      where ${isRecordOutOfSyncSql} and not waits and (${trusted} or (next).holder = '' or urgency = 0) and ${holdsHours(terminal)} and (sent is null or sent <> next or sent_at <= ${now}::timestamptz - ${selectRetryInterval(terminal)})
      order by tries > 3, urgency, latest desc, pin
      limit ${limit}
    ), marked as (
      insert into terminal_users as t (gym_id, id_device, pin, sent, command, sent_at, echo_due, waits_since, tries)
      select ${terminal.gym}, ${terminal.id}, pin, next, nextval('terminal_commands'), ${now}, ${now}, ${now}, 1 from chosen
      on conflict (gym_id, id_device, pin) do update
        -- an unanswered command may have taken effect, so an admission counts as held
        set held = case when ${isAllowedRecordSql(sql`t.sent`)} and not ${isAllowedRecordSql(sql`excluded.sent`)} and t.error is null then t.sent else t.held end,
            sent = excluded.sent, command = excluded.command, parts = case when t.sent = excluded.sent then t.parts else 0 end, sent_at = excluded.sent_at, echo_due = excluded.echo_due, error = case when t.sent = excluded.sent then t.error end,
            waits_since = case when t.sent is null then excluded.waits_since else coalesce(t.waits_since, excluded.waits_since) end,
            tries = case when t.sent = excluded.sent then t.tries + 1 else 1 end
      returning pin, sent, privilege, command, parts
    )
    select m.pin, to_jsonb(m.sent) as sent, m.privilege, m.command, m.parts, case when c.error is null or c.error <> all(${parameterErrorCodes}::integer[]) then 0 when c.tries > 4 then 2 else 1 end as unread from marked m join chosen c using (pin) order by c.tries > 3, c.urgency, c.latest desc, pin`)

export const selectCensusNumber = ({ gym, id }: Pick<Terminal, 'gym' | 'id'>) =>
  sql`coalesce((select census from terminal_states where gym_id = ${gym} and id_device = ${id}), 0)`

export interface CommandResult {
  command: number
  /** 0 or above means success. */
  code: number
  users?: number | null
  /** The finished part of a command with several parts, from 0. */
  part?: { at: number; of: number }
}

/** Result codes for an unknown PIN, in two dialects. For a removal they count as success. */
export const unknownPinCodes = [-10, -4]

const waiting = [sql`terminal_users`, sql`terminal_strangers`, sql`terminal_orders`]

/** Stores which of a user's commands were acknowledged, so that only the others are sent again. */
export async function mergeMultipartResults(
  tx: Transaction,
  { gym, id }: Terminal,
  results: readonly CommandResult[],
): Promise<CommandResult[]> {
  const parts = results.flatMap(({ command, part }) =>
    part ? { command, bit: 1 << part.at, all: (1 << part.of) - 1 } : [],
  )
  const whole = results.filter(({ part }) => part === undefined)
  if (parts.length === 0) return whole
  const done: { command: number }[] = []
  for (const table of waiting)
    done.push(
      ...(await tx.many<{ command: number }>(sql`
        with noted as (
          update ${table} t set parts = t.parts | r.bits
          from (select command, bit_or(bit) as bits, max(whole) as whole
                from unnest(${parts.map(({ command }) => command)}::bigint[], ${parts.map(({ bit }) => bit)}::smallint[], ${parts.map(({ all }) => all)}::smallint[]) as r (command, bit, whole)
                group by command) r
          where t.gym_id = ${gym} and t.id_device = ${id} and t.command = r.command
          returning t.command, t.parts = r.whole as is_whole)
        select command from noted where is_whole`)),
    )
  const refused = new Set(whole.filter(({ code }) => code < 0).map(({ command }) => command))
  return [...whole, ...done.filter(({ command }) => !refused.has(command)).map(({ command }) => ({ command, code: 0 }))]
}

/**
 * `turned`: a record became refused, or is no longer refused. `singleBlockMethod`: a blocked record was accepted once
 * it used a single way of blocking.
 */
interface Acknowledged {
  turned: boolean
  singleBlockMethod: boolean
}

/**
 * Stores results; repeats and unknown commands change nothing. An unreadable record is sent again in a plainer form.
 */
export async function acknowledgeUserRecords(
  tx: Transaction,
  terminal: Terminal,
  results: readonly CommandResult[],
): Promise<Acknowledged> {
  const commands = results.map((result) => result.command)
  const done = sql`(r.code >= 0 or ((t.sent).holder = '' and r.code = any(${unknownPinCodes}::integer[])))`
  const isUnread = (error: Statement) => sql`coalesce(${error} = any(${parameterErrorCodes}::integer[]), false)`
  const outcome = await tx.one<Acknowledged>(sql`
    with before as (
      select pin, error is not null as refused, ${isUnread(sql`error`)} and tries > 5 and (sent).verify = ${blockingVerifyMode} as in_one_way from terminal_users
      where gym_id = ${terminal.gym} and id_device = ${terminal.id} and command = any(${commands}::bigint[])
    ), answered as (
    update terminal_users t
    set held = case when ${done} then t.sent else t.held end,
        sent = case when ${done} then null else t.sent end,
        error = case when ${done} then null else r.code end,
        tries = case when ${done} then 0 when r.code = any(${busyResultCodes}::integer[]) then least(t.tries, 3) else greatest(t.tries, 4) end,
        sent_at = case when ${isUnread(sql`r.code`)} and (t.sent).holder <> '' and t.tries < 6 then '-infinity' else t.sent_at end,
        listed_in = case when ${done} then ${selectCensusNumber(terminal)} else t.listed_in end,
        command = null
    from unnest(${commands}::bigint[], ${results.map((result) => result.code)}::integer[]) as r (command, code)
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.command = r.command
    returning t.pin, t.error is not null as refused
    ) select coalesce(bool_or(a.refused <> b.refused), false) as turned, coalesce(bool_or(b.in_one_way and not a.refused), false) as "singleBlockMethod"
    from answered a join before b using (pin)`)
  await deleteAbsentUsers(tx, terminal)
  return outcome
}

/** Deletes rows of users who are no longer on the terminal, with their administrator right. */
export async function deleteAbsentUsers(tx: Transaction, { gym, id }: Pick<Terminal, 'gym' | 'id'>): Promise<void> {
  await tx.run(
    sql`delete from terminal_users where gym_id = ${gym} and id_device = ${id} and ((held).holder = '' or (held).holder like 's%') and sent is null`,
  )
  await tx.run(sql`
    update terminal_strangers s set goes_back = false
    where s.gym_id = ${gym} and s.id_device = ${id} and s.goes_back and not exists (
      select from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = s.pin_as_number)`)
}

/** Makes records uncertain, all if `pins` is null: desired records are sent again, others are removed again. */
export async function invalidateHeldRecords(
  tx: Transaction,
  terminal: Pick<Terminal, 'gym' | 'id'>,
  pins: readonly number[] | null,
): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = make_unknown_record((held).holder), parts = 0
    where gym_id = ${terminal.gym} and id_device = ${terminal.id} and ((held).holder <> '' or parts > 0) and (${pins}::int[] is null or pin = any(${pins}::int[]))`)
  await deleteAbsentUsers(tx, terminal)
}

/** Time in which a terminal may report a record that it was sent. Longer than the pause between queries of a PIN. */
export const sentRecordReportInterval = '30 minutes'

/**
 * Removes the client with all templates from every terminal, then sends the client again. A terminal that is later
 * found to have the client is handled alike (trigger `terminal_users_insert_drop_leaving`).
 */
export async function scheduleTemplateRemoval(
  tx: Transaction,
  gym: number,
  client: number,
  pin: number | null,
): Promise<void> {
  await tx.run(sql`
    insert into dropped_biometrics (gym_id, id_client) values (${gym}, ${client})
    on conflict (gym_id, id_client) do update set at = excluded.at`)
  const holder = `c${client}`
  await tx.run(sql`
    update terminal_users set leaving = true
    where gym_id = ${gym} and pin = ${pin}::integer and ((held).holder = ${holder} or (sent).holder = ${holder})`)
}

/** Counts the users that the terminal has: certainly (`least`), and at most (`most`, with unknown users). */
export const countHeldUsers = (tx: Transaction, { gym, id }: Terminal): Promise<{ least: number; most: number }> =>
  tx.one(sql`
    select count(*) filter (where (held).verify <> ${uncertainVerifyMode} and (sent).holder is distinct from '') as least,
      count(*) filter (where (held).holder <> '' or sent is not null)
        + (select count(*) from terminal_strangers where gym_id = ${gym} and id_device = ${id}) as most
    from terminal_users where gym_id = ${gym} and id_device = ${id}`)

export interface HeldUserRecord {
  pin: number
  held: UserRecord
  sent: UserRecord | null
  /** The last report that differed from the sent record. `repeated` counts how often it came in a row. */
  reported: string | null
  repeated: number
  /** True if a record was sent within `sentRecordReportInterval`. `echo_due`: the terminal has not reported that record back. */
  told_lately: boolean
  echo_due: boolean
  /** True if the terminal has an unknown user with that PIN. */
  stranger: boolean
}

export const readHeldRecords = (
  tx: Transaction,
  { gym, id }: Terminal,
  pins: readonly number[],
  now: Date,
): Promise<HeldUserRecord[]> => {
  const isRecent = (at: Statement) =>
    sql`coalesce(${at} > ${now}::timestamptz - ${sentRecordReportInterval}::interval, false)`
  return tx.many(sql`
    select pin, to_jsonb(held) as held, to_jsonb(sent) as sent, reported, repeated, ${isRecent(sql`sent_at`)} as told_lately, ${isRecent(sql`echo_due`)} as echo_due,
      exists (select from terminal_strangers s where s.gym_id = t.gym_id and s.id_device = t.id_device and s.pin = t.pin::text) as stranger
    from terminal_users t
    where gym_id = ${gym} and id_device = ${id} and pin = any(${pins}::int[])`)
}

export interface ReportedUserRecord {
  pin: number
  held: UserRecord
  reported: string | null
  repeated: number
  /** True if the sent record may have been overwritten, so that its acknowledgement must not count. */
  undone: boolean
  /** True if the terminal repeatedly opens for a blocked person, so the record is sent again at growing intervals. */
  resisted: boolean
  /** The user that the terminal had before the gym identified the person. */
  former?: { name: string; card: string; privilege: number; opens: boolean }
}

/** Pause before a resisted record is sent again: exponential backoff, at most 58 minutes. */
const pauseOf = (repeated: Statement): Statement =>
  sql`make_interval(mins => least(58, power(2, least(${repeated}, 12) - 4)::integer - 1))`

export const storeReportedRecords = (
  tx: Transaction,
  { gym, id }: Terminal,
  records: readonly ReportedUserRecord[],
  now: Date,
): Promise<number> => {
  const pinsWhere = (which: (record: ReportedUserRecord) => boolean) => records.filter(which).map(({ pin }) => pin)
  const undone = sql`t.pin = any(${pinsWhere((each) => each.undone || each.resisted)}::int[])`
  const resisted = sql`t.pin = any(${pinsWhere((each) => each.resisted)}::int[])`
  return tx.run(sql`
    insert into terminal_users as t (gym_id, id_device, pin, held, reported, repeated, former, listed_in)
    select ${gym}, ${id}, r.pin, r.held, r.reported, r.repeated, r.former, ${selectCensusNumber({ gym, id })}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (pin integer, held user_record, reported text, repeated integer, former jsonb)
    on conflict (gym_id, id_device, pin) do update
      set held = excluded.held, reported = excluded.reported, repeated = excluded.repeated, listed_in = excluded.listed_in, former = coalesce(excluded.former, t.former),
          echo_due = null,
          parts = case when ${undone} then 0 else t.parts end,
          command = case when ${undone} then null else t.command end,
          sent = case when ${resisted} then coalesce(t.sent, t.held) else t.sent end,
          sent_at = case when ${resisted} then ${now}::timestamptz + ${pauseOf(sql`excluded.repeated`)} else t.sent_at end,
          waits_since = case when ${resisted} then coalesce(t.waits_since, ${now}) else t.waits_since end,
          tries = case when ${resisted} then greatest(t.tries, 4) else t.tries end`)
}

/** Moves a PIN between clients who are the same person (a merge). Otherwise terminals must first remove the PIN. */
export const movePinBetweenClients = async (
  tx: Transaction,
  gym: number,
  { pin, from, to }: { pin: number; from: number; to: number },
): Promise<void> => {
  await tx.run(sql`delete from freed_pins where gym_id = ${gym} and pin = ${pin}`)
  await tx.run(sql`
    insert into dropped_biometrics (gym_id, id_client, at) select gym_id, ${to}, at from dropped_biometrics where gym_id = ${gym} and id_client = ${from}
    on conflict do nothing`)
  // The acknowledged templates are those of the other client, so templates are sent and requested again.
  for (const table of [sql`terminal_templates`, sql`template_readings`])
    await tx.run(sql`delete from ${table} where gym_id = ${gym} and pin = ${pin}`)
  for (const column of [sql`held`, sql`sent`])
    await tx.run(sql`
      update terminal_users set ${column}.holder = ${`c${to}`} where gym_id = ${gym} and pin = ${pin} and (${column}).holder = ${`c${from}`}`)
}
