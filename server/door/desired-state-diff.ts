import { allowingVerifyMode, blockingVerifyMode } from '@torniquete/contract/door/door.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import {
  allowedRecordSql,
  blockedRecordSql,
  paymentsOfPinFilterSql,
  selectDesiredUsers,
  uncertainVerifyMode,
} from './desired-state.ts'
import { alwaysOpenZoneNumber, isLimitedByPlansSql, limitedRightsWithClause } from './plan-doors-and-hours.ts'

/** Share of a terminal's capacity above which users without a current or recent right are removed. */
const crowdedFrom = 0.8

interface Scope {
  gym: number
  today: string
  device?: number
  pin?: number
}

/** Largest clock offset in seconds with which a terminal may enforce dates itself. */
export const expiryClockToleranceSeconds = 60

/** SQL condition: terminal `d` (state `s`) enforces dates by a correct clock. Null if that is unknown. */
export const enforcesDatesSql = sql`(s.ends_itself and abs(d.clock_offset) <= ${expiryClockToleranceSeconds})`

/** SQL condition: terminal `d` (state `s`) supports time zones, as all terminals of the access dialect do. */
export const supportsTimeZonesSql = sql`coalesce(s.other_dialect, false)`

export const refusedTimeZonesSql = sql`array(
  select z.zone from terminal_zones z where z.gym_id = d.gym_id and z.id_device = d.id and z.refused and z.zone <> ${alwaysOpenZoneNumber})`

/** Computes the properties of terminals once per terminal instead of once per person. */
const traits = ({ gym, device }: Scope): Statement => sql`
  select d.id, coalesce(${enforcesDatesSql}, false) as begins, d.block = 'delete' as deletes,
    ${isLimitedByPlansSql} as limits, ${supportsTimeZonesSql} as zones, ${refusedTimeZonesSql} as refused, case when s.other_dialect then coalesce(s.doors, 1) else 1 end as doors,
    s.capacity is not null and ${crowdedFrom}::numeric * s.capacity <=
      (select count(*) from terminal_users t where t.gym_id = d.gym_id and t.id_device = d.id and ((t.held).holder <> '' or (t.sent).holder <> ''))
      + (select count(*) from terminal_strangers t where t.gym_id = d.gym_id and t.id_device = d.id) as crowded
  from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
  where d.gym_id = ${gym} ${device === undefined ? sql`` : sql`and d.id = ${device}`}`

export const isAllowedRecordSql = (record: Statement): Statement => sql`(${record}).verify = ${allowingVerifyMode}`

const narrowedRecord = (today: string): Statement => sql`
  case when w.enters and n.first is not null and (d.begins and not w.paused or n.first <= ${today}::date)
    then ${allowedRecordSql(sql`n.first`, sql`n.last`, sql`n.access`)} else ${blockedRecordSql} end`

/** The record that unknown user `s` had before the gym identified them. Holder `s` means that it is restored. */
const formerRecord = sql`
  row('s' || s.pin, case when s.opens then ${allowingVerifyMode}::smallint else ${blockingVerifyMode}::smallint end, '', '', s.card, s.name, '')::user_record`

/** Keeps the planner from inlining the expressions of a row, which would compute them again at each use. */
const once = sql`offset 0`

/**
 * Compares the records of each PIN. `next` is the record that the terminal should hold, with holder '' for none. A
 * PIN that passes to another person is removed first, so that no fingerprint stays; `waits` is true until an unknown
 * user with that PIN is removed. Users without a current or recent right stay blocked until the terminal is crowded.
 * `urgency`: 0 can still enter but must not, 1 may enter but is blocked, 2 may enter but is missing, 3 must not enter
 * and is uncertain, 4 all others.
 */
export function selectRecordDifferences(scope: Scope): Statement {
  const { gym, today, device, pin } = scope
  const of = (table: Statement) =>
    sql`${table}.gym_id = ${gym} ${device === undefined ? sql`` : sql`and ${table}.id_device = ${device}`}`
  const only = pin === undefined ? sql`` : sql`and t.pin = ${pin}`
  return sql`
    with traits as materialized (${traits(scope)}), ${limitedRightsWithClause(gym, today, paymentsOfPinFilterSql(gym, pin))}
    select id_device, pin, held, sent, sent_at, waits_since, tries, error, next, latest, waits,
      case when (${isAllowedRecordSql(sql`held`)} or ${isAllowedRecordSql(sql`sent`)} and error is null) and not ${isAllowedRecordSql(sql`next`)} then 0
           when ${isAllowedRecordSql(sql`next`)} and (held).holder <> '' then 1
           when ${isAllowedRecordSql(sql`next`)} then 2
           when (held).holder <> '' and (held).verify = ${uncertainVerifyMode} then 3
           else 4 end as urgency
    from (
      select coalesce(w.id_device, t.id_device) as id_device, coalesce(w.pin, t.pin) as pin, coalesce(t.held, make_unknown_record('')) as held,
        t.sent, t.sent_at, case when t.sent is not null then coalesce(t.waits_since, t.sent_at) end as waits_since, coalesce(t.tries, 0) as tries, coalesce(t.error, s.error) as error, coalesce(w.latest, 0) as latest, s.pin is not null and not s.goes_back as waits,
        case when w.pin is null and s.goes_back then ${formerRecord}
             when w.pin is null or t.leaving
               or (t.held).holder not in ('', (w.record).holder)
               or (t.sent).holder <> (w.record).holder
               or not w.expected and (w.crowded or coalesce((t.held).holder, '') = '' and coalesce((t.sent).holder, '') = '')
               or w.deletes and not ${isAllowedRecordSql(sql`w.record`)} then make_unknown_record('')
             else w.record end as next
      from (select d.id as id_device, d.deletes, d.crowded, w.pin, w.latest, coalesce(n.opened, w.expected) as expected,
              case when n.id_client is not null then ${narrowedRecord(today)} when d.begins then w.ahead else w.record end as record
            from traits d cross join (${selectDesiredUsers(gym, today, pin)}) w
              left join narrowed n on n.id_device = d.id and n.id_client = w.id_client ${once}) w
        full join (select * from terminal_users t where ${of(sql`t`)} ${only} and (t.held).holder <> 'x') t on t.id_device = w.id_device and t.pin = w.pin
        left join terminal_strangers s on s.gym_id = ${gym} and s.id_device = coalesce(w.id_device, t.id_device) and s.pin = coalesce(w.pin, t.pin)::text ${once}) c`
}

/** SQL condition on a row of selectRecordDifferences: the terminal's state is not, or not certainly, the desired one. */
export const isRecordOutOfSyncSql = sql`(held <> next or sent is not null)`
