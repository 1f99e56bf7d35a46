// A copy is brought back beside the running product as a person would bring it back, compared with what runs, and thrown away.
// Nothing of the product works on it: one connection of ours reads it, in a folder that nobody else may enter.
import { createHash, type Hash } from 'node:crypto'
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type DatabaseAddress, openOwnersPool } from '../db/connection.ts'
import { locateBinaries } from '../db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { errorCode } from '../db/embedded/errors.ts'
import { stopFormerPostmaster } from '../db/embedded/former-postmaster.ts'
import { freeSpaceOf } from '../db/embedded/free-space.ts'
import type { ImageStore } from '../storage/file-store.ts'
import { CopyMismatch } from './copy-mismatch.ts'
import type { Manifest } from './manifest.ts'
import { restoreCopy } from './restore.ts'
import { type RowComparison, requireSameRows } from './row-comparison.ts'
import { requireSealed } from './sealed-rows.ts'
import { sizeOfCopied } from './space.ts'
import { throttle, withDutyCycle } from './throttle.ts'
import { CopyRefused } from './trouble.ts'

export interface Rehearsing {
  /** The copy. */
  file: string
  /** SHA-256 of the tar in it, as noted when it was written. Where it is missing, a person vouches for the file. */
  digest?: string | undefined
  phrase: string | undefined
  /** By which what is sealed in it is opened, where it is not in DATA_DIR. */
  key?: string | undefined
  /** Of what runs. */
  dataDir: string
  address: DatabaseAddress
  /** Made for it, and removed after it. */
  folder: string
  /** Ends it. */
  signal?: AbortSignal | undefined
  /** Bytes a second that are unpacked at most. */
  rate?: number | undefined
  freeOf?: typeof freeSpaceOf | undefined
  /** Where pictures lie that are not in `dataDir`. */
  images?: Pick<ImageStore, 'read'> | undefined
  complain?: ((what: string, error: unknown) => void) | undefined
}

/** What a power cut leaves of it is thrown away too, and what it stores is little. */
const settings = {
  fsync: 'off',
  autovacuum: 'off',
  shared_buffers: '32MB',
  max_connections: '10',
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  // The copy's own configuration starts no program and loads no library.
  restore_command: '',
  archive_command: '',
  archive_library: '',
  session_preload_libraries: '',
  local_preload_libraries: '',
  event_triggers: 'off',
  ssl: 'off',
}

/** What stays free meanwhile, in bytes: nobody is warned of a disk that fills up. */
const reserve = 2.5e9
/** Bytes unpacked between two looks at what is left. */
const lookEvery = 8e6

/** The first of some folders on whose disk there is room for all that `dataDir` holds. @throws CopyRefused */
export async function placeWithRoom(
  places: readonly { folder: string; disk: string }[],
  dataDir: string,
  freeOf = freeSpaceOf,
): Promise<string> {
  const needed = (await sizeOfCopied(dataDir)) + reserve
  for (const { folder, disk } of places) if ((await freeOf(disk)) >= needed) return folder
  throw new CopyRefused(
    `Ensayar la última copia necesita ${(needed / 1e9).toFixed(1)} GB libres en el disco de ${places.map(({ disk }) => disk).join(' o en el de ')}.`,
    'space',
  )
}

