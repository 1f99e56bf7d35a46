// Pages on disk whose checksum PostgreSQL rejected. Readers of such a page get an error, and so does each backup.

import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Gauges } from '../../platform/measurements.ts'

/** Older findings may be repaired since; PostgreSQL does not report repairs. */
const recently = '30 days'

export const isDamaged = async (tx: Transaction): Promise<boolean> =>
  (
    await tx.one<{ damaged: boolean }>(sql`
      select coalesce(max(checksum_last_failure) > now() - ${recently}::interval, false) as damaged
      from pg_stat_database where datname = current_database() or datid = 0`)
  ).damaged

export const readDamageMetrics = ({ platform }: Database): { gauges: Gauges } => ({
  gauges: {
    torniquete_checksum_failures: {
      help: 'Pages of the database that were not as PostgreSQL had written them, as often as they were read.',
      value: async () => {
        const { rows } = await platform.query<{ count: number }>(
          `select coalesce(sum(checksum_failures), 0)::int as count from pg_stat_database where datname = current_database() or datid = 0`,
        )
        return rows[0]?.count ?? Number.NaN
      },
    },
  },
})
