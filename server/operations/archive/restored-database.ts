// `npm run restored` adjusts an external database after a restore by its own tools (pgBackRest).
import type { PoolClient } from 'pg'
import type { Config } from '../../config.ts'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { getMigrationsFolder } from '../../platform/db/database.ts'
import { lockMigrations, migrate } from '../../platform/db/migrate.ts'
import { refuseTransactionPooling } from '../../platform/db/refuse-transaction-pooling.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { readNewestChangeTime } from '../../reports/history/queries.ts'
import {
  finishRestore,
  listUnpurgedGymIds,
  makeRestoreTimes,
  type RestoreTimes,
  switchTransactionToGym,
} from './after-restore.ts'
import { readMigrations } from './archive-tables.ts'
import { requireNoRunningServer, runWithImportLock, runWithOwnerPool } from './exclusive-database.ts'

/** `moment` is the time to which the database was restored; by default the newest time in its history. */
export async function finishExternalRestore(
  { CLOCK_IS_RIGHT }: Pick<Config, 'CLOCK_IS_RIGHT'>,
  address: DatabaseAddress,
  moment: Date | undefined,
): Promise<RestoreTimes> {
  const what = 'y repite npm run restored'
  await refuseTransactionPooling(address)
  return runWithOwnerPool(address, async (owner) => {
    // Checks for running servers before and after the migrations, because migrations may end a server's connections.
    await requireNoRunningServer(owner, what)
    if (!(await readMigrations(owner)))
      throw new StartRefusal('En la base de datos de DATABASE_URL no hay ningún Torniquete: restáurala antes.')
    await migrate(owner, getMigrationsFolder())
    return runWithImportLock(owner, async (client) => {
      // A starting server waits for the migration lock, so none can start now.
      await lockMigrations(client, () => {})
      await requireNoRunningServer(client, what)
      const made = moment ?? (await findNewestChange(client))
      const instants = makeRestoreTimes(made.toISOString(), new Date(), CLOCK_IS_RIGHT)
      await finishRestore(client, instants)
      return instants
    })
  })
}

async function findNewestChange(client: PoolClient): Promise<Date> {
  await client.query('begin')
  let newest = 0
  for (const gym of await listUnpurgedGymIds(client)) {
    const at = await readNewestChangeTime(await switchTransactionToGym(client, gym), gym)
    if (at) newest = Math.max(newest, Date.parse(at))
  }
  await client.query('rollback')
  return new Date(newest || Date.now())
}
