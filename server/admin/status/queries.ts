import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

interface Sizes {
  database: string
  database_size: number
  gyms: number
  registered: number
}

/** `registered` counts terminals of all gyms. */
export const readSizes = (tx: Transaction): Promise<Sizes> =>
  tx.one(sql`
    select current_setting('server_version') as database, pg_database_size(current_database()) as database_size,
      (select count(*) from gyms where id > 0 and deleted_at is null) as gyms,
      (select count(*) from serial_numbers) as registered`)
