import type { PinState } from '@torniquete/contract/door.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Terminal } from './terminals.ts'
import { readRecord, wanted } from './wanted.ts'

/** A record sent to a terminal: '' in `sent` removes the number. */
export interface SentRecord {
  pin: number
  sent: string
  privilege: number
  command: number
}

/**
 * The next differences between what a terminal should hold and what it has acknowledged, marked as sent. What was sent
 * and not acknowledged waits three polls (10–30 s), after three tries two minutes, and is then sent again. A number that
 * passed from one person to another is removed first, so that no fingerprint goes with it.
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
      select coalesce(w.pin, t.pin) as pin, t.held, t.sent, t.sent_at, coalesce(t.tries, 0) as tries, coalesce(t.privilege, 0) as privilege,
        case when w.record is not null and t.held <> '' and t.held not like 'x%'
               and split_part(t.held, E'\\t', 1) <> split_part(w.record, E'\\t', 1) then ''
             else coalesce(w.record, '') end as next,
        w.pin is null and t.held like 'x%' as foreign_user
      from wanted w
        full join (select * from terminal_users where gym_id = ${terminal.gym} and id_device = ${terminal.id}) t on t.pin = w.pin
    ), chosen as (
      select * from compared
      where not foreign_user
        and (coalesce(held, '') <> next or sent <> next)
        and (sent is null or sent <> next
             or sent_at <= ${now}::timestamptz - make_interval(secs => case when tries > 3 then 120 else ${retryAfter(terminal)}::integer end))
      order by pin
      limit ${limit}
    )
    insert into terminal_users as t (gym_id, id_device, pin, sent, command, sent_at, tries)
    select ${terminal.gym}, ${terminal.id}, pin, next, nextval('terminal_commands'), ${now}, 1 from chosen
    on conflict (gym_id, id_device, pin) do update
      set sent = excluded.sent, command = excluded.command, sent_at = excluded.sent_at, error = null,
          tries = case when t.sent = excluded.sent then t.tries + 1 else 1 end
    returning pin, sent, privilege, command`)

/** Seconds until what was not acknowledged is sent again (protocol §6.3). */
export const retryAfter = ({ delay }: Pick<Terminal, 'delay'>): number => Math.min(30, Math.max(10, 3 * (delay ?? 10)))

export interface CommandResult {
  command: number
  /** 0 and above is done. */
  code: number
}

/** "There is no such number" answers a removal as well as a removal does. */
const noSuchPin = -10

/** What the terminal says of commands; those of others, and repeats, change nothing. */
export async function acknowledge(
  tx: Transaction,
  terminal: Terminal,
  results: readonly CommandResult[],
  now: Date,
): Promise<void> {
  const commands = results.map((result) => result.command)
  const codes = results.map((result) => result.code)
  await tx.run(sql`
    update terminal_users t
    set held = case when r.code >= 0 or (t.sent = '' and r.code = ${noSuchPin}) then t.sent else t.held end,
        error = case when r.code < 0 then r.code end,
        sent = case when r.code >= 0 or (t.sent = '' and r.code = ${noSuchPin}) then null else t.sent end,
        tries = case when r.code >= 0 then 0 else greatest(t.tries, 4) end,
        command = null
    from unnest(${commands}::bigint[], ${codes}::integer[]) as r (command, code)
    where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.command = r.command`)
  await tx.run(sql`
    delete from terminal_users where gym_id = ${terminal.gym} and id_device = ${terminal.id} and held = '' and sent is null and privilege = 0`)
  await tx.run(sql`
    update door_acts a set result = r.code
    from unnest(${commands}::bigint[], ${codes}::integer[]) as r (command, code)
    where a.gym_id = ${terminal.gym} and a.id_device = ${terminal.id} and a.command = r.command and a.result is null and a.deadline >= ${now}`)
}

/** A terminal that begins anew is not waited for. */
export const resendUnacknowledged = (tx: Transaction, { gym, id }: Terminal): Promise<number> =>
  tx.run(
    sql`update terminal_users set sent_at = '-infinity', tries = 0 where gym_id = ${gym} and id_device = ${id} and sent is not null`,
  )

/** The terminal was emptied: nothing that it acknowledged counts. */
export const forgetHeld = (tx: Transaction, { gym, id }: { gym: number; id: number }): Promise<number> =>
  tx.run(sql`delete from terminal_users where gym_id = ${gym} and id_device = ${id}`)

/** A number was deleted at the terminal itself. */
export const forgetPins = (tx: Transaction, { gym, id }: Terminal, pins: readonly number[]): Promise<number> =>
  tx.run(
    sql`update terminal_users set held = '', sent = null, command = null where gym_id = ${gym} and id_device = ${id} and pin = any(${pins}::int[])`,
  )

export const countHeld = async (tx: Transaction, { gym, id }: Terminal): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`select count(*) from terminal_users where gym_id = ${gym} and id_device = ${id} and held <> ''`,
    )
  ).count

