import { maxPollDelaySeconds } from '@torniquete/contract/door/device-modes.ts'
import type { Device } from '@torniquete/contract/door/devices.ts'
import {
  allowingVerifyMode,
  blockingVerifyMode,
  type ClientTerminalState,
  type PinStateAtTerminals,
} from '@torniquete/contract/door/door.ts'
import type { GeneratedPinChoice } from '@torniquete/contract/door/generated-pin-choice.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { isPausedOnDaySql } from '../members/pauses/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { nameSortKeySql } from '../platform/db/name-search.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { isClientBarredByDebtSql } from '../till/debts/queries.ts'
import { hashCommKey, isMatchingCommKey } from './communication-key.ts'
import { selectDesiredUsers } from './desired-state.ts'
import {
  enforcesDatesSql,
  isAllowedRecordSql,
  isRecordOutOfSyncSql,
  selectRecordDifferences,
} from './desired-state-diff.ts'
import { cancelCommands, enqueueCommands } from './device-commands.ts'
import { replaceGeneratedPins, summarizeGeneratedPins } from './generated-pins.ts'
import { markPinHoldersAlwaysKnown } from './pin-holder-history.ts'
import { isLimitedByPlansSql, planDoorBitsSql } from './plan-doors-and-hours.ts'
import { beginCensus, endCensusWithoutList } from './terminal-census.ts'
import { deleteTimeZones } from './terminal-time-zones.ts'
import { busyResultCodes, invalidateHeldRecords } from './terminal-users.ts'

export { convertPassesToAttendances } from './convert-passes-to-attendances.ts'
export { readAttendanceDoors } from './door-names.ts'
export { assignNewPins, isReassignablePinSql, releaseReassignablePins } from './generated-pins.ts'
export { listUnacceptedTerminalNames } from './origin-trust.ts'
export { lockAgainstPassRecording } from './record-passes.ts'
export { storeTemplate } from './store-templates.ts'
export { isUsableTemplateSql, type Template, templateTypes } from './templates.ts'
export { clearTerminalAndBeginCensus } from './terminal-census.ts'
export { movePinBetweenClients, scheduleTemplateRemoval } from './terminal-users.ts'
export { restoreUnknownUsers } from './unknown-users.ts'

export const selectTerminalRecordDiff = (gym: number, today: string, device: number): Statement =>
  sql`select pin, held, next from (${selectRecordDifferences({ gym, today, device })}) c`

/** A row of `devices`. `connected` is added from last-seen-tracker.ts, `alarm` from `listDevicesWithAlarm`. */
export type DeviceRow = Omit<Device, 'connected' | 'alarm'>

export const deviceRowsSql = sql`select id, name, sn, delay, last_seen from devices`

export const listDevices = (tx: Transaction, gym: number): Promise<DeviceRow[]> =>
  tx.many(sql`${deviceRowsSql} where gym_id = ${gym} order by ${nameSortKeySql(sql`name`)}, id`)

/**
 * Changes the key that a terminal must send: `comm_key` as typed, or with `requires_key` the key that the terminal
 * already sends (true) or none (false).
 */
export async function setRequiredCommKey(
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
  { comm_key, requires_key }: { comm_key?: string | null; requires_key?: boolean },
): Promise<void> {
  if (!comm_key && requires_key === undefined) return
  const { asked, offered } = await tx.one<{ asked: string | null; offered: string | null }>(sql`
    select d.comm_key_hash as asked, s.offered_key_hash as offered
    from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id}`)
  if (!comm_key && requires_key === (asked !== null)) return
  const kept = requires_key ? (offered ?? throwError('row.missing')) : null
  const key = comm_key ? hashCommKey(comm_key) : kept
  // A key that the terminal already sent counts as proven. Conflicts are cleared, since the former rule caused them.
  const proven = comm_key ? offered !== null && isMatchingCommKey(offered, comm_key) : key !== null
  await tx.run(sql`update devices set comm_key_hash = ${key} where gym_id = ${gym} and id = ${id}`)
  await tx.run(sql`
    update terminal_states set origin_proven = ${proven}, offered_key_hash = null,
      rival_address = null, rival_mac = null, rival_at = null, rival_lacks = null
    where gym_id = ${gym} and id_device = ${id}`)
}

