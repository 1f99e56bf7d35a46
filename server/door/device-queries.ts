import { type DeviceTraffic, unreadableLineVisibleDays } from '@torniquete/contract/door/device-traffic.ts'
import {
  clockAlarmOffsetSeconds,
  type DeviceStatus,
  serialMaskCharacter,
  type UnknownDevice,
} from '@torniquete/contract/door/devices.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { nameSortKeySql } from '../platform/db/name-search.ts'
import { makeUpdateStatement, type Statement, sql } from '../platform/db/sql.ts'
import { enforcesDatesSql, refusedTimeZonesSql, supportsTimeZonesSql } from './desired-state-diff.ts'
import { canReceiveNamesSql, canReceiveTemplatesSql, readOriginTrust } from './origin-trust.ts'
import { isLimitedByPlansSql, planDoorBitsSql } from './plan-doors-and-hours.ts'
import {
  commandErrorTextSql,
  type DeviceRow,
  deviceRowsSql,
  hasSerialConflictSql,
  lockedOutMembersFromClause,
  selectPinStatesByTerminal,
} from './queries.ts'
import { pendingZoneCountSql } from './terminal-time-zones.ts'
import { invalidateHeldRecords } from './terminal-users.ts'

export const readDevice = (tx: Transaction, gym: number, id: number): Promise<DeviceRow | null> =>
  tx.maybe(sql`${deviceRowsSql} where gym_id = ${gym} and id = ${id}`)

/** Returns whether the terminal's serial number is registered to it, since another gym may have taken it over. */
export const isDeviceRegistered = async (tx: Transaction, gym: number, id: number): Promise<boolean> =>
  (await tx.maybe(sql`select from serial_numbers where gym_id = ${gym} and id_device = ${id}`)) !== null

/** In private networks, terminals and screens of one place differ only in the last part of their address. */
const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8']

interface Place {
  gym: number
  addresses: readonly string[]
}

/**
 * Selects unregistered serial numbers that called by the gym's host name, or without a host name from the network of
 * the caller or of the gym's terminals. Other numbers may belong to another gym, which would lose its terminal.
 */
const offered = ({ gym, addresses }: Place): Statement => sql`
  with here as (
    select replace(a, '::ffff:', '')::inet as at
    from (select unnest(${addresses}::text[]) as a union select origin_address from terminal_states where gym_id = ${gym}) known where a is not null
  )
  select sn, first_seen, last_seen, gym_id is not null as named
  from (select *, replace(address, '::ffff:', '')::inet as at from unknown_devices) u
  where gym_id = ${gym} or gym_id is null and exists (
    select from here h where u.at = h.at
      or h.at <<= any(${privateNetworks}::inet[]) and u.at <<= network(set_masklen(h.at, 24)))`

export const listUnknownDevices = (tx: Transaction, place: Place): Promise<UnknownDevice[]> =>
  tx.many(sql`
    select case when named then sn else left(sn, -4) || repeat(${serialMaskCharacter}, least(4, length(sn))) end as sn, first_seen, last_seen
    from (${offered(place)}) o order by o.last_seen desc, o.sn limit 100`)

export const updateDevice = (tx: Transaction, gym: number, id: number, change: object): Promise<number> =>
  tx.run(makeUpdateStatement('devices', change, sql`gym_id = ${gym} and id = ${id}`))

/** Lists plans, sold or still paid for, whose members could enter nowhere without this entrance. */
export const listPlansDependingOnDevice = (
  tx: Transaction,
  { gym, today }: { gym: number; today: string },
  id: number,
): Promise<{ name: string; deleted: boolean }[]> =>
  tx.many(sql`
    select m.name, m.deleted_at is not null as deleted
    from plan_access a join memberships m on m.gym_id = a.gym_id and m.id = a.id_membership
    where a.gym_id = ${gym} and a.doors is not null
      and exists (select from devices d where d.gym_id = ${gym} and d.id = ${id} and ${isLimitedByPlansSql} and ${planDoorBitsSql(sql`d.id`)} is not null)
      and not exists (
        select from devices d where d.gym_id = ${gym} and d.id <> ${id} and not d.leaving and ${isLimitedByPlansSql} and ${planDoorBitsSql(sql`d.id`)} is not null)
      and (m.deleted_at is null or exists (
        select from membership_payments p
        where p.gym_id = m.gym_id and p.id_membership = m.id and p.voided_at is null and p.end_date > ${today}::date))
    order by ${nameSortKeySql(sql`m.name`)} limit 10`)

const proofs = { block: sql`block_proven_at`, opening: sql`opening_proven_at` }

