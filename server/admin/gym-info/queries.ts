import type { GymInfo, PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const readGymInfo = (tx: Transaction, gym: number): Promise<GymInfo> =>
  tx.one(sql`select * from gym_info where gym_id = ${gym}`)

export const readPrintedGymFields = (tx: Transaction, gym: number): Promise<PrintedGymFields> =>
  tx.one(sql`select * from gym_show_info where gym_id = ${gym}`)

export const listDatabaseZones = async (tx: Transaction): Promise<string[]> =>
  (await tx.many<{ name: string }>(sql`select name from pg_timezone_names order by name collate "C"`)).map(
    ({ name }) => name,
  )
