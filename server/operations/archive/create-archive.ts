// Reads an archive from a running database in one snapshot: rows by COPY, then pictures and secrets. A picture is
// stored before its row and never changes, so each row finds its picture unless it is deleted during the backup.
import { join } from 'node:path'
import type pg from 'pg'
import { sealingKeyFileName, sessionSecretFileName } from '../../config.ts'
import { type DatabaseAddress, getSocket } from '../../platform/db/connection.ts'
import { copyRowsFromTable } from '../../platform/db/copy-rows.ts'
import { openOwnersPool } from '../../platform/db/pools.ts'
import { isDatabaseImportUnfinished } from '../../platform/db/unfinished-import.ts'
import { readSecret } from '../../platform/files/files.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { ImageStore } from '../../platform/storage/file-store.ts'
import { version } from '../../platform/version.ts'
import {
  type ArchivedTable,
  type ArchiveEntry,
  archiveVersion,
  FilesDigest,
  imagesFolder,
  type Manifest,
  makeJsonEntry,
  manifestFileName,
  secretsFolder,
  tablesFolder,
} from './archive-format.ts'
import {
  type ArchivableTable,
  findGymColumn,
  quoteName,
  quoteNames,
  readArchivableTables,
  readGymToArchive,
  readMigrations,
  readSequences,
} from './archive-tables.ts'
import { RowDigest } from './row-digest.ts'

export interface ArchiveSource {
  address: DatabaseAddress
  images: ImageStore
  dataDir: string
  /** SESSION_SECRET if set in the environment. */
  sessionSecret?: string | undefined
  gym?: number | undefined
}

/** Yields the manifest as the last entry, and also returns it. `signal` aborts the backup between two entries. */
export async function* createArchive(
  { address, images, dataDir, sessionSecret, gym }: ArchiveSource,
  signal?: AbortSignal,
): AsyncGenerator<ArchiveEntry, Manifest> {
  const owner = openOwnersPool(address)
  const client = await owner.connect()
  const end = () => void getSocket(client).destroy()
  signal?.addEventListener('abort', end)
  try {
    const made_at = new Date().toISOString()
    const { tables, ...snapshot } = await beginSnapshot(client, gym)
    const archived: ArchivedTable[] = []
    for (const table of tables) archived.push(yield* makeTableEntries(client, table, gym ?? null))
    const shown = await listPictures(client, gym)
    await client.query('commit')
    const files = new FilesDigest()
    const missing: string[] = []
    yield* counted(files, readPictures(images, shown, gym, missing))
    if (gym === undefined) yield* counted(files, readSecrets(dataDir, sessionSecret))
    const manifest: Manifest = {
      format: archiveVersion,
      version,
      made_at,
      ...snapshot,
      tables: archived,
      files: files.finish(),
      ...(await describeMissing(client, gym, missing)),
    }
    yield makeJsonEntry(manifestFileName, manifest)
    return manifest
  } finally {
    signal?.removeEventListener('abort', end)
    client.release(true)
    await owner.end()
  }
}

async function beginSnapshot(client: pg.ClientBase, id: number | undefined) {
  const options = { forOneGym: id !== undefined }
  // Locks before the snapshot, because a table that a concurrent migration rewrites would seem empty.
  const locked = (await readArchivableTables(client, options)).map(({ name }) => name)
  await client.query('begin isolation level repeatable read read only')
  if (locked.length > 0) await client.query(`lock table ${quoteNames(locked)} in access share mode`)
  if (await isDatabaseImportUnfinished(client))
    throw new StartRefusal('En la base de datos hay una restauración sin terminar: todavía no hay nada que copiar.')
  const migrations = await readMigrations(client)
  if (!migrations) throw new StartRefusal('En la base de datos no hay nada de Torniquete que copiar.')
  const gym = id === undefined ? undefined : await readGymToArchive(client, id)
  const tables = await readArchivableTables(client, options)
  // Sequences do not belong to the snapshot: a value may be newer than the rows, which only skips numbers.
  const sequences = await readSequences(client)
  return { migrations, tables, sequences, ...(gym && { gym }) }
}

const listGyms = async (client: pg.ClientBase): Promise<number[]> =>
  (await client.query<{ id: number }>('select id from gyms order by id')).rows.map(({ id }) => id)

const setGym = (client: pg.ClientBase, gym: number | null) =>
  client.query(`select set_config('app.gym_id', $1, true)`, [gym === null ? '' : String(gym)])

/** A tar entry begins with its length, so rows are split into chunks that fit into memory. */
async function* makeTableEntries(
  client: pg.ClientBase,
  { name, columns, secured }: ArchivableTable,
  only: number | null,
) {
  const digest = new RowDigest()
  let piece = 0
  for (const gym of only === null && secured ? await listGyms(client) : [only]) {
    await setGym(client, gym)
    const where = gym === null ? '' : ` where ${findGymColumn(name)} = ${gym}`
    const statement = `copy (select ${quoteNames(columns)} from ${quoteName(name)}${where}) to stdout`
    for await (const content of copyRowsFromTable(client, statement, (row) => digest.add(row)))
      yield { name: `${tablesFolder}${name}/${piece++}`, content }
  }
  return { name, columns, rows: digest.rows, digest: String(digest) }
}

/** Lists pictures that a row of the snapshot refers to, as `1/clients/….webp`. */
async function listPictures(client: pg.ClientBase, only: number | undefined): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const gym of only === undefined ? await listGyms(client) : [only]) {
    await setGym(client, gym)
    const { rows } = await client.query<{ place: string }>(
      `select gym_id || '/' || folder || '/' || name as place from images where gym_id = $1`,
      [gym],
    )
    for (const { place } of rows) shown.add(place)
  }
  return shown
}

/** Yields picture files. Pictures and folders that cannot be read are added to `unread`. */
async function* readPictures(
  images: ImageStore,
  shown: Set<string>,
  only: number | undefined,
  unread: string[],
): AsyncGenerator<ArchiveEntry> {
  for await (const { gym, folder, name, read } of images.files((place) => unread.push(place))) {
    if (only !== undefined && gym !== String(only)) continue
    const place = `${gym}/${folder}/${name}`
    const content = await read().catch(() => undefined)
    if (content === undefined) unread.push(place)
    if (!content) continue
    shown.delete(place)
    yield { name: `${imagesFolder}${place}`, content }
  }
  unread.push(...[...shown].filter((place) => !unread.some((known) => place.startsWith(known))))
}

/** Describes unreadable pictures, ignoring pictures that were deleted during the backup. */
async function describeMissing(client: pg.ClientBase, only: number | undefined, missing: string[]) {
  if (missing.length === 0) return {}
  await client.query('begin read only')
  const shown = await listPictures(client, only)
  const unread = missing.filter((place) => place === '' || place.endsWith('/') || shown.has(place))
  return unread.length > 0 ? { unread } : {}
}

async function* readSecrets(dataDir: string, sessionSecret: string | undefined): AsyncGenerator<ArchiveEntry> {
  const secrets = [
    [sessionSecretFileName, sessionSecret ?? readSecret(join(dataDir, sessionSecretFileName))],
    // Reads the key from its file only: BIOMETRICS_KEY of the environment stays out of archives.
    [sealingKeyFileName, readSecret(join(dataDir, sealingKeyFileName))],
  ] as const
  for (const [name, secret] of secrets)
    if (secret) yield { name: `${secretsFolder}${name}`, content: Buffer.from(secret) }
}

async function* counted(files: FilesDigest, entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    files.add(entry)
    yield entry
  }
}
