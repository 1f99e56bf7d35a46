// Personal data goes only to an origin that proved itself (communication key, door name) or that a person stands for: the first one after
// the registration, and whichever is accepted in the device's state. One that took over by silence is told none until then.
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Terminal } from './terminals.ts'

/** A condition: the origin of device `d`, with state `s`, may be told names, cards, fingers and faces. */
export const isTrusted: Statement = sql`
  (s.origin_address is null or s.origin_accepted_at is not null or coalesce(s.by_name, false)
    or s.origin_proven and d.comm_key_hash is not null)`

export const hasTrustedOrigin = async (tx: Transaction, { gym, id }: Pick<Terminal, 'gym' | 'id'>): Promise<boolean> =>
  (await tx.maybe(sql`
    select from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id} and not ${isTrusted}`)) === null

/** The names of terminals whose origin is not trusted. */
export const listUntrusted = async (tx: Transaction, gym: number): Promise<string[]> => {
  const rows = await tx.many<{ name: string }>(sql`
    select d.name from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and not d.leaving and not ${isTrusted} order by d.name, d.id`)
  return rows.map(({ name }) => name)
}

/** A person registered the terminal while it calls: the address from which it calls is accepted, and is the terminal's. */
export const acceptCallingOrigin = (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  sn: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update terminal_states s set origin_address = u.address, origin_accepted_at = ${now}
    from unknown_devices u
    where s.gym_id = ${gym} and s.id_device = ${id} and s.origin_address is null and u.sn = ${sn} and u.address is not null
      and u.last_seen > ${now}::timestamptz - interval '10 minutes'`)
