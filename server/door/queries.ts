import { type Device, longestDelay } from '@torniquete/contract/devices.ts'
import { type ClientAtDoor, type PinState, verifyAllowed, verifyBlocked } from '@torniquete/contract/door.ts'
import { fail } from '@torniquete/contract/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { inOrder } from '../db/name-search.ts'
import { type Statement, sql } from '../db/sql.ts'
import { barredOn } from '../debts/queries.ts'
import { pausedOn } from '../pauses/queries.ts'
import { beginCensus, endCensus } from './census.ts'
import { hashKey, isKey } from './communication-key.ts'
import { comparison, differs, keepsDays, opens } from './comparison.ts'
import { limits, openedDoors } from './hours.ts'
import { order, withdraw } from './orders.ts'
import { face, finger, infraredFace, palm, photo, vein } from './templates.ts'
import { busy, invalidateHeld, scheduleRemoval } from './terminal-users.ts'
import { readRecord, wanted } from './wanted.ts'
import { forgetZones } from './zones.ts'

export { resetReplacedUnit } from './census.ts'
export { keepsDays, refusedZones, takesHours } from './comparison.ts'
export { formerDirection, turnable } from './directions.ts'
export { limits, openedDoors } from './hours.ts'
export { lockPasses } from './passes.ts'
export { adoptPastPasses } from './past-passes.ts'
export { isYielding, numberStaff, releaseStaffNumbers } from './staff-numbers.ts'
export { isCardTaken } from './strangers.ts'
export { storeTemplate } from './template-store.ts'
export { type Template, templatePlace, usableBy } from './templates.ts'
export { transferPin } from './terminal-users.ts'
export { zonesPending } from './zones.ts'
export { scheduleRemoval }

/** Types of templates. */
export const templates = { photo, finger, infraredFace, vein, palm, face } as const

/** What one terminal should hold beside what it does: a table (pin, held, next). */
export const comparedAt = (gym: number, today: string, device: number): Statement =>
  sql`select pin, held, next from (${comparison({ gym, today, device })}) c`

/** A terminal as stored; whether it is connected is known by the door's presence, and whether it is alarming by `listAlarming`. */
export type DeviceRow = Omit<Device, 'connected' | 'alarm'>

export const device = sql`select id, name, sn, delay, last_seen from devices`

export const listDevices = (tx: Transaction, gym: number): Promise<DeviceRow[]> =>
  tx.many(sql`${device} where gym_id = ${gym} order by ${inOrder(sql`name`)}, id`)

/** A terminal of which nothing is known yet, new or in another's place: it is asked whom it holds before it is told anything. */
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
  ])
    await tx.run(sql`delete from ${table} where gym_id = ${gym} and id_device = ${id}`)
  await beginCensus(tx, place, now)
}

/**
 * From now on the communication key `comm_key` is asked of a terminal, or the one that it sends (`requires_key`), or none.
 * Nothing changes where neither says so. Fails with row.missing where it sends none.
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
  // Twice is once.
  if (!comm_key && requires_key === (asked !== null)) return
  const kept = requires_key ? (offered ?? fail('row.missing')) : null
  const key = comm_key ? hashKey(comm_key) : kept
  // Who has said it need not say it again; what was told of others was told under another rule.
  const proven = comm_key ? offered !== null && isKey(offered, comm_key) : key !== null
  await tx.run(sql`update devices set comm_key_hash = ${key} where gym_id = ${gym} and id = ${id}`)
  await tx.run(sql`
    update terminal_states set origin_proven = ${proven}, offered_key_hash = null,
      rival_address = null, rival_mac = null, rival_at = null, rival_lacks = null
    where gym_id = ${gym} and id_device = ${id}`)
}

/** Asks a terminal anew whom it holds; goes on without having asked; or empties it, whoever is on it. */
export async function takeCensus(
  tx: Transaction,
  place: { gym: number; id: number },
  act: 'ask' | 'skip' | 'empty',
  now: Date,
): Promise<void> {
  if (act === 'ask') await beginCensus(tx, place, now, true)
  else if (act === 'skip') await endCensus(tx, place, now, true)
  // It ends when the terminal has said that it did.
  else await order(tx, place, ['empty'])
  await announceDoor(tx, place.gym)
}

/** A terminal is given the time with its next call, whenever it had it last. */
export async function setClock(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  await order(tx, place, ['clock'])
  await announceDoor(tx, place.gym)
}

/** Everything is to be sent again, hours first; who holds a number stays known. */
export async function resendAll(tx: Transaction, gym: number): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = split_part(held, E'\\t', 1) || E'\\t?', sent = null, command = null, tries = 0
    where gym_id = ${gym} and held <> ''`)
  await forgetZones(tx, gym)
  await announceDoor(tx, gym)
}

/** Those whom one terminal keeps out are to be sent again: it is told to in another way. */
export async function resendBlocked(tx: Transaction, gym: number, device: number): Promise<void> {
  await tx.run(sql`
    update terminal_states s set switches = true from devices d
    where s.gym_id = ${gym} and s.id_device = ${device} and d.gym_id = s.gym_id and d.id = s.id_device and d.block = 'disable'`)
  await tx.run(sql`
    update terminal_users set held = split_part(held, E'\\t', 1) || E'\\t?', sent = null, command = null, tries = 0
    where gym_id = ${gym} and id_device = ${device} and split_part(held, E'\\t', 2) = ${String(verifyBlocked)}`)
  await announceDoor(tx, gym)
}

/** Whether another calls with the number of terminal `s`, or did lately: about one that fell silent nobody is asked for ever. */
export const hasRival = (now: Date): Statement => sql`(s.rival_at > ${now}::timestamptz - interval '1 day')`
export const hasTwin = (now: Date): Statement => sql`(s.twin_at > ${now}::timestamptz - interval '1 day')`

/** Wakes the terminals' next polls, on every server. */
export const announceDoor = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select announce(${gym}, 'door')`)

