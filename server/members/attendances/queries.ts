import type { Attendance, UndoneAttendance } from '@torniquete/contract/members/attendances.ts'
import { addYears, getDayStart } from '@torniquete/contract/shared/dates.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql } from '../../platform/db/name-search.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql, type TimeRange } from '../../platform/db/time-range.ts'

const selectItem = (rows: Statement): Statement => sql`
  select a.id as attendance_id, a.id_client, c.name as client_name, a.check_in,
         a.membership_name, a.expire_membership
  from (${rows}) a
    join clients c on c.gym_id = a.gym_id and c.id = a.id_client
  order by a.check_in desc, a.id desc`

interface AttendanceFilter extends PageQuery {
  client_id?: number | undefined
  client_name?: string | undefined
  checkedIn: TimeRange
}

function matchFilter(gym: number, filter: AttendanceFilter): Statement {
  const named = hasNameWordsSql(sql`n.search`, filter.client_name)
  return sql`a.gym_id = ${gym} and a.undone_at is null ${isTimeInRangeSql(sql`a.check_in`, filter.checkedIn)}
    ${filter.client_id === undefined ? emptySql : sql`and a.id_client = ${filter.client_id}`}
    ${named === emptySql ? emptySql : sql`and a.id_client in (select n.id from clients n where n.gym_id = ${gym} ${named})`}`
}

const listAttendanceRows = (gym: number, filter: AttendanceFilter): Statement => sql`
  select a.* from attendances a where ${matchFilter(gym, filter)} order by a.check_in desc, a.id desc
  limit ${filter.size_page} offset ${(filter.page - 1) * filter.size_page}`

/** Attendances, newest first. Unlike in other lists, `page` counts from 1. */
export const listAttendances = (tx: Transaction, gym: number, filter: AttendanceFilter) =>
  readListPage<Attendance>(
    tx,
    filter,
    selectItem(listAttendanceRows(gym, filter)),
    sql`from attendances a where ${matchFilter(gym, filter)}`,
  )

export const listNewestAttendances = (tx: Transaction, gym: number, most: number): Promise<Attendance[]> =>
  tx.many(
    selectItem(
      listAttendanceRows(gym, { page: 1, size_page: most, checkedIn: { from: null, until: null, closed: false } }),
    ),
  )

export const readAttendance = (tx: Transaction, gym: number, id: number): Promise<Attendance | null> =>
  tx.maybe(selectItem(sql`select a.* from attendances a where a.gym_id = ${gym} and a.id = ${id}`))

/** Another entry within these seconds is the same visit: a terminal reports a face in front of it each second. */
export const sameVisitSeconds = 60
export const sameVisitInterval = `${sameVisitSeconds} seconds`

/** A chain of repeated entries is one visit of at most this length. Entries that were taken back still link others. */
const linked = '1 hour'

/** Number of visits that began in the range, end excluded. Repeats are not counted, except for the anonymous client. */
export const selectVisitCount = (gym: number, from: Date, until: Date): Statement => sql`
  (select count(*) from (
     select check_in, undone_at, repeated,
       count(*) filter (where undone_at is null) over (partition by id_client, visit order by check_in, id rows unbounded preceding) as entry
     from (select *, count(*) filter (where begins) over (partition by id_client order by check_in, id) as visit from (
       select id, check_in, id_client, undone_at, repeated,
         coalesce(check_in >= lag(check_in) over (partition by id_client order by check_in, id) + ${sameVisitInterval}::interval, true)
           or id_client = (select id from clients where gym_id = ${gym} and is_anonymous) as begins
       from attendances where gym_id = ${gym} and check_in > ${from}::timestamptz - ${linked}::interval and check_in < ${until}) a) a) a
   where check_in >= ${from} and undone_at is null and entry = 1 and not repeated)`

/** True if the client has another attendance within a minute. The caller must have locked the client. */
export const isRepeatedVisit = async (tx: Transaction, gym: number, id: number): Promise<boolean> =>
  (
    await tx.one<{ repeated: boolean }>(sql`
      select exists (
        select from attendances b where b.gym_id = a.gym_id and b.id_client = a.id_client and b.id <> a.id and b.undone_at is null
          and b.check_in > a.check_in - ${sameVisitInterval}::interval and b.check_in < a.check_in + ${sameVisitInterval}::interval) as repeated
      from attendances a where a.gym_id = ${gym} and a.id = ${id}`)
  ).repeated

export interface LockedAttendance {
  passed: boolean
  /** True if the gym no longer keeps the names of that day's attendances. */
  forgotten: boolean
  deleted: boolean
}

/** Locks the client, then reads the attendance. The anonymous client is not locked, since all walk-ins would wait. */
export async function lockAttendance(tx: Transaction, gym: number, id: number): Promise<LockedAttendance | null> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(7207, ${gym})`)
  await tx.run(sql`
    select from clients c join attendances a on a.gym_id = c.gym_id and a.id_client = c.id
    where a.gym_id = ${gym} and a.id = ${id} and not c.is_anonymous for no key update of c`)
  return tx.maybe(sql`
    select a.sn is not null as passed, c.deleted_at is not null as deleted,
      exists (select from attendances_forgotten f where f.gym_id = ${gym} and f.until > a.check_in) as forgotten
    from attendances a join clients c on c.gym_id = a.gym_id and c.id = a.id_client
    where a.gym_id = ${gym} and a.id = ${id} for no key update of a`)
}

const undoneItem = (rows: Statement): Statement => sql`
  select a.id, a.id_client, c.name as client_name, a.check_in, a.sn is not null as passed, a.undone_at, a.undone_by, a.undone_reason as reason
  from (select a.* from attendances a where ${rows}) a join clients c on c.gym_id = a.gym_id and c.id = a.id_client
  order by a.undone_at desc, a.id desc`

export const readUndoneAttendance = (tx: Transaction, gym: number, id: number): Promise<UndoneAttendance | null> =>
  tx.maybe(undoneItem(sql`a.gym_id = ${gym} and a.id = ${id} and a.undone_at is not null`))

export function listUndoneAttendances(tx: Transaction, gym: number, { page, size_page }: PageQuery) {
  const undone = sql`a.gym_id = ${gym} and a.undone_at is not null`
  return readListPage<UndoneAttendance>(
    tx,
    { page, size_page },
    undoneItem(sql`${undone} order by a.undone_at desc, a.id desc limit ${size_page} offset ${page * size_page}`),
    sql`from attendances a where ${undone}`,
  )
}

/** Removes names from up to `most` attendances beyond the gym's retention. Returns true if more are left. */
export async function anonymizeAttendances(tx: Transaction, gym: number, most: number): Promise<boolean> {
  const kept = await tx.maybe<{ years: number; zone: string; today: string }>(sql`
    select keep_attendances_years as years, "timeZone" as zone, (now() at time zone "timeZone")::date as today
    from gym_info where gym_id = ${gym} and keep_attendances_years is not null`)
  if (!kept) return false
  const before = getDayStart(kept.zone, addYears(kept.today, -kept.years))
  const { more } = await tx.one<{ more: boolean }>(
    sql`select anonymize_attendances(${before}::timestamptz, ${most}::integer) as more`,
  )
  return more
}
