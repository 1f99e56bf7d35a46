// Derives the users that a gym's terminals should hold: PIN, name, card, whether the door opens, and the first and
// last day of that right. It is never stored, so midnight, a sale or an edit needs no action: the next comparison
// (desired-state-diff.ts) sees it.
import { allowingVerifyMode, blockingVerifyMode } from '@torniquete/contract/door/door.ts'
import { selectAccessPeriods, selectPausedClientIds } from '../members/pauses/queries.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { expiredPlanGraceDays } from './plan-doors-and-hours.ts'

/** A row of the PostgreSQL type `user_record`, as JSON. */
export interface UserRecord {
  /** `c<client id>` or `u<user id>`; '' if the terminal holds no one with this PIN. */
  holder: string
  /** `allowingVerifyMode`, `blockingVerifyMode`, or `uncertainVerifyMode` if it is uncertain what the terminal holds. */
  verify: number
  /** First day of the right, `YYYY-MM-DD`; '' without limit, and for blocked people. `valid_until` is the last day. */
  valid_from: string
  valid_until: string
  card: string
  name: string
  /** Doors and time zones of the right, as `zone:doors` separated by commas; '' means all doors at all hours. */
  access: string
}

export const uncertainVerifyMode = -1

export const makeUncertainUserRecord = (holder: string, verify = uncertainVerifyMode): UserRecord => ({
  holder,
  verify,
  valid_from: '',
  valid_until: '',
  card: '',
  name: '',
  access: '',
})

export interface DoorRight {
  zone: number
  doors: number
}

export const parseDoorRights = (access: string): DoorRight[] =>
  (access === '' ? [] : access.split(',')).map((right) => {
    const [zone = 0, doors = 0] = right.split(':').map(Number)
    return { zone, doors }
  })

/** Number of days for which a new client who has not paid is sent to terminals, so that they can be enrolled. */
const keptUnpaid = 90

/** Selects each client's current paid period without gaps, else the next one. `latest` rises with each sale. */
const rights = (gym: number, today: string, only: Statement): Statement => sql`
  select distinct on (id_client) id_client, min(start_date) as first, max(end_date) - 1 as last, max(id) as latest
  from (
    select id_client, id, start_date, end_date, count(*) filter (where apart) over (partition by id_client order by start_date, end_date, id) as run
    from (
      select id_client, id, start_date, end_date,
        start_date > max(end_date) over (partition by id_client order by start_date, end_date, id rows between unbounded preceding and 1 preceding) as apart
      from ${selectAccessPeriods(gym, sql`${only} and p.end_date > ${today}::date`)} p where end_date > ${today}::date) p) p
  group by id_client, run
  order by id_client, first`

const cardDigits = sql`case when c.card_number ~ '^[0-9]{1,20}$' then ltrim(c.card_number, '0') else '' end`

/** Makes the SQL of a record that opens. A null `access` opens every door at all hours. */
export const allowedRecordSql = (first: Statement, last: Statement, access = sql`''`): Statement =>
  sql`row(w.holder, ${allowingVerifyMode}, ${first}::text, ${last}::text, w.card, w.name, coalesce(${access}, ''))::user_record`

export const blockedRecordSql = sql`row(w.holder, ${blockingVerifyMode}, '', '', w.card, w.name, '')::user_record`

/**
 * Selects one row per person whom terminals may hold. `ahead` is the record with a future right, for terminals that
 * enforce dates; a paused member is blocked in it at once. `expected`: the person is sent to terminals that do not
 * hold them yet: staff, members with a current or recent right, and new clients to be enrolled. `enters`: nothing
 * blocks the person except hours and doors.
 */
export function selectDesiredUsers(gym: number, today: string, pin?: number): Statement {
  const only = (table: Statement) => (pin === undefined ? sql`` : sql`and ${table}.id_zkteco = ${pin}`)
  const allowed = allowedRecordSql(sql`w.first`, sql`w.last`)
  return sql`
    select w.pin, w.id_client, w.holder, w.card, w.name, w.enters,
      case when w.enters and w.first <= ${today}::date then ${allowed} else ${blockedRecordSql} end as record,
      case when w.enters and w.first is not null and not w.paused then ${allowed} else ${blockedRecordSql} end as ahead,
      w.expected, w.latest, w.paused
    from (
      select c.id_zkteco as pin, c.id as id_client, 'c' || c.id as holder, ${cardDigits} as card, c.name,
        c.is_active and not c.door_blocked as enters, r.first, r.last,
        coalesce(p.day >= ${today}::date - ${expiredPlanGraceDays}::integer, c.created_at > ${today}::date - ${keptUnpaid}::integer) as expected,
        coalesce(r.latest, 0) as latest, c.id = any(${selectPausedClientIds(gym, today)}) as paused
      from clients c
        left join (${rights(gym, today, paymentsOfPinFilterSql(gym, pin))}) r on r.id_client = c.id
        left join paid_until p on p.gym_id = c.gym_id and p.id_client = c.id
      where c.gym_id = ${gym} and c.deleted_at is null and c.id_zkteco is not null and not c.door_removed ${only(sql`c`)} offset 0) w
    union all
    select w.pin, null, w.holder, w.card, w.name, false, w.record, w.record, true, 0, false
    from (
      select u.id_zkteco as pin, 'u' || u.id as holder, '' as card, u.name, row('u' || u.id,
          case when u.is_active and not u.door_blocked then ${allowingVerifyMode}::smallint else ${blockingVerifyMode}::smallint end, '', '', '', u.name, '')::user_record as record
      from users u
    where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and not u.door_removed ${only(sql`u`)}) w`
}

export const paymentsOfPinFilterSql = (gym: number, pin: number | undefined): Statement =>
  pin === undefined ? sql`` : sql`and p.id_client = (select id_client from pins where gym_id = ${gym} and id = ${pin})`
