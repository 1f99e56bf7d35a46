import { longestDelay } from '@torniquete/contract/door/device-ways.ts'
import type { Device } from '@torniquete/contract/door/devices.ts'
import { type ClientAtDoor, type PinState, verifyAllowed, verifyBlocked } from '@torniquete/contract/door/door.ts'
import type { MadeUpChoice } from '@torniquete/contract/door/made-up-numbers.ts'
import { fail } from '@torniquete/contract/shared/errors.ts'
import { pausedOn } from '../members/pauses/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { inOrder } from '../platform/db/name-search.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { barredOn } from '../till/debts/queries.ts'
import { acquaintHolders } from './acquaintances.ts'
import { beginCensus, endCensus } from './census.ts'
import { hashKey, isKey } from './communication-key.ts'
import { comparison, differs, keepsDays, opens } from './comparison.ts'
import { limits, openedDoors } from './hours.ts'
import { madeUpNumbers, moveNumbers } from './made-up-numbers.ts'
import { order, withdraw } from './orders.ts'
import { face, finger, infraredFace, palm, photo, vein } from './templates.ts'
import { busy, invalidateHeld, scheduleRemoval } from './terminal-users.ts'
import { wanted } from './wanted.ts'
import { forgetZones } from './zones.ts'

export { resetReplacedUnit } from './census.ts'
export { keepsDays, refusedZones, takesHours } from './comparison.ts'
export { formerDirection, turnable } from './directions.ts'
export { readDoors } from './door-names.ts'
export { limits, openedDoors } from './hours.ts'
export { isYielding, madeUpNumbers, numberAnew, releaseNumbers } from './made-up-numbers.ts'
export { adoptCallingOrigin, isConfirmed, isTrusted, listUnconfirmed, readTrust } from './origin-trust.ts'
export { lockPasses } from './passes.ts'
export { adoptPastPasses } from './past-passes.ts'
export { isCardTaken, isToBeRemoved, returnStrangers } from './strangers.ts'
export { storeTemplate } from './template-store.ts'
export { type Template, usableWithKey } from './templates.ts'
export { transferPin } from './terminal-users.ts'
export { zonesPending } from './zones.ts'
export { invalidateHeld, scheduleRemoval }

/** Types of templates. */
export const templates = { photo, finger, infraredFace, vein, palm, face } as const

/** The acknowledged and the desired records of one terminal: a table (pin, held, next). */
export const comparedAt = (gym: number, today: string, device: number): Statement =>
  sql`select pin, held, next from (${comparison({ gym, today, device })}) c`

/** A terminal as stored; `connected` comes from presence.ts, `alarm` from `listAlarming`. */
export type DeviceRow = Omit<Device, 'connected' | 'alarm'>

export const device = sql`select id, name, sn, delay, last_seen from devices`

export const listDevices = (tx: Transaction, gym: number): Promise<DeviceRow[]> =>
  tx.many(sql`${device} where gym_id = ${gym} order by ${inOrder(sql`name`)}, id`)

/** Resets a terminal, new or in another's place: forgets all that is known of it, and begins a census before anything is sent. */
export async function resetTerminal(tx: Transaction, place: { gym: number; id: number }, now: Date): Promise<void> {
  const { gym, id } = place
  for (const table of [
    sql`terminal_users`,
    sql`terminal_strangers`,
    sql`terminal_orders`,
    sql`terminal_states`,
    sql`terminal_proposals`,
    sql`judged_operations`,
    sql`terminal_zones`,
    sql`terminal_acquaintances`,
  ])
    await tx.run(sql`delete from ${table} where gym_id = ${gym} and id_device = ${id}`)
  await beginCensus(tx, place, now)
}

/**
 * Sets the communication key that is asked of a terminal: `comm_key`, or the one that it sends (`requires_key` true), or none (false).
 * Without either nothing changes. Fails with row.missing where the terminal sends no key.
 */