/** Everything is to be sent again; who holds a number stays known. */
export async function resendAll(tx: Transaction, gym: number): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = split_part(held, E'\\t', 1) || E'\\t?', sent = null, command = null, tries = 0
    where gym_id = ${gym} and held <> '' and held not like 'x%'`)
  await announceDoor(tx, gym)
}

/** Wakes the terminals' next polls, on every server. */
export const announceDoor = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select announce(${gym}, 'door')`)

export const countWanted = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*) from (${wanted(gym, today)}) w`)).count

/** How many numbers some terminal has yet to hear of. */
export const countPending = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      with wanted as (${wanted(gym, today)})
      select count(distinct coalesce(w.pin, t.pin))
      from (select d.id, w.* from devices d cross join wanted w where d.gym_id = ${gym}) w
        full join (select * from terminal_users where gym_id = ${gym}) t on t.id_device = w.id and t.pin = w.pin
      where (coalesce(w.record, '') <> coalesce(t.held, '') or t.sent is not null) and not (w.pin is null and t.held like 'x%')`)
  ).count

/** Whose number it is in the gym; null where it is nobody's. */
export const ownerOfPin = (
  tx: Transaction,
  gym: number,
  pin: number,
): Promise<{ id_client: number | null; id_user: number | null } | null> =>
  tx.maybe(sql`select id_client, id_user from pins where gym_id = ${gym} and id = ${pin}`)

/** What somebody decided by hand at /zkteco about the person behind a number. */
export async function overrideDoor(
  tx: Transaction,
  gym: number,
  pin: number,
  change: { blocked?: boolean; removed?: boolean },
): Promise<void> {
  const { blocked = null, removed = null } = change
  const set = sql`set door_blocked = coalesce(${blocked}::boolean, door_blocked), door_removed = coalesce(${removed}::boolean, door_removed)`
  const differs = sql`(door_blocked, door_removed) is distinct from (coalesce(${blocked}::boolean, door_blocked), coalesce(${removed}::boolean, door_removed))`
  await tx.run(
    sql`update clients ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${differs}`,
  )
  await tx.run(
    sql`update users ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${differs}`,
  )
}

export async function pinState(tx: Transaction, gym: number, today: string, pin: number): Promise<PinState> {
  const [record, devices] = await Promise.all([
    tx.maybe<{ record: string }>(sql`select record from (${wanted(gym, today, pin)}) w`),
    tx.many<{ held: string | null; sent: string | null }>(sql`
      select t.held, t.sent from devices d left join terminal_users t on t.gym_id = d.gym_id and t.id_device = d.id and t.pin = ${pin}
      where d.gym_id = ${gym}`),
  ])
  const pending = devices.some(({ held, sent }) => (held ?? '') !== (record?.record ?? '') || sent !== null)
  return { pin, verify: record ? readRecord(record.record).verify : null, pending }
}

export interface HeldRecord {
  pin: number
  held: string
  privilege: number
}

export const heldRecords = (tx: Transaction, { gym, id }: Terminal, pins: readonly number[]): Promise<HeldRecord[]> =>
  tx.many(
    sql`select pin, held, privilege from terminal_users where gym_id = ${gym} and id_device = ${id} and pin = any(${pins}::int[])`,
  )

export const noteHeld = (tx: Transaction, { gym, id }: Terminal, records: readonly HeldRecord[]): Promise<number> =>
  tx.run(sql`
    insert into terminal_users as t (gym_id, id_device, pin, held, privilege)
    select ${gym}, ${id}, pin, held, privilege
    from unnest(${records.map((each) => each.pin)}::int[], ${records.map((each) => each.held)}::text[], ${records.map((each) => each.privilege)}::int[])
      as r (pin, held, privilege)
    on conflict (gym_id, id_device, pin) do update set held = excluded.held, privilege = excluded.privilege`)

/** A card enrolled at a terminal belongs to the client from then on, unless another is already noted. */
export const adoptCards = (
  tx: Transaction,
  gym: number,
  cards: readonly { pin: number; card: string }[],
): Promise<number> =>
  tx.run(sql`
    update clients c set card_number = r.card
    from unnest(${cards.map((each) => each.pin)}::int[], ${cards.map((each) => each.card)}::text[]) as r (pin, card)
    where c.gym_id = ${gym} and c.id_zkteco = r.pin and c.deleted_at is null and c.card_number is null and r.card <> ''`)

/** The card of a number that was enrolled at a terminal before the gym knew whose it is. */
export const enrolledCard = async (tx: Transaction, gym: number, pin: number): Promise<string | null> =>
  (
    await tx.maybe<{ card: string }>(sql`
      select split_part(held, E'\\t', 3) as card from terminal_users
      where gym_id = ${gym} and pin = ${pin} and held like 'x%' and split_part(held, E'\\t', 3) <> '' limit 1`)
  )?.card ?? null