export const countWanted = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*) from (${wanted(gym, today)}) w`)).count

/** Numbers whose state at a terminal is not, or not for certain, the wanted one: a table (id of the terminal, pin). */
const unsettled = (gym: number, today: string): Statement =>
  sql`select id_device as id, pin from (${comparison({ gym, today })}) c where ${differs} or waits`

/** How many numbers some terminal has yet to hear of. */
export const countPending = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(distinct pin) from (${unsettled(gym, today)}) u`)).count

/** Seconds by which what the database knows of a terminal's last call may be old (presence.ts). */
const keptEvery = 15

/** Whether terminal `d`, with state `s`, has ended the right of the record of `c` by itself. */
const hasEnded = (today: string): Statement => sql`
  (coalesce(${keepsDays}, false) and split_part(c.held, E'\\t', 4) <> '' and split_part(c.held, E'\\t', 4) < ${today})`

/**
 * Every number at every terminal: a table (id_device, pin, held, waits_since, error, urgency, pending, still_opens). `still_opens`:
 * who may not enter and does, member or staff, by what the terminal acknowledged, or was told and perhaps did, unless it ended
 * that right by itself.
 */
export const doorStates = (gym: number, today: string): Statement => sql`
  select c.id_device, c.pin, c.held, c.waits_since, c.error, c.urgency, ${differs} or waits as pending,
    c.urgency = 0 and not ${hasEnded(today)} as still_opens
  from (${comparison({ gym, today })}) c
    join devices d on d.gym_id = ${gym} and d.id = c.id_device
    left join terminal_states s on s.gym_id = ${gym} and s.id_device = c.id_device`

/**
 * Who has a right and is kept out by terminal `d`, which would not take them, or not take off whoever it holds under their
 * number, or has yet to answer of their hours; one that was busy is only asked again.
 */
export const keptOut = (gym: number, today: string): Statement => sql`
  from (
    select t.pin from terminal_users t
    where t.gym_id = ${gym} and t.id_device = d.id and t.error is not null and t.error <> all(${busy}::integer[])
      and split_part(t.sent, E'\\t', 2) = ${String(verifyAllowed)} and split_part(t.held, E'\\t', 2) <> ${String(verifyAllowed)}
    union
    select p.id from (
      select pin::integer as pin from terminal_strangers s
      where s.gym_id = ${gym} and s.id_device = d.id and s.error is not null and s.error <> all(${busy}::integer[]) and s.pin ~ '^[1-9][0-9]{0,8}$' offset 0) s
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

/** What a terminal's refusal means (protocol §6.2), in two dialects. */
export const refusalText = (code: Statement): Statement => sql`
  case when ${code} in (-1001, -5) then 'El dispositivo está lleno'
       when ${code} in (-1002, -22) then 'El dispositivo no admite este cambio'
       when ${code} in (-1, -6) then 'El dispositivo no pudo leer sus datos'
       when ${code} in (-1003, -1005) then 'El dispositivo estaba ocupado'
       else 'El dispositivo lo rechazó (código ' || ${code} || ')' end`

/** Whom terminals hold, under numbers as the gym has them, that are nobody's; who is to be taken off is as good as gone. */
export const strangersOf = (
  tx: Transaction,
  gym: number,
): Promise<{ pin: number; name: string; card: string | null; device: string }[]> =>
  tx.many(sql`
    select s.pin_as_number as pin, s.name, nullif(card_form(s.card), '') as card, d.name as device
    from terminal_strangers s join devices d on d.gym_id = s.gym_id and d.id = s.id_device
    where s.gym_id = ${gym} and s.pin_as_number is not null and not s.leaving
      and not exists (select from pins p where p.gym_id = s.gym_id and p.id = s.pin_as_number)
    order by d.name, s.pin_as_number`)

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

/** What was decided by hand about a number that somebody of the gym has. */
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

/** What each terminal does with the person behind a number, and why it is not yet what it should be. */
export const statesAtDoor = (
  tx: Transaction,
  { gym, today, pin, now }: { gym: number; today: string; pin: number; now: Date },
): Promise<ClientAtDoor[]> =>
  tx.many(sql`
    select d.id as id_device, d.name as device,
      case when coalesce(c.held, '') = '' then 'absent' when split_part(c.held, E'\\t', 2) = ${String(verifyAllowed)} and not ${hasEnded(today)} then 'allowed' else 'blocked' end as state,
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
    tx.maybe<{ record: string }>(sql`select record from (${wanted(gym, today, pin)}) w`),
    tx.many<{ pending: boolean }>(
      sql`select ${differs} or waits as pending from (${comparison({ gym, today, pin })}) c where id_device is not null`,
    ),
  ])
  return {
    pin,
    verify: record ? readRecord(record.record).verify : null,
    pending: devices.some(({ pending }) => pending),
  }
}

/**
 * Each terminal is asked whom it holds and told everything again, and is served meanwhile: the database may have forgotten what
 * it was told, and who was made since. Their fingers stay: who is known still under a number is the same person there. What was
 * said before the copy, to empty it or to take it away, was done or taken back since: nobody loses their fingers twice.
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