export async function askKey(
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
  { comm_key, requires_key }: { comm_key?: string | null; requires_key?: boolean },
): Promise<void> {
  if (!comm_key && requires_key === undefined) return
  const { asked, offered } = await tx.one<{ asked: string | null; offered: string | null }>(sql`
    select d.comm_key_hash as asked, s.offered_key_hash as offered
    from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id}`)
  // Already so.
  if (!comm_key && requires_key === (asked !== null)) return
  const kept = requires_key ? (offered ?? fail('row.missing')) : null
  const key = comm_key ? hashKey(comm_key) : kept
  // A key that was already sent counts as proven; shown conflicts were found under the former rule.
  const proven = comm_key ? offered !== null && isKey(offered, comm_key) : key !== null
  await tx.run(sql`update devices set comm_key_hash = ${key} where gym_id = ${gym} and id = ${id}`)
  await tx.run(sql`
    update terminal_states set origin_proven = ${proven}, offered_key_hash = null,
      rival_address = null, rival_mac = null, rival_at = null, rival_lacks = null
    where gym_id = ${gym} and id_device = ${id}`)
}

/**
 * A person's decision about a census: 'ask' begins one, 'skip' ends it without its result, 'empty' orders the terminal to be emptied.
 * Fails with census.unread where made-up numbers are at stake, and nobody said what becomes of them.
 */
export async function takeCensus(
  tx: Transaction,
  place: { gym: number; id: number },
  { act, numbers }: { act: 'ask' | 'skip' | 'empty'; numbers?: MadeUpChoice },
  now: Date,
): Promise<void> {
  if (act === 'skip' && numbers === undefined) await requireNobodyAtStake(tx, place)
  if (act === 'skip' && numbers === 'move') await moveNumbers(tx, place)
  if (act === 'skip' && numbers === 'keep') await acquaintHolders(tx, place)
  if (act === 'ask') await beginCensus(tx, place, now, true)
  else if (act === 'skip') await endCensus(tx, place, now, true)
  // Ends with the terminal's result.
  else await order(tx, place, ['empty'])
  await announceDoor(tx, place.gym)
}

/** A terminal that never called is only set up: there is nobody to ask about it yet. */
async function requireNobodyAtStake(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  const { gym, id } = place
  const called = await tx.maybe(
    sql`select from terminal_states where gym_id = ${gym} and id_device = ${id} and origin_address is not null`,
  )
  if (!called) return
  const { count, first } = await madeUpNumbers(tx, place)
  const names = first.slice(0, 3).map(({ name }) => name)
  if (count > 0) fail('census.unread', { names: `${names.join(', ')}${count > names.length ? ' y otros' : ''}` })
}

/** Orders that the terminal's clock is set with its next poll. */
export async function setClock(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  await order(tx, place, ['clock'])
  await announceDoor(tx, place.gym)
}

/** Marks all records of the gym as uncertain and forgets its time zones, so that everything is sent again; holders stay known. */
export async function resendAll(tx: Transaction, gym: number): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = unknown_record((held).holder), sent = null, command = null, tries = 0
    where gym_id = ${gym} and (held).holder <> ''`)
  await forgetZones(tx, gym)
  await announceDoor(tx, gym)
}

/** Marks the blocked records of one terminal as uncertain: they are sent again, in its new way of blocking. */
export async function resendBlocked(tx: Transaction, gym: number, device: number): Promise<void> {
  await tx.run(sql`
    update terminal_states s set switches = true from devices d
    where s.gym_id = ${gym} and s.id_device = ${device} and d.gym_id = s.gym_id and d.id = s.id_device and d.block = 'disable'`)
  await tx.run(sql`
    update terminal_users set held = unknown_record((held).holder), sent = null, command = null, tries = 0
    where gym_id = ${gym} and id_device = ${device} and (held).verify = ${verifyBlocked}`)
  await announceDoor(tx, gym)
}

/**
 * SQL condition: a rival called with the serial number of terminal `s` within a day; an older conflict is no longer
 * shown.
 */
export const hasRival = (now: Date): Statement => sql`(s.rival_at > ${now}::timestamptz - interval '1 day')`

/** Announces a change of the area `door`: the next poll of each terminal is compared again, on every server. */
export const announceDoor = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select announce(${gym}, 'door')`)

export const countWanted = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*) from (${wanted(gym, today)}) w`)).count

/** Numbers whose state at a terminal is not, or not certainly, the desired one: a table (id of the terminal, pin). */
const unsettled = (gym: number, today: string): Statement =>
  sql`select id_device as id, pin from (${comparison({ gym, today })}) c where ${differs} or waits`

/** How many numbers are not yet as desired at some terminal. */
export const countPending = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(distinct pin) from (${unsettled(gym, today)}) u`)).count

/** Seconds by which `last_seen` in the database may be behind (presence.ts). */
const keptEvery = 15

