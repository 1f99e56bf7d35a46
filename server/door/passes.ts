// A pass of a client becomes an attendance, once, however often it is uploaded; every other pass is stored as a door record.
import { pinOfTerminal } from '@torniquete/contract/door/device-people.ts'
import { verifyBlocked } from '@torniquete/contract/door/door.ts'
import { notificationTitles, withoutRight } from '@torniquete/contract/reports/notifications.ts'
import { oneVisit, oneVisitSeconds } from '../members/attendances/queries.ts'
import { notifyOvercrowding } from '../members/inside/queries.ts'
import { pausedOn } from '../members/pauses/queries.ts'
import { usedUp } from '../members/visits-left/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { accessMessage } from '../reports/notifications/queries.ts'
import { barredAt } from '../till/debts/queries.ts'
import { shownMembership } from '../till/payments/queries.ts'
import { clockTolerance, isKnownThen, isOfUnreadTerminal } from './acquaintances.ts'
import { formerDirection, isExit, turnable } from './directions.ts'
import { makeDoorLabel } from './door-names.ts'
import { limits, rightOutsideHours } from './hours.ts'
import { censusNow } from './terminal-users.ts'

/** One pass as the terminal wrote it; `time` is its own clock: `YYYY-MM-DD HH:MM:SS`, to be read in the gym's zone. */
export interface Pass {
  pin: string
  time: string
  raw: string
  /** True if the terminal says that the person left; null if it does not say. `isExit` decides if that counts. */
  leaves: boolean | null
  /** The door of a panel with several, from 1 on. */
  door?: number | null
}

export interface PassPlace {
  gym: number
  id: number
  sn: string
  zone: string
  now: Date
}

/** A part of an upload. */
interface Upload extends PassPlace {
  /** Passes of the whole upload lie more than a visit apart, by the terminal's clock. */
  scattered: boolean
  /** The terminal's clock began anew (clock-restarts.ts). */
  restarted?: boolean
}

/** Older passes make no notification: a backlog is no news. */
const newsFor = '24 hours'
/** A time before `firstYear`, or more than `aheadAtMost` seconds from now, is that of a wrong clock. */
export const firstYear = '2015-01-01'
export const aheadAtMost = 300
/** The length of a window frame, whose bounds are inclusive: just less than a visit. */
const justWithin = `${oneVisitSeconds - 0.000_001} seconds`

/** Spanish reasons for which somebody who has paid is kept out: a debt, and a block by the gym. */
export const owing = 'tiene una deuda'
export const notAllowed = 'no se le permite entrar'

/** SQL text: why somebody had no right at a moment, in Spanish; null where they had one. It reads columns of `judged` below. */
export const missingRightText = sql`
  case when paid and paused then 'en pausa'
       when paid and barred then ${owing}::text
       when paid then case when lately and (not is_active or door_blocked or door_removed) then ${notAllowed}::text else outside end
       when last_day is null then 'sin membresía'
       when used_up then 'usó todas sus visitas'
       else 'membresía vencida el ' || to_char(last_day, 'DD/MM/YYYY') end`

interface Attempted {
  /** The instant, and the gym's IANA zone. */
  at: Statement
  zone: string
  /** The terminal's serial number, and its door, null where it is unknown. */
  sn: Statement
  door: Statement
  /** SQL condition: the pass is an exit, which is allowed at any hour and by any door. */
  leaves: Statement
}

/**
 * The state of client `p.id_client` at a moment, as columns: `paid`, `paused`, `barred` (by a debt), `last_day` (of the last right
 * before it), `used_up` (no visits left) and `outside` (why no paid plan opened that door then, in Spanish).
 */
export const paidTime = (gym: number, { at, zone, sn, door, leaves }: Attempted): Statement => {
  const day = sql`(${at} at time zone ${zone})::date`
  const device = sql`(select d.id from devices d where d.gym_id = ${gym} and d.sn = ${sn} and ${limits})`
  return sql`
  exists (select from membership_payments m where m.gym_id = ${gym} and m.id_client = p.id_client and m.voided_at is null
            and m.start_date <= ${day} and m.end_date > ${day}) as paid,
  ${pausedOn(gym, sql`p.id_client`, day)} as paused,
  ${barredAt(gym, sql`p.id_client`, at, day)} as barred,
  (select max(m.end_date) - 1 from membership_payments m where m.gym_id = ${gym} and m.id_client = p.id_client and m.voided_at is null
     and m.end_date <= ${day}) as last_day,
  ${usedUp(gym, sql`p.id_client`, day)} as used_up,
  case when not ${leaves} and exists (select from plan_access where gym_id = ${gym}) then ${rightOutsideHours(gym, { client: sql`p.id_client`, device, door, at, zone, past: true })} end as outside`
}

