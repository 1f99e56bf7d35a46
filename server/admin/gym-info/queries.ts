import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import { isTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const readGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym}`)

export const readPrintedGymFields = (tx: Transaction, gym: number): Promise<PrintedGymFields> =>
  tx.one(sql`select * from gym_show_info where gym_id = ${gym}`)

/**
 * Lists the time zones that this process and the database know. PostgreSQL reads the four excluded names as
 * abbreviations, without summer time.
 */
export async function listZones(tx: Transaction): Promise<string[]> {
  const zones = await tx.many<{ name: string }>(sql`
    select name from pg_timezone_names where name not in ('CET', 'EET', 'MET', 'WET') order by name collate "C"`)
  return zones.map(({ name }) => name).filter(isTimeZone)
}