/** Records when an admin saw that the terminal blocks or opens as commanded; null if it does not. */
export const recordDoorTestTime = (
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
  of: keyof typeof proofs,
  at: Date | null,
): Promise<number> =>
  tx.run(sql`
    insert into terminal_states (gym_id, id_device, ${proofs[of]}) values (${gym}, ${id}, ${at})
    on conflict (gym_id, id_device) do update set ${proofs[of]} = excluded.${proofs[of]}`)

/**
 * Decides about the caller that conflicts with the terminal's origin. If it lacks the required key, it cannot be
 * accepted or blocked, and only its warning is dropped. Accepting a caller that did not use the gym's host name lifts
 * the requirement of that name.
 */
export const decideOnConflictingOrigin = async (
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
  { act, address: seen }: { act: 'accept' | 'block'; address: string },
): Promise<number> => {
  const isChoice = sql`(rival_lacks is null or rival_lacks = 'name')`
  const accepted = sql`origin_address = rival_address, origin_mac = rival_mac, origin_proven = rival_lacks is null,
    origin_accepted_at = now(), offered_key_hash = null, by_name = case when rival_lacks = 'name' then false else by_name end`
  const turnedAway = sql`blocked_address = case when ${isChoice} then rival_address else blocked_address end,
    blocked_mac = case when ${isChoice} then rival_mac else blocked_mac end`
  return tx.run(sql`
    update terminal_states set ${act === 'accept' ? accepted : turnedAway},
      rival_address = null, rival_mac = null, rival_at = null, rival_lacks = null
    where gym_id = ${gym} and id_device = ${id} and rival_at is not null and rival_address = ${seen}
      and (${act === 'block'} or ${isChoice})`)
}

/**
 * Decides about the current origin, which was the first caller or took over after a silence. If accepted, records
 * that were sent without names are sent again; if rejected, the next caller is not trusted either. A first caller is
 * only decided about with `current`.
 */
export async function decideOnCurrentOrigin(
  tx: Transaction,
  { gym, id }: { gym: number; id: number },
  { act, address: seen, current = false }: { act: 'accept' | 'block'; address: string; current?: boolean | undefined },
): Promise<number> {
  const { people } = await readOriginTrust(tx, { gym, id })
  const turnedAway = sql`blocked_address = origin_address, blocked_mac = origin_mac, origin_address = null, origin_mac = null, origin_proven = false`
  const decided = await tx.run(sql`
    update terminal_states s set ${act === 'accept' ? sql`origin_accepted_at = now()` : turnedAway}
    from devices d
    where s.gym_id = ${gym} and s.id_device = ${id} and d.gym_id = s.gym_id and d.id = s.id_device and not ${current ? canReceiveTemplatesSql : canReceiveNamesSql} and s.origin_address = ${seen}`)
  if (decided > 0 && act === 'accept' && !people) await invalidateHeldRecords(tx, { gym, id }, null)
  return decided
}

/** SQL for FROM: PINs (`who`) of people without a right who passed terminal `d` today, in either direction. */
const passesWithoutRight = (gym: number, today: string, zone: string): Statement => sql`
  from (
    select a.pin::text as who from attendances a
    where a.gym_id = ${gym} and a.sn = d.sn and a.without_right and a.check_in >= ${today}::date::timestamp at time zone ${zone}
    union all
    select r.pin from door_records r
    where r.gym_id = ${gym} and r.sn = d.sn and r.without_right and r.arrived_at >= ${today}::date::timestamp at time zone ${zone}) w`

/** Lists the ids of terminals with an alarm. A terminal that is being emptied has none. */
export async function listDevicesWithAlarm(
  tx: Transaction,
  gym: number,
  today: string,
  zone: string,
  now: Date,
): Promise<Set<number>> {
  const rows = await tx.many<{ id: number }>(sql`
    select d.id from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and not d.leaving and (
      ${hasSerialConflictSql(now)} or not ${canReceiveNamesSql} or s.quota_exceeded_on = ${today}::date
      or s.ends_itself is not false and abs(d.clock_offset) >= ${clockAlarmOffsetSeconds}
      or exists (select ${passesWithoutRight(gym, today, zone)})
      or exists (select ${lockedOutMembersFromClause(gym, today)}))`)
  return new Set(rows.map(({ id }) => id))
}

const unreadable = (gym: number, sn: Statement): Statement => sql`
  from door_records r
  where r.gym_id = ${gym} and r.sn = ${sn} and r.reason = 'unreadable' and r.arrived_at > now() - make_interval(days => ${unreadableLineVisibleDays})`

export const listUnreadableLines = (tx: Transaction, gym: number, sn: string): Promise<DeviceTraffic['unreadable']> =>
  tx.many(sql`
    select r.arrived_at as at, r.raw as text ${unreadable(gym, sql`${sn}`)} order by r.arrived_at desc, r.id desc limit 50`)

