import type { CallQuery } from '@torniquete/contract/endpoints.ts'
import {
  assumedStayMinutes,
  type Departure,
  defaultOccupancySettings,
  exitTerminalTimeoutDays,
  type OccupancySettings,
  type PeopleInside,
  type PersonInside,
} from '@torniquete/contract/members/people-inside.ts'
import { formatOccupancyLimitMessage, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql } from '../../platform/db/name-search.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

interface GymMoment {
  gym: number
  zone: string
  now: Date
}

/** Longest stay that any setting allows; `maxClockLeadSeconds` is how far a terminal's clock may be ahead. */
const maxStay = '24 hours'
const maxClockLeadSeconds = 300

/**
 * CTEs `setting` (one row) and `visit` (id_attendance, id_client, since, sn, until): a row for each person who
 * entered within a day and has not left. Exits count by their own time. The first exit after an entry belongs to that
 * entry's client, other exits to the PIN's present owner.
 */
function selectVisits({ gym, zone, now }: GymMoment): Statement {
  const lately = sql`> ${now}::timestamptz - ${maxStay}::interval`
  const closing = (day: Statement) => sql`(${day} + s.closes_at) at time zone ${zone}`
  const day = sql`(c.check_in at time zone ${zone})::date`
  return sql`
    setting as (
      select coalesce(i.hours, ${defaultOccupancySettings.hours}) as hours, i.closes_at, i.capacity,
        exists (select from door_records where gym_id = ${gym} and reason = 'exit' and arrived_at > ${now}::timestamptz - make_interval(days => ${exitTerminalTimeoutDays})) as exits_known,
        coalesce((select max(left_at) from departures where gym_id = ${gym} and left_at ${lately} and id_attendance is null and undone_by is null), '-infinity') as emptied,
        (select id from clients where gym_id = ${gym} and is_anonymous order by id limit 1) as nobody
      from (select) one left join inside_settings i on i.gym_id = ${gym}
    ), passed as (
      -- the first exit after an entry with the same PIN belongs to that entry; other exits belong to the PIN's
      -- present owner
      select number, at, leaves, case when row_number() over (partition by number, visit, leaves order by at) = 1
        then first_value(id_client) over (partition by number, visit order by at, leaves) end as came
      from (select *, count(id_client) over (partition by number order by at, leaves) as visit from (
        select pin as number, check_in as at, id_client, false as leaves from attendances where gym_id = ${gym} and check_in ${lately} and pin is not null and undone_at is null
        union all
        select case when pin ~ '^[1-9][0-9]{0,8}$' then pin::integer end, case when clock_wrong then arrived_at else device_time at time zone ${zone} end, null, true
        from door_records where gym_id = ${gym} and reason = 'exit' and arrived_at ${lately}) t) t
    ), gone as (
      select id_client, max(at) as at from (
        select coalesce(r.came, p.id_client, m.id_kept) as id_client, r.at
        from (select * from passed where leaves and number is not null) r
          left join pins p on p.gym_id = ${gym} and p.id = r.number
          -- exits by the PIN of a merged client belong to the client who was kept
          left join lateral (
            select m.id_kept from client_merges m join clients k on k.gym_id = m.gym_id and k.id = m.id_gone
            where m.gym_id = ${gym} and m.undone_at is null and k.id_zkteco = r.number order by m.id desc limit 1) m on r.came is null and p.id is null
        where coalesce(r.came, p.id_client, m.id_kept) is not null
        union all
        select a.id_client, d.left_at from departures d join attendances a on a.gym_id = d.gym_id and a.id = d.id_attendance
        where d.gym_id = ${gym} and d.left_at ${lately} and d.undone_by is null and a.undone_at is null and a.id_client is distinct from (select nobody from setting)
      ) t group by id_client
    ), came as (
      select a.id, a.id_client, a.check_in, a.sn, a.id_client is not distinct from s.nobody as is_anonymous
      from attendances a cross join setting s left join gone g on g.id_client = a.id_client
      where a.gym_id = ${gym} and a.undone_at is null and a.check_in ${lately} and a.check_in <= ${now}::timestamptz + make_interval(secs => ${maxClockLeadSeconds})
        and a.check_in > greatest(s.emptied, g.at)
        and not (a.id_client is not distinct from s.nobody and exists (
          select from departures d where d.gym_id = ${gym} and d.id_attendance = a.id and d.undone_by is null))
    ), stay as (
      select c.*, case when is_anonymous then id end as apart, least(c.check_in + case when s.exits_known then make_interval(hours => s.hours) else make_interval(mins => ${assumedStayMinutes}) end,
        case when ${closing(day)} > c.check_in then ${closing(day)} else ${closing(sql`${day} + 1`)} end) as until
      from came c cross join setting s
    ), entry as (
      select *, coalesce(check_in > lag(until) over (partition by id_client, apart order by check_in, id), true) as begins from stay
    ), visit as (
      select id_client, bool_or(is_anonymous) as is_anonymous, (array_agg(id order by check_in desc, id desc))[1] as id_attendance, max(check_in) filter (where begins) as since,
        (array_agg(sn order by check_in desc, id desc) filter (where begins))[1] as sn, max(until) as until
      from entry group by id_client, apart
    )`
}

type Summary = Pick<PeopleInside, 'inside' | 'supposed' | 'capacity' | 'exits_known' | 'total'>

