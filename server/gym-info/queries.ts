import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql, updateOf } from '../db/sql.ts'

export async function readTimeZone(database: Database, gym: number): Promise<string | null> {
  const row = await database.read({ gym, user: null }, (tx) =>
    tx.maybe<{ timeZone: string }>(sql`select "timeZone" from gym_info where gym_id = ${gym}`),
  )
  return row?.timeZone ?? null
}

export const readGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym}`)
/** As it is until the end of the transaction. */
export const lockGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym} for no key update`)

export const readShowInfo = (tx: Transaction, gym: number): Promise<ShowInfo> =>
  tx.one(sql`select * from gym_show_info where gym_id = ${gym}`)

export const databaseKnowsZone = async (tx: Transaction, zone: string): Promise<boolean> =>
  (await tx.maybe(sql`select from pg_timezone_names where name = ${zone}`)) !== null

export const databaseZones = async (tx: Transaction): Promise<string[]> =>
  (await tx.many<{ name: string }>(sql`select name from pg_timezone_names order by name collate "C"`)).map(
    ({ name }) => name,
  )

export async function updateGymInfo(tx: Transaction, gym: number, change: Partial<GymInfo>): Promise<void> {
  await tx.run(updateOf('gym_info', change, sql`gym_id = ${gym}`))
}

export async function updateShowInfo(tx: Transaction, gym: number, change: Partial<ShowInfo>): Promise<void> {
  await tx.run(updateOf('gym_show_info', change, sql`gym_id = ${gym}`))
}
