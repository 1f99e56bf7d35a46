// Stores passes: a client's pass becomes one attendance, however often it is uploaded; any other pass a door record.

import { blockingVerifyMode } from '@torniquete/contract/door/door.ts'
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { entryWithoutRightPrefix, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { sameVisitInterval, sameVisitSeconds } from '../members/attendances/queries.ts'
import { notifyOvercrowding } from '../members/inside/queries.ts'
import { isPausedOnDaySql } from '../members/pauses/queries.ts'
import { isVisitPackUsedUpSql } from '../members/visits-left/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { formatAccessMessage } from '../reports/notifications/queries.ts'
import { wasClientBarredByDebtSql } from '../till/debts/queries.ts'
import { joinShownMembership } from '../till/payments/queries.ts'
import { doorLabelSubquery } from './door-names.ts'
import { deviceWithStateFromClause, isExitPassSql } from './pass-direction.ts'
import { isPassAfterSkippedCensusSql, passClockToleranceSeconds, wasPinKnownAtPassSql } from './pin-holder-history.ts'
import { isLimitedByPlansSql, planDenialReasonSql } from './plan-doors-and-hours.ts'
import { selectCensusNumber } from './terminal-users.ts'

/** A pass as uploaded. `time` is the terminal's clock in the gym's zone: `YYYY-MM-DD HH:MM:SS`. */
export interface Pass {
  pin: string
  time: string
  raw: string
  /** True if the terminal reports an exit; null if it reports no direction. `isExitPassSql` decides whether that counts. */
  leaves: boolean | null
  /** Door number of a panel, from 1. */
  door?: number | null
}

export interface PassContext {
  gym: number
  id: number
  sn: string
  zone: string
  now: Date
}

interface Upload extends PassContext {
  /** True if the passes of the upload span several visits by the terminal's clock. */
  scattered: boolean
  /** True if the terminal's clock was reset (clock-resets.ts). */
  restarted?: boolean
}

/** Passes older than this make no notification. */
const newsMaxAge = '24 hours'
/** A time before `earliestValidDate`, or more than `maxClockAheadSeconds` ahead of now, comes from a wrong clock. */
export const earliestValidDate = '2015-01-01'
export const maxClockAheadSeconds = 300
/** Length of a window frame with inclusive bounds: just less than a visit. */
const almostOneVisit = `${sameVisitSeconds - 0.000_001} seconds`

export const debtDenialReason = 'tiene una deuda'
export const blockedDenialReason = 'no se le permite entrar'

/** SQL text in Spanish: why a person had no right at that moment; null if they had one. Reads columns of `judged`. */
export const denialReasonSql = sql`
  case when paid and paused then 'en pausa'
       when paid and barred then ${debtDenialReason}::text
       when paid then case when lately and (not is_active or door_blocked or door_removed) then ${blockedDenialReason}::text else outside end
       when last_day is null then 'sin membresía'
       when used_up then 'usó todas sus visitas'
       else 'membresía vencida el ' || to_char(last_day, 'DD/MM/YYYY') end`

interface PassAttempt {
  /** Instant of the pass. `zone` is the gym's IANA zone. */
  at: Statement
  zone: string
  /** Serial number of the terminal. `door` is the door of a panel, null if unknown. */
  sn: Statement
  door: Statement
  /** SQL condition: the pass is an exit, which is allowed at any hour and door. */
  leaves: Statement
}

/**
 * SQL columns with the state of client `p.id_client` at a moment: `paid`, `paused`, `barred` (by a debt), `last_day`
 * (of the previous right), `used_up` (no visits left), `outside` (why no paid plan opened that door, in Spanish).
 */
export const membershipStateColumnsSql = (gym: number, { at, zone, sn, door, leaves }: PassAttempt): Statement => {
  const day = sql`(${at} at time zone ${zone})::date`
  const device = sql`(select d.id from devices d where d.gym_id = ${gym} and d.sn = ${sn} and ${isLimitedByPlansSql})`
  return sql`
  exists (select from membership_payments m where m.gym_id = ${gym} and m.id_client = p.id_client and m.voided_at is null
            and m.start_date <= ${day} and m.end_date > ${day}) as paid,
  ${isPausedOnDaySql(gym, sql`p.id_client`, day)} as paused,
  ${wasClientBarredByDebtSql(gym, sql`p.id_client`, at, day)} as barred,
  (select max(m.end_date) - 1 from membership_payments m where m.gym_id = ${gym} and m.id_client = p.id_client and m.voided_at is null
     and m.end_date <= ${day}) as last_day,
  ${isVisitPackUsedUpSql(gym, sql`p.id_client`, day)} as used_up,
  case when not ${leaves} and exists (select from plan_access where gym_id = ${gym}) then ${planDenialReasonSql(gym, { client: sql`p.id_client`, device, door, at, zone, past: true })} end as outside`
}

const onLastVisit = (gym: number): Statement => sql`
  (not paid and used_up and exists (
    select from attendances a where a.gym_id = ${gym} and a.id_client = j.id_client and a.undone_at is null and not a.without_right
      and a.check_in > j.check_in - ${sameVisitInterval}::interval and a.check_in <= j.check_in))`

/**
 * SQL for WITH. `told` is a query of passes. `judged` has each pass with its person, direction and right; `entered`
 * has the new attendances, and whether each begins a visit. Passes of a wrong clock that span several visits
 * (`scattered`) are `doubtful`: some are old, so their right is unknown. `which` is a condition on rows `s`.
 */
export function enteredPassesWithClause(
  { gym, zone, now }: Pick<PassContext, 'gym' | 'zone' | 'now'>,
  told: Statement,
  which = sql`true`,
): Statement {
  return sql`
    sent as (
      select *,
        -- a pass keeps its stored direction when the terminal's direction changes
        case when exists (select from door_records d where d.gym_id = ${gym} and d.sn = t.sn and d.pin = t.pin and d.device_time = t.device_time and d.reason = 'exit') then true
             when exists (select from attendances a where a.gym_id = ${gym} and a.sn = t.sn and a.pin = t.number and a.device_time = t.device_time) then false
             else is_exit end as leaves,
        wrong and scattered as doubtful
      from (select *, case when wrong then arrived else own_time end as check_in from (select *, clock_off or device_time < ${earliestValidDate}::timestamp or own_time > arrived + make_interval(secs => ${maxClockAheadSeconds}) as wrong
            from (select t.*, t.device_time at time zone ${zone} as own_time from (${told}) t) o) t) t
    ), judged as (
      select s.*, p.id_client, p.id_user, c.name as client_name, c.is_active, c.door_blocked, c.door_removed,
        s.check_in > ${now}::timestamptz - ${newsMaxAge}::interval as lately,
        ${membershipStateColumnsSql(gym, { at: sql`s.check_in`, zone, sn: sql`s.sn`, door: sql`s.door`, leaves: sql`s.leaves` })},
        case when p.id_client is not null then 'client'
             when p.id_user is not null then 'staff'
             else 'unknown' end as reason
      from sent s
        left join (devices d left join terminal_states t on t.gym_id = d.gym_id and t.id_device = d.id) on d.gym_id = ${gym} and d.sn = s.sn
        left join terminal_acquaintances a on a.gym_id = d.gym_id and a.id_device = d.id and a.pin = s.number
        left join pins p on p.gym_id = ${gym} and p.id = s.number
          and (p.typed or ${wasPinKnownAtPassSql} or ${isPassAfterSkippedCensusSql})
        left join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      where ${which}
    ), visits as (
      select *, case when not coalesce(is_anonymous, false) and not doubtful and not ${onLastVisit(gym)} then ${denialReasonSql} end as missing
      from (select j.*, (select is_anonymous from clients c where c.gym_id = ${gym} and c.id = j.id_client) from judged j where reason = 'client') j
    ), attended as (
      insert into attendances (gym_id, id_client, check_in, sn, pin, device_time, door, membership_name, expire_membership, without_right, clock_wrong)
      select ${gym}, c.id, c.check_in, c.sn, c.number, c.device_time, c.door, shown.name, shown.end_date, c.missing is not null, c.wrong
      from (select ${gym}::integer as gym_id, id_client as id, check_in, sn, number, device_time, door, missing, wrong from visits where not leaves) c
        ${joinShownMembership(sql`c.check_in at time zone ${zone}`)}
      on conflict (gym_id, sn, pin, device_time) where sn is not null do nothing
      returning id_client, check_in, sn, pin, device_time
    ), entered as (
      select * from (
        select t.*, coalesce(check_in >= lag(check_in) over (partition by id_client order by check_in, fresh, device_time) + ${sameVisitInterval}::interval, true)
          -- a late pass of a known visit begins none
          and count(*) filter (where not fresh) over (partition by id_client order by check_in range between current row and ${almostOneVisit}::interval following) = 0 as begins
        from (
          select a.*, true as fresh from attended a
          union all
          select e.id_client, e.check_in, e.sn, e.pin, e.device_time, false
          from (select id_client, min(check_in) as first, max(check_in) as last from attended group by id_client) m
            join attendances e on e.gym_id = ${gym} and e.id_client = m.id_client and e.undone_at is null and e.check_in > m.first - ${sameVisitInterval}::interval and e.check_in < m.last + ${sameVisitInterval}::interval
        ) t) ordered
      where fresh
    ), known as (
      -- compared as text outside the join: under row-level security a join with a cast cannot use the index
      delete from door_records d using (select sn, pin::text as pin, device_time from attended offset 0) a
      where d.gym_id = ${gym} and d.sn = a.sn and d.pin = a.pin and d.device_time = a.device_time
    )`
}

/** Class of the advisory lock that separates recording passes of unassigned PINs from assigning PINs. */
const numbersLock = 7208

/** Takes the exclusive lock: a concurrent pass either is seen by this transaction, or sees the assigned PINs. */
export const lockAgainstPassRecording = (tx: Transaction, gym: number): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(${numbersLock}, ${gym})`)

/** Locks clients whose visits each pass counts again. Must precede the lock of PINs (docs/decisions/0005). */
export const lockClientsWithVisitCounts = (tx: Transaction, gym: number, pins: readonly number[]): Promise<unknown> =>
  tx.run(sql`
    select from clients c
    where c.gym_id = ${gym} and exists (select from visit_counts where gym_id = ${gym})
      and c.id = any(array(select p.id_client from pins p where p.gym_id = ${gym} and p.id = any(${pins}::integer[]) and p.id_client is not null))
      and not c.is_anonymous and exists (
        select from membership_payments m join visit_counts v on v.gym_id = m.gym_id and v.id_payment = m.id
        where m.gym_id = ${gym} and m.id_client = c.id)
    order by c.id for no key update of c`)

/** Takes the locks for recording: shared between recordings, exclusive against assigning PINs. */
const lockForRecording = (tx: Transaction, gym: number, passes: readonly Pass[]) =>
  Promise.all([
    lockClientsWithVisitCounts(
      tx,
      gym,
      passes.flatMap(({ pin }) => parseTerminalPin(pin) ?? []),
    ),
    tx.run(sql`select pg_advisory_xact_lock_shared(${numbersLock}, ${gym})`),
  ])

/** Returns whether the passes of a complete upload, which is recorded in parts, span more than a visit. */
export function hasSeveralVisits(passes: readonly Pass[]): boolean {
  const times = passes.map(({ time }) => time).sort()
  const [first, last] = [times[0], times.at(-1)].map((time = '') => Date.parse(`${time}Z`))
  return last !== undefined && first !== undefined && last - first > sameVisitSeconds * 1000
}

export const isClockWrongSql = ({ gym, id }: Pick<PassContext, 'gym' | 'id'>): Statement =>
  sql`abs(coalesce((select clock_offset from devices where gym_id = ${gym} and id = ${id}), 0)) > ${passClockToleranceSeconds}`

function reportedPasses(
  { gym, id, sn, now, scattered, restarted = false }: Upload,
  passes: readonly Pass[],
): Statement {
  return sql`
    select distinct on (s.pin, s.device_time) s.pin, s.device_time, s.door, s.raw, ${sn}::text as sn, case when s.pin ~ '^[1-9][0-9]{0,8}$' then s.pin::integer end as number,
      ${now}::timestamptz as arrived, ${restarted}::boolean or ${isClockWrongSql({ gym, id })} as clock_off,
      coalesce((select ${isExitPassSql(sql`d.direction`, sql`s.said`, sql`coalesce(t.other_dialect, false)`)} from ${deviceWithStateFromClause({ gym, id })}), false) as is_exit,
      ${scattered}::boolean as scattered
    from unnest(${passes.map((pass) => pass.pin)}::text[], ${passes.map((pass) => pass.time)}::timestamp[], ${passes.map((pass) => pass.raw)}::text[], ${passes.map((pass) => pass.leaves)}::boolean[],
      ${passes.map((pass) => pass.door ?? null)}::smallint[]) as s (pin, device_time, raw, said, door)`
}

/** SQL that makes open pages reload the lists that passes change: entries without permission, and exits. */
const announcePassedAreas = ({ gym, sn, now }: PassContext, passes: readonly Pass[]): Statement => sql`
    select announce(${gym}, area) from (
      select 'door' as area where exists (
        select from attendances where gym_id = ${gym} and check_in > ${now}::timestamptz - ${newsMaxAge}::interval and sn = ${sn} and without_right
          and device_time = any(${passes.map((pass) => pass.time)}::timestamp[])
        union all
        select from door_records where gym_id = ${gym} and sn = ${sn} and without_right and arrived_at = ${now})
      union all
      select 'inside' where exists (
        select from door_records where gym_id = ${gym} and sn = ${sn} and reason = 'exit' and arrived_at = ${now})) areas`

/** Limit of unknown users without a name per terminal. More would slow the search for a free PIN, and are abuse. */
const maxPassedUsers = 200

/** Inserts an unknown user for each pass of an unassigned PIN, since the terminal must have that user. */
const insertPassedUsers = ({ gym, id, now }: PassContext): Statement => sql`
      insert into terminal_strangers (gym_id, id_device, pin, name, card, opens, seen_at, listed_in)
      select distinct ${gym}::integer, ${id}::bigint, j.pin, '', '', true, ${now}::timestamptz, ${selectCensusNumber({ gym, id })} - 1
      from kept k join judged j on j.pin = k.pin and j.device_time = k.device_time
      where j.reason = 'unknown' and j.lately and not j.doubtful and not exists (
        select from terminal_users u where u.gym_id = ${gym} and u.id_device = ${id} and u.pin = j.number)
        and (select count(*) from terminal_strangers where gym_id = ${gym} and id_device = ${id} and name = '') < ${maxPassedUsers}
      limit ${maxPassedUsers}
      on conflict do nothing`

const listPassedUsers = (tx: Transaction, { gym, id, now }: PassContext): Promise<{ pin: string }[]> =>
  tx.many(sql`
    select pin from terminal_strangers where gym_id = ${gym} and id_device = ${id} and name = '' and seen_at = ${now}`)

/** Selects stored door records that begin a visit. Each visit makes one notification. */
const selectNewVisits = ({ gym, sn, now }: PassContext): Statement => sql`
      select k.* from (select *, lag(device_time) over (partition by pin order by device_time) as before from kept) k
      where coalesce(k.device_time >= k.before + ${sameVisitInterval}::interval, true) and not exists (
        select from door_records d where d.gym_id = ${gym} and d.sn = ${sn} and d.pin = k.pin and d.reason <> 'refused' and d.device_time < k.device_time and d.device_time > k.device_time - ${sameVisitInterval}::interval
          -- a clock that was put back shows times near those of long ago
          and not (k.clock_wrong and d.arrived_at <= ${now}::timestamptz - ${sameVisitInterval}::interval))`

/**
 * Records passes of one terminal; repeats change nothing. A client's pass becomes an attendance with a notification;
 * a pass of an unknown PIN a door record with a notification; a pass of staff, or an exit, a door record. A pass with
 * an impossible time or a wrong clock gets its arrival time. The notification states a missing right, since
 * attendance terminals report only people whom they let in. Returns unassigned PINs that passed for the first time.
 */
export async function recordPasses(tx: Transaction, place: Upload, passes: readonly Pass[]): Promise<string[]> {
  const { gym, id, now } = place
  // SQL condition: the pass is of staff who may not enter any more.
  const dismissed = sql`j.lately and not j.doubtful and exists (
    select from users u where u.gym_id = ${gym} and u.id = j.id_user and (not u.is_active or u.door_blocked or u.door_removed))`
  const record = sql`
    with ${enteredPassesWithClause(place, reportedPasses(place, passes))}, kept as (
      insert into door_records (gym_id, sn, pin, door, device_time, reason, raw, arrived_at, clock_wrong, without_right)
      select ${gym}, sn, pin, door, device_time, case when leaves then 'exit' else reason end, left(raw, 500), arrived, wrong, ${dismissed} or exists (
        select from visits v where v.missing is not null and v.lately and v.pin = j.pin and v.device_time = j.device_time)
      from judged j where (reason <> 'client' or leaves)
        -- a repeat stays the attendance that it was, also if its client was deleted or has another PIN
        and not exists (select from attendances a where a.gym_id = ${gym} and a.sn = j.sn and a.pin = j.number and a.device_time = j.device_time)
      order by device_time, pin
      on conflict (gym_id, sn, pin, device_time) do nothing
      returning pin, device_time, without_right, clock_wrong
    ), told as (${selectNewVisits(place)}
    ), met as (${insertPassedUsers(place)}
    ), disproved as (
      -- the terminal had acknowledged that they are blocked
      update terminal_states t set block_proven_at = null, ends_itself = case when t.ends_itself then false else t.ends_itself end
      where t.gym_id = ${gym} and t.id_device = ${id} and (t.block_proven_at is not null or t.ends_itself) and exists (
        select from visits v join terminal_users u on u.gym_id = ${gym} and u.id_device = ${id} and u.pin = v.number
        where v.missing is not null and v.lately and not v.wrong and ((u.held).verify = ${blockingVerifyMode} or (u.held).valid_until < v.check_in::date::text and (u.held).valid_until <> '')
        union all
        select from kept k join terminal_users u on u.gym_id = ${gym} and u.id_device = ${id} and u.pin::text = k.pin
        where k.without_right and (u.held).verify = ${blockingVerifyMode}
          and not exists (select from judged j where j.pin = k.pin and j.device_time = k.device_time and j.wrong))
    )
    insert into notifications (gym_id, title, message, created_at, id_client)
    select ${gym}, ${notificationTitles.access}, message, created_at, id_client from (
      select replace(${formatAccessMessage('{name}')}, '{name}', v.client_name) || coalesce(' ' || ${entryWithoutRightPrefix} || v.missing || ' (' || ${doorLabelSubquery(place, sql`v.door`)} || ').', '') as message,
        a.check_in as created_at, a.id_client
      from entered a join visits v on v.id_client = a.id_client and v.device_time = a.device_time
      -- one notification per visit
      where v.is_anonymous or a.begins
      union all
      select v.client_name || ' salió por ' || ${doorLabelSubquery(place, sql`v.door`)} || '. ' || ${entryWithoutRightPrefix} || v.missing || '.', v.check_in, v.id_client
      from told k join visits v on v.pin = k.pin and v.device_time = k.device_time where k.without_right
      union all
      select u.name || case when j.leaves then ' salió. ' else ' ha ingresado al gimnasio. ' end || ${entryWithoutRightPrefix} || 'es del personal y ya no tiene acceso (' || ${doorLabelSubquery(place, sql`j.door`)} || ').', j.check_in, null
      from told k join judged j on j.pin = k.pin and j.device_time = k.device_time
        join users u on u.gym_id = ${gym} and u.id = j.id_user
      where k.without_right
      union all
      select 'El número ' || k.pin || ' no pertenece a nadie: abrió la puerta en ' || ${doorLabelSubquery(place, sql`j.door`)} || '.', j.check_in, null
      from told k join judged j on j.pin = k.pin and j.device_time = k.device_time where j.reason = 'unknown'
    ) news
    where created_at > ${now}::timestamptz - ${newsMaxAge}::interval
    order by created_at`
  // The statements are sent together and run in this order: the second one sees the database after the locks are taken.
  const [, , , met] = await Promise.all([
    lockForRecording(tx, gym, passes),
    tx.run(record),
    tx.run(announcePassedAreas(place, passes)),
    listPassedUsers(tx, place),
    notifyOvercrowding(tx, place),
  ])
  return met.map(({ pin }) => pin)
}

/** Stores lines that cannot be parsed, since they may be passes: without secrets, at most 500 characters each. */
export async function storeUnreadableLines(
  tx: Transaction,
  { gym, sn, now }: Pick<PassContext, 'gym' | 'sn' | 'now'>,
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