/** SQL condition: terminal `d` (state `s`) has ended the right of the record of `c` by itself. */
const hasEnded = (today: string): Statement => sql`
  (coalesce(${keepsDays}, false) and (c.held).valid_until <> '' and (c.held).valid_until < ${today})`

/**
 * The state of every number at every terminal: a table (id_device, pin, held, waits_since, error, urgency, pending, still_opens).
 * `still_opens`: the person may not enter but does, by the acknowledged record, or by one that was sent and not acknowledged, unless
 * the terminal ended that right by itself.
 */
export const doorStates = (gym: number, today: string): Statement => sql`
  select c.id_device, c.pin, c.held, c.waits_since, c.error, c.urgency, ${differs} or waits as pending,
    c.urgency = 0 and not ${hasEnded(today)} as still_opens
  from (${comparison({ gym, today })}) c
    join devices d on d.gym_id = ${gym} and d.id = c.id_device
    left join terminal_states s on s.gym_id = ${gym} and s.id_device = c.id_device`

/**
 * People with a right whom terminal `d` keeps out: it refused their record, or holds a stranger under their number, or has not answered
 * about their hours. 'Busy' is no refusal.
 */
export const keptOut = (gym: number, today: string): Statement => sql`
  from (
    select t.pin from terminal_users t
    where t.gym_id = ${gym} and t.id_device = d.id and t.error is not null and t.error <> all(${busy}::integer[])
      and (t.sent).verify = ${verifyAllowed} and (t.held).verify <> ${verifyAllowed}
    union
    select p.id from (
      select pin::integer as pin from terminal_strangers s
      where s.gym_id = ${gym} and s.id_device = d.id and (s.name <> '' or s.error is not null and s.error <> all(${busy}::integer[])) and s.pin ~ '^[1-9][0-9]{0,8}$' offset 0) s
      join pins p on p.gym_id = ${gym} and p.id = s.pin and not p.typed
      left join clients c on c.gym_id = ${gym} and c.id = p.id_client and c.is_active and not c.door_blocked and not c.door_removed
      left join users u on u.gym_id = ${gym} and u.id = p.id_user and u.is_active and not u.door_blocked and not u.door_removed
    where u.id is not null or exists (
      select from membership_payments m where m.gym_id = ${gym} and m.id_client = c.id and m.voided_at is null
        and m.start_date <= ${today}::date and m.end_date > ${today}::date)
      and not ${pausedOn(gym, sql`c.id`, sql`${today}::date`)} and not ${barredOn(gym, sql`c.id`, sql`${today}::date`)}
    union
    -- it leaves their hours without an answer
    select c.id_zkteco from terminal_zones z
      join schedules h on h.gym_id = z.gym_id and h.zone = z.zone
      join plan_access a on a.gym_id = h.gym_id and a.id_schedule = h.id
      join membership_payments m on m.gym_id = a.gym_id and m.id_membership = a.id_membership and m.voided_at is null
        and m.start_date <= ${today}::date and m.end_date > ${today}::date
      join clients c on c.gym_id = m.gym_id and c.id = m.id_client and c.deleted_at is null and c.id_zkteco is not null
        and c.is_active and not c.door_blocked and not c.door_removed and not ${pausedOn(gym, sql`c.id`, sql`${today}::date`)} and not ${barredOn(gym, sql`c.id`, sql`${today}::date`)}
    where z.gym_id = ${gym} and z.id_device = d.id and z.sent is not null and not z.refused and z.tries > 1
      and ${limits} and (a.doors is null or ${openedDoors(sql`d.id`)} is not null)
      and not exists (
        select from terminal_users t where t.gym_id = z.gym_id and t.id_device = z.id_device and t.pin = c.id_zkteco and ${opens(sql`t.held`)})) k`

/** Spanish texts of a terminal's error codes (protocol §6.2), in both dialects. */
export const refusalText = (code: Statement): Statement => sql`
  case when ${code} in (-1001, -5) then 'El dispositivo está lleno'
       when ${code} in (-1002, -22) then 'El dispositivo no admite este cambio'
       when ${code} in (-1, -6) then 'El dispositivo no pudo leer sus datos'
       when ${code} in (-1003, -1005) then 'El dispositivo estaba ocupado'
       else 'El dispositivo lo rechazó (código ' || ${code} || ')' end`