/** SQL condition: pass `j` belongs to the visit that used up the last paid visit. */
const onLastVisit = (gym: number): Statement => sql`
  (not paid and used_up and exists (
    select from attendances a where a.gym_id = ${gym} and a.id_client = j.id_client and a.undone_at is null and not a.without_right
      and a.check_in > j.check_in - ${oneVisit}::interval and a.check_in <= j.check_in))`

/**
 * The tables of a WITH by which passes become attendances. `told`: a query of (sn, pin, number, door, device_time, raw, arrived, clock_off,
 * is_exit, was_exit, turned_at, scattered). `judged`: each pass with its person, direction and right; `entered`: new attendances, and
 * whether a visit begins with each. Passes of a wrong clock that were uploaded together and lie apart (`scattered`) are `doubtful`:
 * some are of long ago, and their right is unknown. `which` is a condition on rows of `s`, which have `check_in`.
 */
export function enteredPasses(
  { gym, zone, now }: Pick<PassPlace, 'gym' | 'zone' | 'now'>,
  told: Statement,
  which = sql`true`,
): Statement {
  return sql`
    sent as (
      select *,
        -- few are ever turned round; what was taken for leaving, or coming, stays that
        case when turned_at is null then is_exit
             when exists (select from door_records d where d.gym_id = ${gym} and d.sn = t.sn and d.pin = t.pin and d.device_time = t.device_time and d.reason = 'exit') then true
             when exists (select from attendances a where a.gym_id = ${gym} and a.sn = t.sn and a.pin = t.number and a.device_time = t.device_time) then false
             when check_in >= turned_at then is_exit
             else was_exit end as leaves,
        wrong and scattered as doubtful
      from (select *, case when wrong then arrived else own_time end as check_in from (select *, clock_off or device_time < ${firstYear}::timestamp or own_time > arrived + make_interval(secs => ${aheadAtMost}) as wrong
            from (select t.*, t.device_time at time zone ${zone} as own_time from (${told}) t) o) t) t
    ), judged as (
      select s.*, p.id_client, p.id_user, c.name as client_name, c.is_active, c.door_blocked, c.door_removed,
        s.check_in > ${now}::timestamptz - ${newsFor}::interval as lately,
        ${paidTime(gym, { at: sql`s.check_in`, zone, sn: sql`s.sn`, door: sql`s.door`, leaves: sql`s.leaves` })},
        case when p.id_client is not null then 'client'
             when p.id_user is not null then 'staff'
             else 'unknown' end as reason
      from sent s
        left join (devices d left join terminal_states t on t.gym_id = d.gym_id and t.id_device = d.id) on d.gym_id = ${gym} and d.sn = s.sn
        left join terminal_acquaintances a on a.gym_id = d.gym_id and a.id_device = d.id and a.pin = s.number
        left join pins p on p.gym_id = ${gym} and p.id = s.number
          and (p.typed or ${isKnownThen} or ${isOfUnreadTerminal})
        left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      where ${which}
    ), visits as (
      select *, case when not coalesce(is_anonymous, false) and not doubtful and not ${onLastVisit(gym)} then ${missingRightText} end as missing
      from (select j.*, (select is_anonymous from clients c where c.gym_id = ${gym} and c.id = j.id_client) from judged j where reason = 'client') j
    ), attended as (
      insert into attendances (gym_id, id_client, check_in, sn, pin, device_time, door, membership_name, expire_membership, without_right, clock_wrong)
      select ${gym}, c.id, c.check_in, c.sn, c.number, c.device_time, c.door, shown.name, shown.end_date, c.missing is not null, c.wrong
      from (select ${gym}::integer as gym_id, id_client as id, check_in, sn, number, device_time, door, missing, wrong from visits where not leaves) c
        ${shownMembership(sql`c.check_in at time zone ${zone}`)}
      on conflict (gym_id, sn, pin, device_time) where sn is not null do nothing
      returning id_client, check_in, sn, pin, device_time
    ), entered as (
      select * from (
        select t.*, coalesce(check_in >= lag(check_in) over (partition by id_client order by check_in, fresh, device_time) + ${oneVisit}::interval, true)
          -- nor by what comes late, of a visit that is known
          and count(*) filter (where not fresh) over (partition by id_client order by check_in range between current row and ${justWithin}::interval following) = 0 as begins
        from (
          select a.*, true as fresh from attended a
          union all
          select e.id_client, e.check_in, e.sn, e.pin, e.device_time, false
          from (select id_client, min(check_in) as first, max(check_in) as last from attended group by id_client) m
            join attendances e on e.gym_id = ${gym} and e.id_client = m.id_client and e.undone_at is null and e.check_in > m.first - ${oneVisit}::interval and e.check_in < m.last + ${oneVisit}::interval
        ) t) ordered
      where fresh
    ), known as (
      -- written as text apart from the join: row-level security keeps one that casts from using the key
      delete from door_records d using (select sn, pin::text as pin, device_time from attended offset 0) a
      where d.gym_id = ${gym} and d.sn = a.sn and d.pin = a.pin and d.device_time = a.device_time
    )`
}

