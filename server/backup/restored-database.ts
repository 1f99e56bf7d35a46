// What must be true before the first call after whoever keeps an external database restored it: no folder of ours says so.
import type { Pool, PoolClient } from 'pg'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../db/connection.ts'
import { migrationsFolder } from '../db/database.ts'
import { lockMigrations, migrate } from '../db/migrate.ts'
import { requireOwnSession } from '../db/own-session.ts'
import { newestOf } from '../history/queries.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { Refused } from '../refused.ts'
import { readWithdrawn, type Withdrawn } from '../withdrawn-agreements.ts'
import { asGym, finishGymRestore, gymsInUse, idsSkippedBy, skipIds } from './after-restore.ts'
import { asOwner, requireNoServer, withImportLock } from './exclusive-database.ts'
import { readMigrations } from './exported-tables.ts'
import { instantsOf, type Mark } from './restored-mark.ts'

const before = 'y repite npm run restored'

/**
 * All of it in one transaction, while no server can start; ids alone are skipped before it. Answers the instants that it went
 * by: it was restored to `moment`, or else to the newest that its history knows.
 */
export async function finishExternalRestore(
  { CLOCK_IS_RIGHT, dataDir }: Pick<Config, 'CLOCK_IS_RIGHT' | 'dataDir'>,
  address: DatabaseAddress,
  moment: Date | undefined,
): Promise<Mark> {
  await requireOwnSession(address)
  return asOwner(address, async (owner) => {
    // Migrations may end their connections, so servers are looked for before and after.
    await requireNoServer(owner, before)
    await requireOurs(owner)
    await migrate(owner, migrationsFolder())
    await prepareJobs(owner)
    return withImportLock(owner, async (client) => {
      // A start waits for it.
      await lockMigrations(client, () => {})
      await requireNoServer(client, before)
      const made = moment ?? (await newestIn(client))
      const mark = instantsOf({ made_at: made.toISOString() }, new Date(), CLOCK_IS_RIGHT)
      await finishAllGyms(client, mark, readWithdrawn(dataDir))
      return mark
    })
  })
}

/** What is empty would be made ours by the migrations. */
async function requireOurs(owner: Pool): Promise<void> {
  if (!(await readMigrations(owner)))
    throw new Refused('En la base de datos de DATABASE_URL no hay ningún Torniquete: restáurala antes.')
}

async function newestIn(client: PoolClient): Promise<Date> {
  await client.query('begin')
  const found: number[] = []
  for (const gym of await gymsInUse(client)) {
    const at = await newestOf(await asGym(client, gym), gym)
    if (at) found.push(Date.parse(at))
  }
  await client.query('rollback')
  return new Date(found.reduce((newest, each) => Math.max(newest, each), 0) || Date.now())
}

async function finishAllGyms(client: PoolClient, mark: Mark, withdrawn: readonly Withdrawn[] | null): Promise<void> {
  await skipIds(client, idsSkippedBy(mark))
  const gyms = await gymsInUse(client)
  await client.query('begin')
  for (const gym of gyms) await finishGymRestore(await asGym(client, gym), gym, mark, withdrawn)
  await client.query('commit')
}
