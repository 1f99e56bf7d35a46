// Fills an empty database and data folder from a verified archive. All files are written to `restore.unfinished` and
// renamed at the end, so that no server starts on half a restore and a failure leaves the target unchanged.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PoolClient } from 'pg'
import { type Config, sealingKeyFileName, sessionSecretFileName } from '../../config.ts'
import type { DatabaseAddress } from '../../platform/db/connection.ts'
import { getMigrationsFolder } from '../../platform/db/database.ts'
import { lockMigrations, migrate, unlockMigrations } from '../../platform/db/migrate.ts'
import { refuseTransactionPooling } from '../../platform/db/refuse-transaction-pooling.ts'
import {
  dropImportedObjects,
  findNonSystemObject,
  isDatabaseImportUnfinished,
  markDatabaseImportFinished,
  markDatabaseImportStarted,
} from '../../platform/db/unfinished-import.ts'
import {
  fsyncFolder,
  fsyncTree,
  makePrivateFolder,
  readFileIfPresent,
  renameWithRetry,
} from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { locateBinaries } from '../postgres/binaries.ts'
import { lockDataFolder } from '../postgres/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { allowFolderTraversal, chooseLauncher, requireOwnedFolder } from '../postgres/launch-postgres.ts'
import { stopOrphanPostgres } from '../postgres/orphan-postgres.ts'
import { finishRestore, type RestoreTimes } from './after-restore.ts'
import { type ArchiveEntry, imagesFolder, type Manifest, secretsFolder, tablesFolder } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { runWithImportLock, runWithOwnerPool } from './exclusive-database.ts'
import { RowImporter } from './import-rows.ts'

export type VerifiedArchive = { file: string; phrase: string | undefined; manifest: Manifest }

const unfinishedName = 'restore.unfinished'
/** In the order of the final renames. The database is last, since a folder without it counts as empty. */
const restoredNames = ['images', sealingKeyFileName, sessionSecretFileName, 'postgres']
/** Settings without durability: a crash loses only the unfinished restore. All files are synced at the end. */
const fastSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '2GB' }

const unfinishedIn = (dataDir: string) => join(dataDir, unfinishedName)

/** @throws StartRefusal while a restore runs, or after an interrupted restore */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(unfinishedIn(dataDir))) return
  // Throws DataFolderInUseError while a restore runs, because the restore holds this lock.
  const lock = lockDataFolder(dataDir)
  lock.release()
  throw new StartRefusal(
    `En ${dataDir} quedó a medias una restauración: repite npm run restore -- ARCHIVO, o borra ${unfinishedName} para empezar sin ella.`,
  )
}

/** Files allowed in an empty data folder: a disk's own folders, and service settings, which outlive the data. */
const isOther = /^(lost\+found|System Volume Information|\$RECYCLE\.BIN|torniquete\.env.*|torniquete\.lock.*)$/

/** @throws StartRefusal unless the folder is empty or contains only an interrupted restore */
export function requireRestorableFolder(dataDir: string): void {
  if (!existsSync(dataDir) || existsSync(unfinishedIn(dataDir))) return
  const found = readdirSync(dataDir).find((name) => !isOther.test(name))
  if (found)
    throw new StartRefusal(
      `La carpeta ${dataDir} no está vacía (${found}): restaura en una carpeta vacía (DATA_DIR) o aparta antes lo que hay.`,
    )
}

