import { areImagesShared, type Config } from '../config.ts'
import type { SealingKey } from '../platform/crypto/sealing-key.ts'
import { logCollationMismatch } from '../platform/db/collation.ts'
import type { DatabaseAddress } from '../platform/db/connection.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/db/database.ts'
import { getSqlState, isConnectionRefusal } from '../platform/db/transaction.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'
import { Servers } from '../platform/live/servers.ts'
import { Refused } from '../platform/refused-start.ts'
import { readInstallation } from './postgres/installation.ts'

type Log = (line: string) => void

export async function openExternalDatabase(
  config: Config,
  address: DatabaseAddress,
  live: ChangeFeed,
  { requireRoom, log }: Pick<DatabaseOptions, 'requireRoom'> & { log: Log },
): Promise<Database> {
  const { DATABASE_URL, DATABASE_POOL } = config
  const options = { connections: DATABASE_POOL, log, requireRoom }
  const database = await openDatabase(address, live, options).catch((error) => {
    if (!DATABASE_URL || !isConnectionRefusal(error)) throw error
    // For a name with several addresses the system gives a code only.
    throw new Refused(`DATABASE_URL: ${error.message || getSqlState(error) || String(error)}`)
  })
  if (DATABASE_URL) await logCollationMismatch(database.platform, log)
  return database
}

/** The embedded database has one server, because its folder is locked. */
export async function findOtherServers(
  config: Config,
  database: Database,
  { biometrics: { keyName } }: SealingKey,
  log: Log,
): Promise<Servers | null> {
  if (!config.DATABASE_URL) return null
  const servers = new Servers(database, {
    installation: readInstallation(config.dataDir),
    port: config.PORT,
    imagesAreShared: areImagesShared(config),
    keyName,
  })
  await servers.look()
  const { withOtherImages, withOtherKey } = servers
  if (withOtherKey.length > 0)
    log(
      `BIOMETRICS_KEY: no es la misma en ${withOtherKey.join(', ')}. Lo que un servidor cifra (huellas, rostros, contraseñas de los canales) no lo leen los demás: pon la misma en todos.`,
    )
  const [who, works] =
    withOtherImages.length === 1
      ? ['Otro servidor', 'trabaja']
      : [`Otros ${withOtherImages.length} servidores`, 'trabajan']
  if (withOtherImages.length > 0)
    log(
      `${who} (${withOtherImages.join(', ')}) ${works} con esta base de datos y las imágenes están en el DATA_DIR de cada uno: las que se suben en uno no se ven en los demás.`,
    )
  return servers
}
