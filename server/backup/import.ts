// An export fills the database that comes along, or an external one that is empty.
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../db/connection.ts'
import { openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { readIfThere, renamePatiently, syncFolder, syncFolders } from '../db/embedded/files.ts'
import { allowPassage, chooseLauncher } from '../db/embedded/launch.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { dropImported, endImport, firstForeignObject, importOf, isImporting, markImport } from '../db/import-mark.ts'
import { lockMigrations, unlockMigrations } from '../db/migrate.ts'
import { requireOwnSession } from '../db/own-session.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { Refused } from '../refused.ts'
import { finishRestored } from './after-restore.ts'
import { asOwner, withImportLock } from './exclusive-database.ts'
import { importArchive } from './import-archive.ts'
import type { ArchiveInfo } from './manifest.ts'
import { instantsOf, unfinishedName } from './restored-mark.ts'

/** Into the folder `into`, which lies in DATA_DIR, and which nobody takes for a data folder yet. */
export async function importIntoFolder(into: string, file: string, phrase: string | undefined): Promise<ArchiveInfo> {
  // As the first start on DATA_DIR does, which comes after this.
  allowPassage(chooseLauncher(), dirname(into))
  const postgres = await startEmbeddedPostgres({ dataDir: into })
  try {
    return await importArchive(postgres.connection, into, file, phrase)
  } finally {
    await postgres.stop()
  }
}

/** There once the pictures of an import have their name, with what tells it from others. */
const namedFile = 'images.named'

/**
 * Into an empty database; pictures go into DATA_DIR, which must have none. Nobody starts on it before all is there, and what must be
 * true after a copy's return is. One that was cut off is begun again.
 */
export async function importIntoDatabase(
  { dataDir, BACKUP_KEY, CLOCK_IS_RIGHT }: Pick<Config, 'dataDir' | 'BACKUP_KEY' | 'CLOCK_IS_RIGHT'>,
  address: DatabaseAddress,
  file: string,
): Promise<ArchiveInfo> {
  await requireOwnSession(address)
  const lock = await takeOwnerLock(dataDir)
  const filled = asOwner(address, (owner) =>
    withImportLock(owner, async (client) => {
      await claim(client, dataDir)
      const unfinished = join(dataDir, unfinishedName)
      mkdirSync(unfinished, { mode: 0o700 })
      try {
        const manifest = await importArchive(address, unfinished, file, BACKUP_KEY)
        const mark = instantsOf(manifest, new Date(), CLOCK_IS_RIGHT)
        nameImages(dataDir, await importOf(client))
        const database = await openDatabase(address, null, prepareJobs, { importing: true })
        await finishRestored(database, mark, dataDir).finally(() => database.close())
        await endImport(client)
        rmSync(unfinished, { recursive: true, force: true })
        return manifest
      } catch (error) {
        // What cannot be dropped now, the next one drops.
        await dropAll(client, dataDir).catch(() => {})
        throw error
      }
    }),
  )
  return filled.finally(() => lock.release())
}

/** Makes the database ours, and nobody else's: servers that start look for the mark under the same lock. */
async function claim(client: PoolClient, dataDir: string): Promise<void> {
  await lockMigrations(client, () => {})
  try {
    const images = join(dataDir, 'images')
    if (await isImporting(client)) await dropAll(client, dataDir)
    const found = await firstForeignObject(client)
    if (found !== null)
      throw new Refused(
        `La base de datos de DATABASE_URL no está vacía (${found}): importa en una recién creada, o aparta antes lo que hay.`,
      )
    if (existsSync(images) && readdirSync(images).length > 0)
      throw new Refused(
        `En ${dataDir} ya hay imágenes: importa con una carpeta vacía (DATA_DIR) o aparta antes las que hay.`,
      )
    if (existsSync(join(dataDir, unfinishedName)))
      throw new Refused(`En ${dataDir} quedó a medias otra restauración: borra ${unfinishedName} para seguir sin ella.`)
    await markImport(client)
  } finally {
    await unlockMigrations(client)
  }
}

function nameImages(dataDir: string, own: string | null): void {
  const [unfinished, images] = [join(dataDir, unfinishedName), join(dataDir, 'images')]
  if (!existsSync(join(unfinished, 'images'))) return
  syncFolders(join(unfinished, 'images'))
  writeFileSync(join(unfinished, namedFile), own ?? '', { flush: true })
  syncFolder(unfinished)
  if (existsSync(images)) rmdirSync(images)
  renamePatiently(join(unfinished, 'images'), images)
  syncFolder(dataDir)
}

/** Nothing is there as before it began. The rows first, and only where the mark is: what has none was imported whole. */
async function dropAll(client: PoolClient, dataDir: string): Promise<void> {
  const own = await importOf(client)
  await dropImported(client)
  const unfinished = join(dataDir, unfinishedName)
  // Of another import's they may be what is shown by now.
  if (own && readIfThere(join(unfinished, namedFile)) === own)
    rmSync(join(dataDir, 'images'), { recursive: true, force: true })
  rmSync(unfinished, { recursive: true, force: true })
  await endImport(client)
}