/** Class of the advisory lock between recording passes of unassigned numbers and assigning numbers. */
const numbersLock = 7208

/** Takes the exclusive lock: a pass that is recorded at the same time either is seen by this transaction, or sees its assigned numbers. */
export const lockPasses = (tx: Transaction, gym: number): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(${numbersLock}, ${gym})`)

/** Locks the rows of clients with counted visits, which each pass recounts: before the lock of numbers, in the order of docs/decisions/0005. */
export const lockVisitCounts = (tx: Transaction, gym: number, pins: readonly number[]): Promise<unknown> =>
  tx.run(sql`
    select from clients c
    where c.gym_id = ${gym} and exists (select from visit_counts where gym_id = ${gym})
      and c.id = any(array(select p.id_client from pins p where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and p.id_client is not null))
      and not c.is_anonymous and exists (
        select from membership_payments m join visit_counts v on v.gym_id = m.gym_id and v.id_payment = m.id
        where m.gym_id = ${gym} and m.id_client = c.id)
    order by c.id for no key update of c`)

/** The locks of a recording: shared with other recordings, exclusive against the assignment of numbers. */
const lockFor = (tx: Transaction, gym: number, passes: readonly Pass[]) =>
  Promise.all([
    lockVisitCounts(
      tx,
      gym,
      passes.flatMap(({ pin }) => pinOfTerminal(pin) ?? []),
    ),
    tx.run(sql`select pg_advisory_xact_lock_shared(${numbersLock}, ${gym})`),
  ])

/** True if passes of one upload lie more than a visit apart. Computed over the whole upload, which is recorded in parts. */
export function areScattered(passes: readonly Pass[]): boolean {
  // Texts of this form sort by time.
  const times = passes.map(({ time }) => time).sort()
  const [first, last] = [times[0], times.at(-1)].map((time = '') => Date.parse(`${time}Z`))
  return last !== undefined && first !== undefined && last - first > oneVisitSeconds * 1000
}

export const isClockWrong = ({ gym, id }: Pick<PassPlace, 'gym' | 'id'>): Statement =>
  sql`abs(coalesce((select clock_offset from devices where gym_id = ${gym} and id = ${id}), 0)) > ${clockTolerance}`

/** The query `told` of `enteredPasses` for passes as a terminal uploaded them. */
function reportedPasses(
  { gym, id, sn, now, scattered, restarted = false }: Upload,
  passes: readonly Pass[],
): Statement {
  const exit = (direction: Statement) =>
    sql`coalesce((select ${isExit(direction, sql`s.said`, sql`coalesce(t.other_dialect, false)`)} from ${turnable({ gym, id })}), false)`
  return sql`
    select distinct on (s.pin, s.device_time) s.pin, s.device_time, s.door, s.raw, ${sn}::text as sn, case when s.pin ~ '^[1-9][0-9]{0,8}$' then s.pin::integer end as number,
      ${now}::timestamptz as arrived, ${restarted}::boolean or ${isClockWrong({ gym, id })} as clock_off,
      ${exit(sql`d.direction`)} as is_exit, ${exit(formerDirection)} as was_exit,
      (select turned_at from terminal_states where gym_id = ${gym} and id_device = ${id}) as turned_at,
      ${scattered}::boolean as scattered
    from unnest(${passes.map((pass) => pass.pin)}::text[], ${passes.map((pass) => pass.time)}::timestamp[], ${passes.map((pass) => pass.raw)}::text[], ${passes.map((pass) => pass.leaves)}::boolean[],
      ${passes.map((pass) => pass.door ?? null)}::smallint[]) as s (pin, device_time, raw, said, door)`
}

/** Announces the areas that open pages show: an entry without a right a moment ago, and exits. */
const announced = ({ gym, sn, now }: PassPlace, passes: readonly Pass[]): Statement => sql`
    select announce(${gym}, area) from (
      select 'door' as area where exists (
        select from attendances where gym_id = ${gym} and check_in > ${now}::timestamptz - ${newsFor}::interval and sn = ${sn} and without_right
          and device_time = any(${passes.map((pass) => pass.time)}::timestamp[])
        union all
        select from door_records where gym_id = ${gym} and sn = ${sn} and without_right and arrived_at = ${now})
      union all
      select 'inside' where exists (
        select from door_records where gym_id = ${gym} and sn = ${sn} and reason = 'exit' and arrived_at = ${now})) areas`

/** The most nameless strangers of one terminal: more would slow the search for a free number, and come from abuse. */
const metAtMost = 200

/** Inserts strangers: whoever passed under an unassigned number is on the terminal, although it may not have listed them. */
const noteStrangersMet = ({ gym, id, now }: PassPlace): Statement => sql`
      insert into terminal_strangers (gym_id, id_device, pin, name, card, opens, seen_at, listed_in)
      select distinct ${gym}::integer, ${id}::bigint, j.pin, '', '', true, ${now}::timestamptz, ${censusNow({ gym, id })} - 1
      from kept k join judged j on j.pin = k.pin and j.device_time = k.device_time
      where j.reason = 'unknown' and j.lately and not j.doubtful and not exists (
        select from terminal_users u where u.gym_id = ${gym} and u.id_device = ${id} and u.pin = j.number)
        and (select count(*) from terminal_strangers where gym_id = ${gym} and id_device = ${id} and name = '') < ${metAtMost}
      limit ${metAtMost}
      on conflict do nothing`

/** The numbers of strangers who passed for the first time. */
const justMet = (tx: Transaction, { gym, id, now }: PassPlace): Promise<{ pin: string }[]> =>
  tx.many(sql`
    select pin from terminal_strangers where gym_id = ${gym} and id_device = ${id} and name = '' and seen_at = ${now}`)

/** The stored door records with which a visit begins: each visit makes one notification. */
const newsOf = ({ gym, sn, now }: PassPlace): Statement => sql`
      select k.* from (select *, lag(device_time) over (partition by pin order by device_time) as before from kept) k
      where coalesce(k.device_time >= k.before + ${oneVisit}::interval, true) and not exists (
        select from door_records d where d.gym_id = ${gym} and d.sn = ${sn} and d.pin = k.pin and d.reason <> 'refused' and d.device_time < k.device_time and d.device_time > k.device_time - ${oneVisit}::interval
          -- by a clock that was put back a time of long ago is near
          and not (k.clock_wrong and d.arrived_at <= ${now}::timestamptz - ${oneVisit}::interval))`

/**
 * Records passes of one terminal; repeats change nothing. A client's pass is an attendance with a notification, that of an unknown
 * number a door record with one, that of the staff a door record. An exit is a door record and no visit. Where the time is
 * impossible, or the clock known to be wrong, the pass counts at its arrival. The notification says where a person had no right,
 * since an attendance terminal reports only whom it let in. Answers the unassigned numbers that passed for the first time.
 */
export async function recordPasses(tx: Transaction, place: Upload, passes: readonly Pass[]): Promise<string[]> {
  const { gym, id, now } = place
  // A member of the staff who may not enter any more.
  const dismissed = sql`j.lately and not j.doubtful and exists (
    select from users u where u.gym_id = ${gym} and u.id = j.id_user and (not u.is_active or u.door_blocked or u.door_removed))`
  const record = sql`
    with ${enteredPasses(place, reportedPasses(place, passes))}, kept as (
      insert into door_records (gym_id, sn, pin, door, device_time, reason, raw, arrived_at, clock_wrong, without_right)
      select ${gym}, sn, pin, door, device_time, case when leaves then 'exit' else reason end, left(raw, 500), arrived, wrong, ${dismissed} or exists (
        select from visits v where v.missing is not null and v.lately and v.pin = j.pin and v.device_time = j.device_time)
      from judged j where (reason <> 'client' or leaves)
        -- sent again after its client was deleted, or had another number, it stays the visit that it was
        and not exists (select from attendances a where a.gym_id = ${gym} and a.sn = j.sn and a.pin = j.number and a.device_time = j.device_time)
      order by device_time, pin
      on conflict (gym_id, sn, pin, device_time) do nothing
      returning pin, device_time, without_right, clock_wrong
    ), told as (${newsOf(place)}
    ), met as (${noteStrangersMet(place)}
    ), disproved as (
      -- it had acknowledged that they are to be kept out
      update terminal_states t set block_proven_at = null, ends_itself = case when t.ends_itself then false else t.ends_itself end
      where t.gym_id = ${gym} and t.id_device = ${id} and (t.block_proven_at is not null or t.ends_itself) and exists (
        select from visits v join terminal_users u on u.gym_id = ${gym} and u.id_device = ${id} and u.pin = v.number
        where v.missing is not null and v.lately and not v.wrong and ((u.held).verify = ${verifyBlocked} or (u.held).valid_until < v.check_in::date::text and (u.held).valid_until <> '')
        union all
        select from kept k join terminal_users u on u.gym_id = ${gym} and u.id_device = ${id} and u.pin::text = k.pin
        where k.without_right and (u.held).verify = ${verifyBlocked}
          and not exists (select from judged j where j.pin = k.pin and j.device_time = k.device_time and j.wrong))
    )
    insert into notifications (gym_id, title, message, created_at, id_client)
    select ${gym}, ${notificationTitles.access}, message, created_at, id_client from (
      select replace(${accessMessage('{name}')}, '{name}', v.client_name) || coalesce(' ' || ${withoutRight} || v.missing || ' (' || ${makeDoorLabel(place, sql`v.door`)} || ').', '') as message,
        a.check_in as created_at, a.id_client
      from entered a join visits v on v.id_client = a.id_client and v.device_time = a.device_time
      -- one visit, one piece of news
      where v.is_anonymous or a.begins
      union all
      select v.client_name || ' salió por ' || ${makeDoorLabel(place, sql`v.door`)} || '. ' || ${withoutRight} || v.missing || '.', v.check_in, v.id_client
      from told k join visits v on v.pin = k.pin and v.device_time = k.device_time where k.without_right
      union all
      select u.name || case when j.leaves then ' salió. ' else ' ha ingresado al gimnasio. ' end || ${withoutRight} || 'es del personal y ya no tiene acceso (' || ${makeDoorLabel(place, sql`j.door`)} || ').', j.check_in, null
      from told k join judged j on j.pin = k.pin and j.device_time = k.device_time
        join users u on u.gym_id = ${gym} and u.id = j.id_user
      where k.without_right
      union all
      select 'El número ' || k.pin || ' no pertenece a nadie: abrió la puerta en ' || ${makeDoorLabel(place, sql`j.door`)} || '.', j.check_in, null
      from told k join judged j on j.pin = k.pin and j.device_time = k.device_time where j.reason = 'unknown'
    ) news
    where created_at > ${now}::timestamptz - ${newsFor}::interval
    order by created_at`
  // Sent together, executed in this order: the second statement sees the database as it is once the locks are held.
  const [, , , met] = await Promise.all([
    lockFor(tx, gym, passes),
    tx.run(record),
    tx.run(announced(place, passes)),
    justMet(tx, place),
    notifyOvercrowding(tx, place),
  ])
  return met.map(({ pin }) => pin)
}

/** Stores lines that cannot be parsed, without secrets and cut to 500 characters: they may be passes, and a person can read them. */
export async function storeUnreadable(
  tx: Transaction,
  { gym, sn, now }: Pick<PassPlace, 'gym' | 'sn' | 'now'>,
  lines: readonly string[],
): Promise<void> {
  const texts = lines.map((line) =>
    line.replace(/\b(passw(?:or)?d|tmp|template|content|photo)=[^\t]*/gi, '$1=').slice(0, 500),
  )
  await tx.run(sql`
    insert into door_records (gym_id, sn, pin, device_time, reason, raw)
    select ${gym}, ${sn}, md5(raw), (${now}::timestamptz at time zone 'UTC')::date, 'unreadable', raw from unnest(${texts}::text[]) as r (raw)
    on conflict (gym_id, sn, pin, device_time) do nothing`)
}
