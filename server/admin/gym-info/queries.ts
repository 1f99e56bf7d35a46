import { setImmediate } from 'node:timers/promises'
import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import { isTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const readGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym}`)

export const readPrintedGymFields = (tx: Transaction, gym: number): Promise<PrintedGymFields> =>
  tx.one(sql`select * from gym_show_info where gym_id = ${gym}`)

/** PostgreSQL reads the four excluded names as abbreviations, without summer time. */
const fromZones = sql`from pg_timezone_names where name not in ('CET', 'EET', 'MET', 'WET')`

/** Lists the time zones that this process and the database know. */
export async function listZones(tx: Transaction): Promise<string[]> {
  const zones: string[] = []
  for (const { name } of await tx.many<{ name: string }>(sql`select name ${fromZones} order by name collate "C"`)) {
    if (isTimeZone(name)) zones.push(name)
    // All 600 checks in a row would stop other calls for a tenth of a second.
    await setImmediate()
  }
  return zones
}

export const isKnownZone = async (tx: Transaction, zone: string): Promise<boolean> =>
  isTimeZone(zone) && (await tx.maybe(sql`select ${fromZones} and name = ${zone}`)) !== null