/**
 * Applies an admin's decision. 'skip' ends the census without a result; it fails if generated PINs may conflict with
 * users of the terminal, unless `numbers` decides about them.
 */
export async function applyCensusDecision(
  tx: Transaction,
  place: { gym: number; id: number },
  { act, numbers }: { act: 'ask' | 'skip' | 'empty'; numbers?: GeneratedPinChoice },
  now: Date,
): Promise<void> {
  if (act === 'skip' && numbers === undefined) await requireNoPinConflict(tx, place)
  if (act === 'skip' && numbers === 'move') await replaceGeneratedPins(tx, place)
  if (act === 'skip' && numbers === 'keep') await markPinHoldersAlwaysKnown(tx, place)
  if (act === 'ask') await beginCensus(tx, place, now, true)
  else if (act === 'skip') await endCensusWithoutList(tx, place, now, true)
  // After 'empty' the census ends with the result of the command.
  else await enqueueCommands(tx, place, ['empty'])
  await announceDoorChange(tx, place.gym)
}

/** A terminal that never called is only being set up, so its PINs need no decision. */
async function requireNoPinConflict(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  const { gym, id } = place
  const called = await tx.maybe(
    sql`select from terminal_states where gym_id = ${gym} and id_device = ${id} and origin_address is not null`,
  )
  if (!called) return
  const { count, first } = await summarizeGeneratedPins(tx, place)
  const names = first.slice(0, 3).map(({ name }) => name)
  if (count > 0) throwError('census.unread', { names: `${names.join(', ')}${count > names.length ? ' y otros' : ''}` })
}

export async function enqueueClockUpdate(tx: Transaction, place: { gym: number; id: number }): Promise<void> {
  await enqueueCommands(tx, place, ['clock'])
  await announceDoorChange(tx, place.gym)
}

/** Marks all records of the gym as uncertain and deletes its time zones, so that everything is sent again. */
export async function resendAllRecords(tx: Transaction, gym: number): Promise<void> {
  await tx.run(sql`
    update terminal_users set held = make_unknown_record((held).holder), sent = null, command = null, tries = 0
    where gym_id = ${gym} and (held).holder <> ''`)
  await deleteTimeZones(tx, gym)
  await announceDoorChange(tx, gym)
}

/** Marks the blocked records of a terminal as uncertain, so that they are sent with its new way of blocking. */
export async function resendBlockedRecords(tx: Transaction, gym: number, device: number): Promise<void> {
  await tx.run(sql`
    update terminal_states s set switches = true from devices d
    where s.gym_id = ${gym} and s.id_device = ${device} and d.gym_id = s.gym_id and d.id = s.id_device and d.block = 'disable'`)
  await tx.run(sql`
    update terminal_users set held = make_unknown_record((held).holder), sent = null, command = null, tries = 0
    where gym_id = ${gym} and id_device = ${device} and (held).verify = ${blockingVerifyMode}`)
  await announceDoorChange(tx, gym)
}

/** SQL condition: another terminal called with the serial number of terminal `s` within the last day. */
export const hasSerialConflictSql = (now: Date): Statement => sql`(s.rival_at > ${now}::timestamptz - interval '1 day')`

/** Announces a change of the area `door`: every server compares each terminal again at its next poll. */
export const announceDoorChange = (tx: Transaction, gym: number): Promise<number> =>
  tx.run(sql`select announce(${gym}, 'door')`)

