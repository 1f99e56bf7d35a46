// What the gym's terminals should hold, derived and never stored: who has a number, under which name and card, and
// whether the door opens. Midnight, a sale or an edit need no act of their own: the next comparison sees them.
import { verifyAllowed, verifyBlocked } from '@torniquete/contract/door.ts'
import { type Statement, sql } from '../db/sql.ts'
import { validClients } from '../payments/queries.ts'

/** The parts of a record, in the order in which `terminal_users` keeps them, TAB between them. */
export interface TerminalRecord {
  /** c<client>, u<user>, x for somebody enrolled at the terminal */
  holder: string
  verify: number
  card: string
  name: string
}

export const writeRecord = ({ holder, verify, card, name }: TerminalRecord): string =>
  [holder, verify, card, name].join('\t')

export function readRecord(text: string): TerminalRecord {
  const [holder = '', verify = '', card = '', ...name] = text.split('\t')
  return { holder, verify: Number(verify), card, name: name.join(' ') }
}

const record = (holder: Statement, opens: Statement, card: Statement, name: Statement): Statement => sql`
  ${holder} || E'\\t' || case when ${opens} then ${String(verifyAllowed)} else ${String(verifyBlocked)} end || E'\\t'
  || ${card} || E'\\t' || translate(${name}, E'\\t\\r\\n', '   ')`

const cardDigits = sql`case when c.card_number ~ '^[0-9]{1,20}$' then ltrim(c.card_number, '0') else '' end`

/** The table (pin, record) of everyone whom the terminals should know; of one number where `pin` is given. */
export function wanted(gym: number, today: string, pin?: number): Statement {
  const only = (table: Statement) => (pin === undefined ? sql`` : sql`and ${table}.id_zkteco = ${pin}`)
  return sql`
    select c.id_zkteco as pin, ${record(sql`'c' || c.id`, sql`c.is_active and not c.door_blocked and v.id_client is not null`, cardDigits, sql`c.name`)} as record
    from clients c left join (${validClients(gym, today)}) v on v.id_client = c.id
    where c.gym_id = ${gym} and c.deleted_at is null and c.id_zkteco is not null and not c.door_removed ${only(sql`c`)}
    union all
    select u.id_zkteco, ${record(sql`'u' || u.id`, sql`u.is_active and not u.door_blocked`, sql`''`, sql`u.name`)}
    from users u
    where u.gym_id = ${gym} and u.deleted_at is null and u.id_zkteco is not null and not u.door_removed ${only(sql`u`)}`
}