/** What one left that was cut off. */
export async function dropRehearsal(folder: string): Promise<void> {
  // It may be of a disk that hangs, which must hold up nobody.
  const real = await realpath(folder).catch(() => null)
  if (real === null) return
  // By its real path the kernel knows its processes.
  await stopFormerPostmaster(join(real, 'postgres'), locateBinaries(), () => {})
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** @throws Refused for what cannot be restored, CopyMismatch for what is not as it should be, and whatever PostgreSQL says */
export async function rehearse(rehearsing: Rehearsing): Promise<RowComparison> {
  const { file, digest, phrase, key, dataDir, folder, address, rate, signal, complain = () => {} } = rehearsing
  await dropRehearsal(folder)
  await mkdir(folder, { mode: 0o700 })
  try {
    const hash = createHash('sha256')
    const through = (source: AsyncIterable<Buffer>) =>
      throttle(rate, signal)(hashed(whileThereIsRoom(source, rehearsing), hash))
    const manifest = await restoreCopy(folder, file, phrase, { through, lasts: false })
    signal?.throwIfAborted()
    if (digest !== undefined && hash.digest('hex') !== digest)
      throw new CopyMismatch(`${file} is not the file that was written`)
    const { connection, stop } = await startEmbeddedPostgres({ dataDir: folder, settings, givesWay: true })
    try {
      return await asOwners(connection, (copy) =>
        asOwners(address, async (running) => {
          const agreement = await requireSameRows({ copy, running }, signal)
          await requireIndexes(copy, signal)
          await requirePictures(copy, rehearsing, manifest)
          await requireSealed(copy, { key, running: dataDir, restored: folder })
          return agreement
        }),
      )
    } finally {
      await stop()
    }
  } finally {
    // What was found out stands; the next one removes what is left.
    await dropRehearsal(folder).catch((error) => complain('a rehearsal is still there', error))
  }
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash) {
  for await (const piece of source) {
    hash.update(piece)
    yield piece
  }
}

async function* whileThereIsRoom(source: AsyncIterable<Buffer>, { folder, signal, freeOf = freeSpaceOf }: Rehearsing) {
  let since = lookEvery
  for await (const piece of source) {
    signal?.throwIfAborted()
    since += piece.length
    if (since >= lookEvery) {
      since = 0
      if ((await freeOf(folder)) < reserve / 2)
        throw new CopyRefused(`En el disco de ${folder} ya no queda sitio: el ensayo no se terminó.`, 'space')
    }
    yield piece
  }
}

async function asOwners<Result>(address: DatabaseAddress, work: (client: pg.ClientBase) => Promise<Result>) {
  const pool = openOwnersPool(address)
  try {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Bytes of a table up to which each of its rows is looked for in its indexes. */
const smallTable = 8e6

/** Of all that finds rows, PostgreSQL's own lists too: each page of it read, and in order. */
async function requireIndexes(copy: pg.ClientBase, signal: AbortSignal | undefined): Promise<void> {
  await copy.query('create extension if not exists amcheck')
  const { rows } = await copy.query<{ oid: string; small: boolean }>(
    `select indexrelid::text as oid, pg_relation_size(indrelid) <= ${smallTable} as small from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = relam
     where relkind = 'i' and amname = 'btree' and relpersistence = 'p' and indisvalid and indisready`,
  )
  for (const { oid, small } of rows)
    await withDutyCycle(() => copy.query('select bt_index_check($1::oid, $2)', [oid, small]), signal)
}

/** What rows of the copy show is in it, as it is here. What neither has was lost before. */
async function requirePictures(
  copy: pg.ClientBase,
  { dataDir, folder, signal, images }: Rehearsing,
  { unread = [] }: Manifest,
): Promise<void> {
  const { rows } = await copy.query<{ place: string; gym: number; kind: string; name: string; bytes: number }>(
    `select concat_ws('/', gym_id, folder, name) as place, gym_id::integer as gym, folder as kind, name, bytes
     from images order by 1`,
  )
  for (const { place, gym, kind, name, bytes } of rows.filter(
    ({ place }) => !unread.some((each) => place.startsWith(each)),
  ))
    await withDutyCycle(async () => {
      const [copied, ours] = [await pictureIn(folder, place, bytes), await pictureIn(dataDir, place, bytes)]
      // Of a bucket's, what came was proven by its hash.
      const isKept = ours !== null || (!copied && (await isIn(images, gym, kind, name, bytes)))
      if (isKept && !copied) throw new CopyMismatch(`images/${place} is not in the copy`)
      if (ours && !copied?.equals(ours)) throw new CopyMismatch(`images/${place} is another one in the copy`)
    }, signal)
}

async function isIn(
  images: Rehearsing['images'],
  ...image: Parameters<NonNullable<Rehearsing['images']>['read']>
): Promise<boolean> {
  const found = await images?.read(...image)
  if (found && !Buffer.isBuffer(found.content)) found.content.destroy()
  return Boolean(found)
}

/** One that was torn is none, here as in a copy of before. */
async function pictureIn(folder: string, place: string, least: number): Promise<Buffer | null> {
  try {
    const bytes = await readFile(join(folder, 'images', place))
    return bytes.length < least ? null : bytes
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
