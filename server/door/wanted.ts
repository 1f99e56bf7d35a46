// The desired state of the gym's terminals, derived and never stored: who has a number, under which name and card, whether the door
// opens, and the first and last day of that right. Midnight, a sale or an edit need no action of their own: the next comparison
// (comparison.ts) sees them.
import { verifyAllowed, verifyBlocked } from '@torniquete/contract/door.ts'
import { openTime, pausedToday } from '../members/pauses/queries.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { keptAfterEnd } from './hours.ts'

/** The parts of a record, in the order in which `terminal_users` stores them, separated by TAB. */
export interface TerminalRecord {
  /** c<client>, u<user> */
  holder: string
  verify: number
  /** First and last day of the right, `YYYY-MM-DD`; '' where it has no bounds, and of whom may not enter. */
  from: string
  until: string
  card: string
  name: string
  /** Which doors open in which time zone; empty: all doors at all hours. */
  access: DoorRight[]
}

/** A time zone of the terminal's, and the doors that it opens in it, as bits. */
export interface DoorRight {
  zone: number
  doors: number
}

export function readRecord(text: string): TerminalRecord {
  const [holder = '', verify = '', from = '', until = '', card = '', name = '', access = ''] = text.split('\t')
  const rights = access === '' ? [] : access.split(',')
  return {
    holder,
    verify: Number(verify),
    from,
    until,
    card,
    name,
    access: rights.map((right) => {
      const [zone = 0, doors = 0] = right.split(':').map(Number)
      return { zone, doors }
    }),
  }
}

/** The part of a record's text with its hours and doors. */
export const accessOf = (text: Statement): Statement => sql`split_part(${text}, E'\\t', 7)`

/** Days after their creation for which clients without any right are sent to terminals, to be enrolled. */
const keptUnpaid = 90

/**
 * Each client's paid time that includes the day, or else the next that begins: payments that follow each other without a
 * gap are one. A table of id_client, first and last day, and `latest`, which rises with each sale.
 */
const rights = (gym: number, today: string, only: Statement): Statement => sql`
  select distinct on (id_client) id_client, min(start_date) as first, max(end_date) - 1 as last, max(id) as latest
  from (
    select id_client, id, start_date, end_date, count(*) filter (where apart) over (partition by id_client order by start_date, end_date, id) as run
    from (
      select id_client, id, start_date, end_date,
        start_date > max(end_date) over (partition by id_client order by start_date, end_date, id rows between unbounded preceding and 1 preceding) as apart
      from ${openTime(gym, sql`${only} and p.end_date > ${today}::date`)} p where end_date > ${today}::date) p) p
  group by id_client, run
  order by id_client, first`

const cardDigits = sql`case when c.card_number ~ '^[0-9]{1,20}$' then ltrim(c.card_number, '0') else '' end`
const blocked = sql`${String(verifyBlocked)} || E'\\t\\t'`

/** The part of a record for a right: allowed, first and last day. */
export const rightFrom = (first: Statement, last: Statement): Statement =>
  sql`${String(verifyAllowed)} || E'\\t' || ${first} || E'\\t' || ${last}`

/** A record from its parts; `access` is '' where every door opens at all hours. */
export const recordOf = (holder: Statement, right: Statement, about: Statement, access = sql`''`): Statement => sql`
  ${holder} || E'\\t' || ${right} || E'\\t' || ${about} || coalesce(E'\\t' || nullif(${access}, ''), '')`

/** The record of somebody who may not enter. */
export const blockedRecord = (holder: Statement, about: Statement): Statement => recordOf(holder, blocked, about)

const aboutOf = (card: Statement, name: Statement): Statement =>
  sql`${card} || E'\\t' || translate(${name}, E'\\t\\r\\n', '   ')`

/**
 * The table (pin, id_client, holder, about, enters, record, ahead, expected, latest, paused) of everyone whom the terminals may know; of
 * one number where `pin` is given. `ahead`: the record with a right that is still to come, for terminals that begin it by
 * themselves, but not of who is paused: who was let in until then is to be kept out at once, whatever a terminal makes of days. `expected`: whether someone is sent to a terminal that does not hold them: staff; who has a right, or had one
 * until lately; who was made lately and never had one, to be enrolled. `enters`: nothing but hours and doors keeps a client out.
 */
export function wanted(gym: number, today: string, pin?: number): Statement {
  const only = (table: Statement) => (pin === undefined ? sql`` : sql`and ${table}.id_zkteco = ${pin}`)
  const right = rightFrom(sql`w.first`, sql`w.last`)
  return sql`
    select w.pin, w.id_client, w.holder, w.about, w.enters,
      case when w.enters and w.first <= ${today}::date then ${recordOf(sql`w.holder`, right, sql`w.about`)} else ${blockedRecord(sql`w.holder`, sql`w.about`)} end as record,
      case when w.enters and w.first is not null and not w.paused then ${recordOf(sql`w.holder`, right, sql`w.about`)} else ${blockedRecord(sql`w.holder`, sql`w.about`)} end as ahead,
      w.expected, w.latest, w.paused
    from (
      select c.id_zkteco as pin, c.id as id_client, 'c' || c.id as holder, ${aboutOf(cardDigits, sql`c.name`)} as about,
        c.is_active and not c.door_blocked as enters, r.first, r.last,
        coalesce(p.day >= ${today}::date - ${keptAfterEnd}::integer, c.created_at > ${today}::date - ${keptUnpaid}::integer) as expected,
        coalesce(r.latest, 0) as latest, c.id = any(${pausedToday(gym, today)}) as paused
      from clients c
        left join (${rights(gym, today, paymentsOfPin(gym, pin))}) r on r.id_client = c.id
        left join paid_until p on p.gym_id = c.gym_id and p.id_client = c.id
      where c.gym_id = ${gym} and c.deleted_at is null and c.id_zkteco is not null and not c.door_removed ${only(sql`c`)} offset 0) w
    union all
    select u.id_zkteco, null, 'u' || u.id, ${staffAbout}, false, ${staffRecord}, ${staffRecord}, true, 0, false
    from users u
    where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and not u.door_removed ${only(sql`u`)}`
}

/** A condition on payments `p`: those of the number's holder, where a number is given. */
export const paymentsOfPin = (gym: number, pin: number | undefined): Statement =>
  pin === undefined ? sql`` : sql`and p.id_client = (select id_client from pins where gym_id = ${gym} and id = ${pin})`

const staffAbout = aboutOf(sql`''`, sql`u.name`)
const staffRecord = recordOf(
  sql`'u' || u.id`,
  sql`case when u.is_active and not u.door_blocked then ${`${verifyAllowed}\t\t`} else ${blocked} end`,
  staffAbout,
)