export const countDesiredUsers = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*) from (${selectDesiredUsers(gym, today)}) w`)).count

export const countPendingPins = async (tx: Transaction, gym: number, today: string): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`select count(distinct pin) from (${selectRecordDifferences({ gym, today })}) c where ${isRecordOutOfSyncSql} or waits`,
    )
  ).count

/** Seconds by which `last_seen` in the database may be behind (last-seen-tracker.ts). */
const saveIntervalSeconds = 15

/** SQL condition: terminal `d` (state `s`) has ended the right of record `c` without a command. */
const hasEnded = (today: string): Statement => sql`
  (coalesce(${enforcesDatesSql}, false) and (c.held).valid_until <> '' and (c.held).valid_until < ${today})`

/** SQL query of differences by person. `still_opens`: the terminal may admit someone who must not enter. */
export const selectPinStatesByTerminal = (gym: number, today: string): Statement => sql`
  select c.id_device, c.pin, c.held, c.waits_since, c.error, c.urgency, ${isRecordOutOfSyncSql} or waits as pending,
    c.urgency = 0 and not ${hasEnded(today)} as still_opens
  from (${selectRecordDifferences({ gym, today })}) c
    join devices d on d.gym_id = ${gym} and d.id = c.id_device
    left join terminal_states s on s.gym_id = ${gym} and s.id_device = c.id_device`

/**
 * SQL for FROM: PINs of people with a right whom terminal `d` blocks, because it refused their record, has an unknown
 * user with the same PIN, or did not acknowledge their hours. 'Busy' does not count as a refusal.
 */
export const lockedOutMembersFromClause = (gym: number, today: string): Statement => sql`
  from (
    select t.pin from terminal_users t
    where t.gym_id = ${gym} and t.id_device = d.id and t.error is not null and t.error <> all(${busyResultCodes}::integer[])
      and (t.sent).verify = ${allowingVerifyMode} and (t.held).verify <> ${allowingVerifyMode}
    union
    select p.id from (
      select pin::integer as pin from terminal_strangers s
      where s.gym_id = ${gym} and s.id_device = d.id and (s.name <> '' or s.error is not null and s.error <> all(${busyResultCodes}::integer[])) and s.pin ~ '^[1-9][0-9]{0,8}$' offset 0) s
      join pins p on p.gym_id = ${gym} and p.id = s.pin and not p.typed
      left join clients c on c.gym_id = ${gym} and c.id = p.id_client and c.is_active and not c.door_blocked and not c.door_removed
      left join users u on u.gym_id = ${gym} and u.id = p.id_user and u.is_active and not u.door_blocked and not u.door_removed
    where u.id is not null or exists (
      select from membership_payments m where m.gym_id = ${gym} and m.id_client = c.id and m.voided_at is null
        and m.start_date <= ${today}::date and m.end_date > ${today}::date)
      and not ${isPausedOnDaySql(gym, sql`c.id`, sql`${today}::date`)} and not ${isClientBarredByDebtSql(gym, sql`c.id`, sql`${today}::date`)}
    union
    -- the terminal does not answer about their hours
    select c.id_zkteco from terminal_zones z
      join schedules h on h.gym_id = z.gym_id and h.zone = z.zone
      join plan_access a on a.gym_id = h.gym_id and a.id_schedule = h.id
      join membership_payments m on m.gym_id = a.gym_id and m.id_membership = a.id_membership and m.voided_at is null
        and m.start_date <= ${today}::date and m.end_date > ${today}::date
      join clients c on c.gym_id = m.gym_id and c.id = m.id_client and c.deleted_at is null and c.id_zkteco is not null
        and c.is_active and not c.door_blocked and not c.door_removed and not ${isPausedOnDaySql(gym, sql`c.id`, sql`${today}::date`)} and not ${isClientBarredByDebtSql(gym, sql`c.id`, sql`${today}::date`)}
    where z.gym_id = ${gym} and z.id_device = d.id and z.sent is not null and not z.refused and z.tries > 1
      and ${isLimitedByPlansSql} and (a.doors is null or ${planDoorBitsSql(sql`d.id`)} is not null)
      and not exists (
        select from terminal_users t where t.gym_id = z.gym_id and t.id_device = z.id_device and t.pin = c.id_zkteco and ${isAllowedRecordSql(sql`t.held`)})) k`

/** SQL text: Spanish texts of error codes of both dialects (protocol §6.2). */
export const commandErrorTextSql = (code: Statement): Statement => sql`
  case when ${code} in (-1001, -5) then 'El dispositivo está lleno'
       when ${code} in (-1002, -22) then 'El dispositivo no admite este cambio'
       when ${code} in (-1, -6) then 'El dispositivo no pudo leer sus datos'
       when ${code} in (-1003, -1005) then 'El dispositivo estaba ocupado'
       else 'El dispositivo lo rechazó (código ' || ${code} || ')' end`

/** Lists unknown users on terminals whose PIN has the gym's form, without users that are to be removed. */
export const listUnknownUsers = (
  tx: Transaction,
  gym: number,
): Promise<{ pin: number; name: string; card: string | null; device: string }[]> =>
  tx.many(sql`
    select s.pin_as_number as pin, s.name, nullif(normalize_card(s.card), '') as card, d.name as device
    from terminal_strangers s join devices d on d.gym_id = s.gym_id and d.id = s.id_device
    where s.gym_id = ${gym} and s.pin_as_number is not null and not s.leaving
      and not exists (select from pins p where p.gym_id = s.gym_id and p.id = s.pin_as_number)
    order by d.name, s.pin_as_number`)

export async function setManualAccessOverride(
  tx: Transaction,
  gym: number,
  pin: number,
  change: { blocked?: boolean; removed?: boolean },
): Promise<void> {
  const { blocked = null, removed = null } = change
  const set = sql`set door_blocked = coalesce(${blocked}::boolean, door_blocked), door_removed = coalesce(${removed}::boolean, door_removed)`
  const isChange = sql`(door_blocked, door_removed) is distinct from (coalesce(${blocked}::boolean, door_blocked), coalesce(${removed}::boolean, door_removed))`
  await tx.run(
    sql`update clients ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${isChange}`,
  )
  await tx.run(
    sql`update users ${set} where gym_id = ${gym} and id_zkteco = ${pin} and deleted_at is null and ${isChange}`,
  )
}

export const listClientTerminalStates = (
  tx: Transaction,
  { gym, today, pin, now }: { gym: number; today: string; pin: number; now: Date },
): Promise<ClientTerminalState[]> =>
  tx.many(sql`
    select d.id as id_device, d.name as device,
      case when coalesce((c.held).holder, '') = '' then 'absent' when (c.held).verify = ${allowingVerifyMode} and not ${hasEnded(today)} then 'allowed' else 'blocked' end as state,
      not p.pending as current,
      case when p.pending then case when p.silent then d.last_seen else coalesce(nullif(c.waits_since, '-infinity'), d.last_seen) end end as since,
      case when not p.pending then null
           when c.error is not null then ${commandErrorTextSql(sql`c.error`)}
           when p.silent then 'Sin conexión'
           when s.census_begun is not null and s.census_ended is null and not s.census_again then 'Se está leyendo la lista de personas del dispositivo'
           else 'Aún no lo ha confirmado' end as reason
    from devices d
      left join (${selectRecordDifferences({ gym, today, pin })}) c on c.id_device = d.id
      left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      cross join lateral (select coalesce(${isRecordOutOfSyncSql} or waits, false) as pending,
        coalesce(d.last_seen <= ${now}::timestamptz - make_interval(secs => greatest(45, 3 * least(coalesce(d.delay, 0), ${maxPollDelaySeconds}::integer)) + ${saveIntervalSeconds}::integer), true) as silent) p
    where d.gym_id = ${gym} and not d.leaving order by ${nameSortKeySql(sql`d.name`)}, d.id`)

export async function readPinState(
  tx: Transaction,
  gym: number,
  today: string,
  pin: number,
): Promise<PinStateAtTerminals> {
  const [record, devices] = await Promise.all([
    tx.maybe<{ verify: number }>(sql`select (record).verify from (${selectDesiredUsers(gym, today, pin)}) w`),
    tx.many<{ pending: boolean }>(
      sql`select ${isRecordOutOfSyncSql} or waits as pending from (${selectRecordDifferences({ gym, today, pin })}) c where id_device is not null`,
    ),
  ])
  return {
    pin,
    verify: record?.verify ?? null,
    pending: devices.some(({ pending }) => pending),
  }
}

/**
 * Makes terminals be read and filled again after a restore, since the restored database lacks later commands and
 * people. Templates stay on terminals, because a PIN that is still known belongs to the same person.
 */
export async function restartReconciliation(tx: Transaction, gym: number, now: Date): Promise<void> {
  await tx.run(sql`update devices set leaving = false where gym_id = ${gym} and leaving`)
  const terminals = await tx.many<{ id: number }>(sql`select id from devices where gym_id = ${gym}`)
  for (const { id } of terminals) {
    await cancelCommands(tx, { gym, id }, ['empty'])
    await invalidateHeldRecords(tx, { gym, id }, null)
    await deleteTimeZones(tx, gym, id)
    await beginCensus(tx, { gym, id }, now, true)
  }
}
