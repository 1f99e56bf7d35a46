// Adds the archive of one gym to a database that has other gyms, in one transaction and without other sessions.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { getMigrationsFolder } from '../../platform/db/database.ts'
import { lockMigrations, migrate, readMigrationChecksums } from '../../platform/db/migrate.ts'
import { refuseTransactionPooling } from '../../platform/db/refuse-transaction-pooling.ts'
import { fsyncFolder, fsyncTree } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { countIdsToSkip, finishGymRestore, type RestoreTimes, switchTransactionToGym } from './after-restore.ts'
import { type Manifest, tablesFolder } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { requireNoRunningServer, runWithImportLock, runWithOwnerPool } from './exclusive-database.ts'
import { GymIdReplacement } from './gym-id-replacement.ts'
import { RowImporter } from './import-rows.ts'
import { unpackArchiveEntry, type VerifiedArchive } from './restore-archive.ts'

/** Folder in DATA_DIR for the gym's pictures until the imported rows are compared. */
const stagingName = 'import.unfinished'
const whatNext = 'mientras se importa un gimnasio'

/** The caller must hold the data folder's lock. @throws StartRefusal before any write if the gym conflicts with others */
export async function importGym(
  dataDir: string,
  address: DatabaseAddress,
  archive: VerifiedArchive,
  instants: RestoreTimes,
): Promise<GymIdReplacement> {
  if ('connectionString' in address) await refuseTransactionPooling(address)
  const staging = join(dataDir, stagingName)
  return runWithOwnerPool(address, async (owner) => {
    // Checks for running servers before and after the migrations, because migrations may end a server's connections.
    await requireNoRunningServer(owner, whatNext)
    await migrate(owner, getMigrationsFolder())
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging, { mode: 0o700 })
    const gym = await runWithImportLock(owner, async (client) => {
      // A starting server waits for the migration lock, so none can start during the import.
      await lockMigrations(client, () => {})
      await requireNoRunningServer(client, whatNext)
      return addGym(client, dataDir, archive, instants)
    })
    await owner.query('analyze')
    return gym
  }).finally(() => rmSync(staging, { recursive: true, force: true }))
}

async function addGym(
  client: PoolClient,
  dataDir: string,
  { file, phrase, manifest }: VerifiedArchive,
  instants: RestoreTimes,
): Promise<GymIdReplacement> {
  const gym = await chooseNumber(client, manifest)
  const staging = join(dataDir, stagingName)
  let hasImages = false
  try {
    const rows = new RowImporter(client, manifest, gym)
    await rows.begin()
    await readArchive(file, { phrase }, (entry) =>
      entry.name.startsWith(tablesFolder) ? rows.take(entry) : unpackArchiveEntry(entry, staging),
    )
    await rows.finish(countIdsToSkip(instants))
    hasImages = placeImages(dataDir, gym)
    await finishGymRestore(await switchTransactionToGym(client, gym.to), gym.to, instants)
    await client.query('commit')
    return gym
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (hasImages) await removeImages(client, dataDir, gym).catch(() => {})
    throw error
  }
}

/** Removes the imported pictures unless the gym's rows exist: a failed commit may have succeeded without an answer. */
async function removeImages(client: PoolClient, dataDir: string, { to }: GymIdReplacement): Promise<void> {
  const { rows } = await client.query('select from gyms where id = $1', [to])
  if (rows.length === 0) rmSync(join(dataDir, 'images', String(to)), { recursive: true, force: true })
}

export function requireSameMigrations({ migrations }: Manifest): void {
  if (migrations.map(({ name }) => name).join() !== [...readMigrationChecksums(getMigrationsFolder()).keys()].join())
    throw new StartRefusal(
      'El gimnasio se exportó con otra versión de Torniquete: pon la misma en los dos lados y expórtalo otra vez.',
    )
}

/** Keeps the gym's number if it is free in this database. */
async function chooseNumber(client: PoolClient, { gym }: Manifest): Promise<GymIdReplacement> {
  if (!gym) throw new Error('an archive of all gyms has no gym of its own')
  const { rows } = await client.query<{ taken: string }>(
    `select 'el usuario ' || username as taken from usernames where username = any ($1)
     union all select 'la terminal ' || sn from serial_numbers where sn = any ($2)
     union all select 'el nombre de puerta ' || name from gym_host_names where name = any ($3) order by 1`,
    [gym.usernames, gym.serial_numbers, gym.host_names],
  )
  if (rows.length > 0)
    throw new StartRefusal(
      `Aquí ya son de otro gimnasio ${rows.map(({ taken }) => taken).join(', ')}: no se importó nada.`,
    )
  const found = await client.query<{ id: number }>(
    `select case when exists (select from gyms where id = $1) then nextval(pg_get_serial_sequence('gyms', 'id')) else $1 end::integer as id`,
    [gym.id],
  )
  return new GymIdReplacement(gym.id, found.rows[0]?.id ?? gym.id)
}

/** Moves the pictures into place before the commit, so that each row finds its picture. */
function placeImages(dataDir: string, { from, to }: GymIdReplacement): boolean {
  const unpacked = join(dataDir, stagingName, 'images', String(from))
  if (!existsSync(unpacked)) return false
  const images = join(dataDir, 'images')
  mkdirSync(images, { recursive: true })
  fsyncTree(unpacked)
  rmSync(join(images, String(to)), { recursive: true, force: true })
  renameSync(unpacked, join(images, String(to)))
  fsyncFolder(images)
  return true
}
