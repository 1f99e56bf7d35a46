// What the gym's terminals should hold, derived and never stored: who has a number, under which name and card, whether the
// door opens, and the first and last day of that right. Midnight, a sale or an edit need no act of their own: the next
// comparison sees them.
import { verifyAllowed, verifyBlocked } from '@torniquete/contract/door.ts'
import { type Statement, sql } from '../db/sql.ts'

/** The parts of a record, in the order in which `terminal_users` keeps them, TAB between them. */
export interface TerminalRecord {
  /** c<client>, u<user> */
  holder: string
  verify: number
  /** First and last day of the right, `YYYY-MM-DD`; '' where it has no bounds, and of whom may not enter. */
  from: string
  until: string
  card: string
  name: string
}

export function readRecord(text: string): TerminalRecord {
  const [holder = '', verify = '', from = '', until = '', card = '', ...name] = text.split('\t')
  return { holder, verify: Number(verify), from, until, card, name: name.join(' ') }
}

/** Days after the end of their right, and after they were made, that people without one are sent to a terminal. */
const keptAfterEnd = 30
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
      from membership_payments
      where gym_id = ${gym} and voided_at is null and end_date > ${today}::date and end_date > start_date ${only}) p) p
  group by id_client, run
  order by id_client, first`

const record = (holder: Statement, right: Statement, card: Statement, name: Statement): Statement => sql`
  ${holder} || E'\\t' || ${right} || E'\\t' || ${card} || E'\\t' || translate(${name}, E'\\t\\r\\n', '   ')`

const cardDigits = sql`case when c.card_number ~ '^[0-9]{1,20}$' then ltrim(c.card_number, '0') else '' end`
const blocked = sql`${String(verifyBlocked)} || E'\\t\\t'`
const clientsRight = sql`${String(verifyAllowed)} || E'\\t' || r.first || E'\\t' || r.last`

/**
 * The table (pin, record, ahead, expected, latest) of everyone whom the terminals may know; of one number where `pin` is given.
 * `ahead`: the record with a right that is still to come, for terminals that begin it by themselves. `expected`: whether
 * someone is sent to a terminal that does not hold them: staff; who has a right, or had one until lately; who was made
 * lately and never had one, to be enrolled.
 */
export function wanted(gym: number, today: string, pin?: number): Statement {
  const only = (table: Statement) => (pin === undefined ? sql`` : sql`and ${table}.id_zkteco = ${pin}`)
  const theirs =
    pin === undefined ? sql`` : sql`and id_client = (select id_client from pins where gym_id = ${gym} and id = ${pin})`
  const ofClient = (right: Statement) => record(sql`'c' || c.id`, right, cardDigits, sql`c.name`)
  const enters = sql`c.is_active and not c.door_blocked and r.id_client is not null`
  return sql`
    select c.id_zkteco as pin,
      ${ofClient(sql`case when ${enters} and r.first <= ${today}::date then ${clientsRight} else ${blocked} end`)} as record,
      ${ofClient(sql`case when ${enters} then ${clientsRight} else ${blocked} end`)} as ahead,
      coalesce(p.day >= ${today}::date - ${keptAfterEnd}::integer, c.created_at > ${today}::date - ${keptUnpaid}::integer) as expected,
      coalesce(r.latest, 0) as latest
    from clients c
      left join (${rights(gym, today, theirs)}) r on r.id_client = c.id
      left join paid_until p on p.gym_id = c.gym_id and p.id_client = c.id
    where c.gym_id = ${gym} and c.deleted_at is null and c.id_zkteco is not null and not c.door_removed ${only(sql`c`)}
    union all
    select u.id_zkteco, ${staffRecord}, ${staffRecord}, true, 0
    from users u
    where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and not u.door_removed ${only(sql`u`)}`
}

const staffRecord = record(
  sql`'u' || u.id`,
  sql`case when u.is_active and not u.door_blocked then ${`${verifyAllowed}\t\t`} else ${blocked} end`,
  sql`''`,
  sql`u.name`,
)