export const listDeviceStatus = (
  tx: Transaction,
  gym: number,
  today: string,
  zone: string,
  now: Date,
): Promise<DeviceStatus[]> =>
  tx.many(sql`
    with compared as materialized (${selectPinStatesByTerminal(gym, today)}),
    per as (
      select c.id_device, count(*) filter (where (c.held).holder <> '') as held, count(*) filter (where c.pending) as pending, count(*) filter (where c.pending and c.error is not null) as refused,
        min(c.waits_since) filter (where c.pending and c.waits_since > '-infinity') as oldest,
        count(*) filter (where c.still_opens) as still_open, count(*) filter (where c.still_opens and (c.held).holder like 'u%' and not exists (
          select from users u where u.gym_id = ${gym} and u.id = substring((c.held).holder from 2)::bigint and u.is_active and u.deleted_at is null)) as dismissed_open, count(*) filter (where (c.held).verify = 0) as opening
      from compared c group by c.id_device
    )
    select d.id, d.leaving, d.firmware, d.push_version, s.model, d.last_seen, coalesce(p.held, 0) as held, s.capacity,
      coalesce(p.opening, 0) + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = d.id and t.opens) as opening,
      coalesce(p.pending, 0) as pending, case when p.pending > 0 then coalesce(p.oldest, d.last_seen, d.created_at) end as oldest_pending,
      coalesce(p.refused, 0) as refused_count, (select count(*) ${lockedOutMembersFromClause(gym, today)}) as kept_out,
      (select coalesce(json_agg(json_build_object('id_client', r.id_client, 'name', r.name, 'reason', r.reason)), '[]')
       from (select p.id_client, coalesce(k.name, u.name, p.id::text) as name, ${commandErrorTextSql(sql`c.error`)} as reason
             from compared c join pins p on p.gym_id = ${gym} and p.id = c.pin
               left join clients k on k.gym_id = ${gym} and k.id = p.id_client left join users u on u.gym_id = ${gym} and u.id = p.id_user
             where c.id_device = d.id and c.pending and c.error is not null order by c.urgency, c.pin limit 100) r) as refused,
      (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = d.id) as strangers,
      (select count(*) from terminal_proposals t where t.gym_id = ${gym} and t.id_device = d.id and not t.rejected) as proposals,
      case when s.census_begun is not null and s.census_ended is null then json_build_object('counted', s.census_counted, 'refused',
        exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = d.id and o.kind = 'list' and o.result < 0), 'listed',
        (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = d.id and t.listed_in = s.census)
        + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = d.id and t.listed_in = s.census)) end as census,
      (select count(distinct w.who) ${passesWithoutRight(gym, today, zone)}) as passes_without_right,
      case when ${hasSerialConflictSql(now)} then json_build_object('address', s.rival_address, 'mac', s.rival_mac, 'lacks', s.rival_lacks,
        'since', to_char(s.rival_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as origin_conflict,
      case when not ${canReceiveNamesSql} then json_build_object('address', s.origin_address, 'mac', s.origin_mac) end as origin_unproven,
      case when s.origin_address is not null and ${canReceiveNamesSql} and not ${canReceiveTemplatesSql} then json_build_object('address', s.origin_address, 'mac', s.origin_mac) end as origin_first,
      coalesce(s.quota_exceeded_on = ${today}::date, false) as quota_exceeded,
      case when s.other_dialect then 'none' when d.comm_key_hash is not null then 'required' when s.offered_key_hash is not null then 'offered' else 'none' end as comm_key,
      exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = d.id and o.kind = 'empty' and o.result < 0) as refuses_emptying,
      case when s.other_dialect then 'access' else 'attendance' end as dialect, d.clock_offset,
      exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = d.id and o.kind = 'clock' and o.result < 0) as refuses_clock,
      case when ${enforcesDatesSql} then 'yes' when s.ends_itself is null or s.ends_itself then 'unproven' else 'no' end as expires_itself,
      d.block, d.block_group, s.block_proven_at, case when s.other_dialect then 'control' else d.open_command end as open_command, s.opening_proven_at, coalesce(p.still_open, 0) as can_still_enter,
      coalesce(p.dismissed_open, 0) as dismissed_can_still_enter,
      d.direction, case when s.other_dialect then coalesce(s.doors, 1) else 1 end as doors, d.door_names,
      case when not ${isLimitedByPlansSql} or not exists (select from plan_access a where a.gym_id = ${gym} and a.id_schedule is not null) then 'none' when ${supportsTimeZonesSql} and ${refusedTimeZonesSql} = '{}' then 'kept' else 'ignored' end as hours,
      ${pendingZoneCountSql({ gym, id: sql`d.id` })} as hours_pending,
      (select count(*) from (select ${unreadable(gym, sql`d.sn`)} limit 1000) l) as unreadable
    from devices d
      left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      left join per p on p.id_device = d.id
    where d.gym_id = ${gym} order by ${nameSortKeySql(sql`d.name`)}, d.id`)
