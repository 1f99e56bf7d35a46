// Personal data goes only to an origin that proved itself (communication key, door name) or that a person accepted in the device's state.
// The first caller after a registration is told names and cards, but no fingers and faces before a person accepts it: its serial number is
// no secret. An origin that took over by silence is told none of these until then.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import type { Terminal } from './terminals.ts'

/** `origin_accepted_at` of a first caller: the registration stands for it, and no person has accepted its address yet. */
export const acceptedAsFirstCaller = sql`'-infinity'::timestamptz`

const isProven = sql`(coalesce(s.by_name, false) or coalesce(s.origin_proven, false) and d.comm_key_hash is not null)`

/** A condition: the origin of device `d`, with state `s`, may be told names and cards. */
export const isTrusted: Statement = sql`
  (s.origin_address is null or s.origin_accepted_at is not null or ${isProven})`

/** A condition: the origin of device `d`, with state `s`, may be told fingers and faces as well. */
export const isConfirmed: Statement = sql`(${isProven} or coalesce(s.origin_accepted_at > ${acceptedAsFirstCaller}, false))`

/** Decides if the terminal may be told names and cards (`people`), and fingers and faces (`templates`). */
export const readOriginTrust = async (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
): Promise<{ people: boolean; templates: boolean }> =>
  (await tx.maybe<{ people: boolean; templates: boolean }>(sql`
    select ${isTrusted} as people, ${isConfirmed} as templates
    from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id}`)) ?? { people: false, templates: false }

/** The names of terminals that have called, and are told no fingers and faces before a person accepts them. */
export const listUnconfirmedTerminals = async (tx: Transaction, gym: number): Promise<string[]> => {
  const rows = await tx.many<{ name: string }>(sql`
    select d.name from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and not d.leaving and s.origin_address is not null and not ${isConfirmed} order by d.name, d.id`)
  return rows.map(({ name }) => name)
}

/** A person registered the terminal while it calls: that address is its first caller. */
export const acceptCallingOrigin = (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  sn: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update terminal_states s set origin_address = u.address, origin_accepted_at = ${acceptedAsFirstCaller}
    from unknown_devices u
    where s.gym_id = ${gym} and s.id_device = ${id} and s.origin_address is null and u.sn = ${sn} and u.address is not null
      and u.last_seen > ${now}::timestamptz - interval '10 minutes'`)