export async function restoreIntoFolder(dataDir: string, archive: VerifiedArchive, instants: RestoreTimes) {
  const isNew = !existsSync(dataDir)
  makePrivateFolder(dataDir)
  requireOwnedFolder(dataDir)
  const lock = lockDataFolder(dataDir)
  const unfinished = unfinishedIn(dataDir)
  try {
    requireRestorableFolder(dataDir)
    await dropUnfinished(dataDir)
    mkdirSync(unfinished, { mode: 0o700 })
    try {
      allowFolderTraversal(chooseLauncher(), dataDir)
      const postgres = await startEmbeddedPostgres({ dataDir: unfinished, settings: fastSettings })
      try {
        await restoreRowsAndFiles(postgres.connection, unfinished, archive)
        const finish = (client: PoolClient) => finishRestore(client, instants)
        await runWithOwnerPool(postgres.connection, (owner) => runWithImportLock(owner, finish))
      } finally {
        await postgres.stop()
      }
      fsyncTree(unfinished)
      takeNames(dataDir)
    } catch (error) {
      await dropUnfinished(dataDir)
      throw error
    }
    rmSync(unfinished, { recursive: true })
    fsyncFolder(dataDir)
  } catch (error) {
    lock.abandon()
    if (isNew) rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  lock.release()
}

/** Restores into an empty external database; pictures go into DATA_DIR. */
export async function restoreIntoDatabase(
  { dataDir }: Pick<Config, 'dataDir'>,
  address: DatabaseAddress,
  archive: VerifiedArchive,
  instants: RestoreTimes,
): Promise<void> {
  await refuseTransactionPooling(address)
  makePrivateFolder(dataDir)
  const lock = lockDataFolder(dataDir)
  const filling = runWithOwnerPool(address, (owner) =>
    runWithImportLock(owner, async (client) => {
      await claimDatabase(client, dataDir)
      try {
        await restoreRowsAndFiles(address, unfinishedIn(dataDir), archive)
        keepOwnKey(dataDir)
        fsyncTree(unfinishedIn(dataDir))
        rmSync(join(dataDir, 'images'), { recursive: true, force: true })
        await finishRestore(client, instants)
        // Also replaces the existing session secret, so this comes after all steps that can fail.
        takeNames(dataDir)
        rmSync(unfinishedIn(dataDir), { recursive: true })
        await markDatabaseImportFinished(client)
      } catch (error) {
        await client.query('rollback')
        await dropPartialRestore(client, dataDir)
        throw error
      }
    }),
  )
  await filling.then(lock.release, (error: unknown) => {
    lock.abandon()
    throw error
  })
}

/** Restores rows and files of the archive. After a failure the caller removes the partial result. */
export async function restoreRowsAndFiles(
  address: DatabaseAddress,
  folder: string,
  { file, phrase, manifest }: VerifiedArchive,
  { rate, signal, skipFiles = false }: { rate?: number; signal?: AbortSignal; skipFiles?: boolean } = {},
): Promise<void> {
  await runWithOwnerPool(address, async (owner) => {
    const only = new Set(manifest.migrations.map(({ name }) => name))
    await migrate(owner, getMigrationsFolder(), { importing: true, only })
    const client = await owner.connect()
    try {
      const rows = new RowImporter(client, manifest, null, rate)
      await rows.begin()
      await readArchive(file, { phrase, rate, signal }, async (entry) => {
        if (entry.name.startsWith(tablesFolder)) await rows.take(entry)
        else if (!skipFiles) await unpackArchiveEntry(entry, folder)
      })
      await rows.finish()
      await client.query('commit')
    } finally {
      // Closes the connection, which rolls back an uncommitted transaction.
      client.release(true)
    }
    await migrate(owner, getMigrationsFolder(), { importing: true })
    // Without planner statistics the first calls would be slow.
    await owner.query('analyze')
  })
}

/** Writes an `images/…` entry to the same path, and a secret to a file beside that folder. */
export async function unpackArchiveEntry({ name, content }: ArchiveEntry, into: string): Promise<void> {
  const path = join(into, name.startsWith(imagesFolder) ? name : name.slice(secretsFolder.length))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
}

/** Marks an empty database as being restored. A starting server checks for the mark under the same lock. */
async function claimDatabase(client: PoolClient, dataDir: string): Promise<void> {
  const images = join(dataDir, 'images')
  await lockMigrations(client, () => {})
  try {
    if (await isDatabaseImportUnfinished(client)) await dropPartialRestore(client, dataDir)
    const found = await findNonSystemObject(client)
    if (found !== null)
      throw new StartRefusal(
        `La base de datos de DATABASE_URL no está vacía (${found}): restaura en una recién creada, o aparta antes lo que hay.`,
      )
    if (existsSync(unfinishedIn(dataDir))) await dropUnfinished(dataDir)
    else if (existsSync(images) && readdirSync(images).length > 0)
      throw new StartRefusal(
        `En ${dataDir} ya hay imágenes: restaura con una carpeta vacía (DATA_DIR) o aparta antes las que hay.`,
      )
    mkdirSync(unfinishedIn(dataDir), { mode: 0o700 })
    await markDatabaseImportStarted(client)
  } finally {
    await unlockMigrations(client)
  }
}

/** Keeps an existing key in DATA_DIR, because it may be the only copy of another database's key. */
function keepOwnKey(dataDir: string): void {
  const readKey = (folder: string) => readFileIfPresent(join(folder, sealingKeyFileName))
  const [own, restored] = [readKey(dataDir), readKey(unfinishedIn(dataDir))]
  if (own && own.trim() === restored?.trim()) rmSync(join(unfinishedIn(dataDir), sealingKeyFileName))
  else if (own && restored)
    throw new StartRefusal(
      `En ${dataDir} ya hay una ${sealingKeyFileName}, que es otra: restaura con una carpeta vacía (DATA_DIR) o apártala antes.`,
    )
}

async function dropPartialRestore(client: PoolClient, dataDir: string): Promise<void> {
  await dropImportedObjects(client)
  if (existsSync(unfinishedIn(dataDir))) await dropUnfinished(dataDir)
  await markDatabaseImportFinished(client)
}

/** Removes the files that an interrupted restore had renamed into DATA_DIR, which was empty before that restore. */
async function dropUnfinished(dataDir: string): Promise<void> {
  const unfinished = unfinishedIn(dataDir)
  if (!existsSync(unfinished)) return
  await stopOrphanPostgres(join(unfinished, 'postgres'), locateBinaries(), () => {})
  for (const name of readFileIfPresent(join(unfinished, takenName))?.split('\n') ?? [])
    if (restoredNames.includes(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  rmSync(unfinished, { recursive: true, force: true })
}

/** File that lists the names which the restore renames into DATA_DIR; written before the first rename. */
const takenName = 'taken-names'

function takeNames(dataDir: string): void {
  const unfinished = unfinishedIn(dataDir)
  const taken = restoredNames.filter((name) => existsSync(join(unfinished, name)))
  writeFileSync(join(unfinished, takenName), taken.join('\n'), { flush: true })
  fsyncFolder(unfinished)
  for (const name of taken) renameWithRetry(join(unfinished, name), join(dataDir, name))
  fsyncFolder(dataDir)
}
