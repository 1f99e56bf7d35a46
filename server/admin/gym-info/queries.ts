import type { GymInfo, ShowInfo } from '@torniquete/contract/admin/gym-info.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const readGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym}`)
export const lockGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym} for no key update`)

export const readShowInfo = (tx: Transaction, gym: number): Promise<ShowInfo> =>
  tx.one(sql`select * from gym_show_info where gym_id = ${gym}`)

export const listDatabaseZones = async (tx: Transaction): Promise<string[]> =>
  (await tx.many<{ name: string }>(sql`select name from pg_timezone_names order by name collate "C"`)).map(
    ({ name }) => name,
  )

/** Offsets from UTC in minutes at each instant by the database's rules, for the zones that it knows. */
export const readDatabaseOffsets = (
  tx: Transaction,
  zones: readonly string[],
  instants: readonly Date[],
): Promise<{ name: string; minutes: number[] }[]> =>
  tx.many(sql`
    select z.name, array_agg((extract(epoch from (i.at at time zone z.name) - (i.at at time zone 'UTC')) / 60)::integer order by i.at) as minutes
    from (select name from pg_timezone_names where name = any(${zones}::text[])) z, unnest(${instants}::timestamptz[]) i (at)
    group by z.name`)
