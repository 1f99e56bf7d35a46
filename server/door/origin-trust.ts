// Decides which personal data an origin may get. It must prove itself (communication key, gym host name) or be accepted
// by an admin. A serial number is no secret, so the first caller after a registration gets names and cards, but no
// fingers and faces before it is accepted; an origin that took over after a silence gets none of them before.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import type { Terminal } from './terminals.ts'

/** Value of `origin_accepted_at` for a first caller that no admin has accepted yet. */
export const provisionalAcceptedAtSql = sql`'-infinity'::timestamptz`

const isProven = sql`(coalesce(s.by_name, false) or coalesce(s.origin_proven, false) and d.comm_key_hash is not null)`

/** SQL condition: the origin of device `d` (state `s`) may get names and cards. */
export const canReceiveNamesSql: Statement = sql`
  (s.origin_address is null or s.origin_accepted_at is not null or ${isProven})`

/** SQL condition: the origin of device `d` (state `s`) may get fingers and faces too. */
export const canReceiveTemplatesSql: Statement = sql`(${isProven} or coalesce(s.origin_accepted_at > ${provisionalAcceptedAtSql}, false))`

/** Returns whether the terminal may get names and cards (`people`), and fingers and faces (`templates`). */
export const readOriginTrust = async (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
): Promise<{ people: boolean; templates: boolean }> =>
  (await tx.maybe<{ people: boolean; templates: boolean }>(sql`
    select ${canReceiveNamesSql} as people, ${canReceiveTemplatesSql} as templates
    from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and d.id = ${id}`)) ?? { people: false, templates: false }

/** Lists names of terminals that called, but get no fingers and faces before an admin accepts them. */
export const listUnacceptedTerminalNames = async (tx: Transaction, gym: number): Promise<string[]> => {
  const rows = await tx.many<{ name: string }>(sql`
    select d.name from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
    where d.gym_id = ${gym} and not d.leaving and s.origin_address is not null and not ${canReceiveTemplatesSql} order by d.name, d.id`)
  return rows.map(({ name }) => name)
}

/** Stores the caller of a terminal that called before it was registered as its first caller. */
export const recordFirstCallerOrigin = (
  tx: Transaction,
  { gym, id }: Pick<Terminal, 'gym' | 'id'>,
  sn: string,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update terminal_states s set origin_address = u.address, origin_accepted_at = ${provisionalAcceptedAtSql}
    from unknown_devices u
    where s.gym_id = ${gym} and s.id_device = ${id} and s.origin_address is null and u.sn = ${sn} and u.address is not null
      and u.last_seen > ${now}::timestamptz - interval '10 minutes'`)