/** Strangers on terminals under numbers in the gym's range; those who are to be removed are left out. */
export const listUnknownUsers = (
  tx: Transaction,
  gym: number,
): Promise<{ pin: number; name: string; card: string | null; device: string }[]> =>
  tx.many(sql`
    select s.pin_as_number as pin, s.name, nullif(card_form(s.card), '') as card, d.name as device
    from terminal_strangers s join devices d on d.gym_id = s.gym_id and d.id = s.id_device
    where s.gym_id = ${gym} and s.pin_as_number is not null and not s.leaving
      and not exists (select from pins p where p.gym_id = s.gym_id and p.id = s.pin_as_number)
    order by d.name, s.pin_as_number`)

/** The holder of a number in the gym; null where it is unassigned. */
export const ownerOfPin = (
  tx: Transaction,
  gym: number,
  pin: number,
): Promise<{ id_client: number | null; id_user: number | null } | null> =>
  tx.maybe(sql`select id_client, id_user from pins where gym_id = ${gym} and id = ${pin}`)

/** Stores a manual decision (/zkteco) about the person with a number. */
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

/** The manual decision about an assigned number. */
export const readOverride = (
  tx: Transaction,
  gym: number,
  pin: number,
): Promise<{ blocked: boolean; removed: boolean }> =>
  tx.one(sql`
    select door_blocked as blocked, door_removed as removed from clients
    where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null
    union all
    select door_blocked, door_removed from users
    where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null`)

/** The state of a number at each terminal, and why it is not yet the desired one. */
export const statesAtDoor = (
  tx: Transaction,
  { gym, today, pin, now }: { gym: number; today: string; pin: number; now: Date },
): Promise<ClientAtDoor[]> =>
  tx.many(sql`
    select d.id as id_device, d.name as device,
      case when coalesce((c.held).holder, '') = '' then 'absent' when (c.held).verify = ${verifyAllowed} and not ${hasEnded(today)} then 'allowed' else 'blocked' end as state,
      not p.pending as current,
      case when p.pending then case when p.silent then d.last_seen else coalesce(nullif(c.waits_since, '-infinity'), d.last_seen) end end as since,
      case when not p.pending then null
           when c.error is not null then ${refusalText(sql`c.error`)}
           when p.silent then 'Sin conexión'
           when s.census_begun is not null and s.census_ended is null and not s.census_again then 'Se está leyendo a quién tiene el dispositivo'
           else 'Aún no lo ha confirmado' end as reason
    from devices d
      left join (${comparison({ gym, today, pin })}) c on c.id_device = d.id
      left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      cross join lateral (select coalesce(${differs} or waits, false) as pending,
        coalesce(d.last_seen <= ${now}::timestamptz - make_interval(secs => greatest(45, 3 * least(coalesce(d.delay, 0), ${longestDelay}::integer)) + ${keptEvery}::integer), true) as silent) p
    where d.gym_id = ${gym} and not d.leaving order by ${inOrder(sql`d.name`)}, d.id`)

export async function pinState(tx: Transaction, gym: number, today: string, pin: number): Promise<PinState> {
  const [record, devices] = await Promise.all([
    tx.maybe<{ verify: number }>(sql`select (record).verify from (${wanted(gym, today, pin)}) w`),
    tx.many<{ pending: boolean }>(
      sql`select ${differs} or waits as pending from (${comparison({ gym, today, pin })}) c where id_device is not null`,
    ),
  ])
  return {
    pin,
    verify: record?.verify ?? null,
    pending: devices.some(({ pending }) => pending),
  }
}

/**
 * After a restore: begins a census of each terminal, which is served meanwhile, and sends everything again, since the database has
 * forgotten later commands and people. Templates stay on the terminals: a number that is still known is the same person there.
 * Orders of before the copy, to empty a terminal or take it away, are withdrawn: they were executed or taken back since.
 */
export async function restartReconciliation(tx: Transaction, gym: number, now: Date): Promise<void> {
  await tx.run(sql`update devices set leaving = false where gym_id = ${gym} and leaving`)
  const terminals = await tx.many<{ id: number }>(sql`select id from devices where gym_id = ${gym}`)
  for (const { id } of terminals) {
    await withdraw(tx, { gym, id }, ['empty'])
    await invalidateHeld(tx, { gym, id }, null)
    await forgetZones(tx, gym, id)
    await beginCensus(tx, { gym, id }, now, true)
  }
}