export async function listPeopleInside(
  tx: Transaction,
  moment: GymMoment,
  { name, supposed = false, page, size_page }: CallQuery<'inside.list'>,
): Promise<Summary & { items: PersonInside[] }> {
  const { gym, now } = moment
  const isInside = sql`v.until > ${now}::timestamptz`
  const isSupposed = sql`s.exits_known and v.until <= ${now}::timestamptz`
  const rows = await tx.many<Summary & PersonInside & { row: number | null }>(sql`
    with ${selectVisits(moment)}, asked as (
      select v.*, c.name, c.photo_url from visit v cross join setting s join clients c on c.gym_id = ${gym} and c.id = v.id_client
      where ${supposed ? isSupposed : isInside} ${hasNameWordsSql(sql`c.search`, name)}
    ), shown as (
      select id_attendance as row, id_attendance, id_client, name, photo_url, is_anonymous, since, until,
        (select d.name from devices d where d.gym_id = ${gym} and d.sn = a.sn) as door
      from asked a order by since desc, id_attendance desc limit ${size_page} offset ${page * size_page}
    ), counted as (
      select s.capacity, s.exits_known, (select count(*) from visit v where ${isInside}) as inside,
        (select count(*) from visit v where ${isSupposed}) as supposed, (select count(*) from asked) as total
      from setting s
    )
    select * from counted left join shown on true order by since desc, id_attendance desc`)
  const { inside, supposed: left, capacity, exits_known, total } = rows[0] as Summary & PersonInside // the query returns a row even if it counts 0
  const items = rows.filter(({ row }) => row !== null)
  return { inside, supposed: left, capacity, exits_known, total, items }
}

/** Tells if an attendance's visitor still `stays`, and if it `is_over` (too long ago). Null if it does not exist. */
export const readAttendanceStay = (
  tx: Transaction,
  moment: GymMoment,
  attendance: number,
): Promise<{ stays: boolean; is_over: boolean } | null> =>
  tx.maybe(sql`
    with ${selectVisits(moment)}
    select exists (select from visit v where v.id_client = a.id_client and (not v.is_anonymous or v.id_attendance = a.id)) as stays,
      a.check_in <= ${moment.now}::timestamptz - ${maxStay}::interval as is_over
    from attendances a where a.gym_id = ${moment.gym} and a.id = ${attendance} and a.undone_at is null`)

/** Notes an exit at the present time, or just after the entry if a terminal's clock is ahead. */
export const insertDeparture = async (
  tx: Transaction,
  { gym, now }: GymMoment,
  { attendance, user }: { attendance: number | null; user: { id: number; name: string } },
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into departures (gym_id, id_attendance, left_at, id_user, user_name)
      select ${gym}, ${attendance}, greatest(${now}::timestamptz, max(check_in)), ${user.id}, ${user.name}
      from attendances where gym_id = ${gym} and undone_at is null and check_in > ${now} and check_in <= ${now}::timestamptz + make_interval(secs => ${maxClockLeadSeconds})
        and (${attendance}::bigint is null or id = ${attendance})
      returning id`)
  ).id

const departure = sql`
  select d.id, d.left_at, c.name, json_build_object('id', d.id_user, 'name', d.user_name) as "user", d.undone_by
  from departures d left join attendances a on a.gym_id = d.gym_id and a.id = d.id_attendance
    left join clients c on c.gym_id = a.gym_id and c.id = a.id_client`

export const readDeparture = (tx: Transaction, gym: number, id: number): Promise<Departure | null> =>
  tx.maybe(sql`${departure} where d.gym_id = ${gym} and d.id = ${id}`)

export function listDepartures(tx: Transaction, gym: number, { page, size_page }: PageQuery) {
  return readListPage<Departure>(
    tx,
    { page, size_page },
    sql`${departure} where d.gym_id = ${gym} order by d.left_at desc, d.id desc limit ${size_page} offset ${page * size_page}`,
    sql`from departures where gym_id = ${gym}`,
  )
}

export const readOccupancySettings = async (tx: Transaction, gym: number): Promise<OccupancySettings> =>
  (await tx.maybe<OccupancySettings>(
    sql`select capacity, tells, hours, to_char(closes_at, 'HH24:MI') as closes_at from inside_settings where gym_id = ${gym}`,
  )) ?? defaultOccupancySettings

/** Notifies once when occupancy exceeds the limit, and again only after a tenth of the limit has left. */
export async function notifyOvercrowding(tx: Transaction, moment: GymMoment): Promise<void> {
  const { gym, now } = moment
  const told = await tx.maybe<{ capacity: number; announced: boolean }>(
    sql`select capacity, announced from inside_settings where gym_id = ${gym} and tells and capacity is not null`,
  )
  if (!told) return
  const { capacity } = told
  const { inside } = await tx.one<{ inside: number }>(
    sql`with ${selectVisits(moment)} select count(*) as inside from visit v where v.until > ${now}::timestamptz`,
  )
  const announced = inside > capacity || (told.announced && inside > capacity * 0.9)
  const turned = await tx.run(
    sql`update inside_settings set announced = ${announced} where gym_id = ${gym} and announced <> ${announced}`,
  )
  if (turned === 0 || !announced) return
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    values (${gym}, ${notificationTitles.access}, ${formatOccupancyLimitMessage(inside, capacity)}, ${now})`)
}
