// The archive of a running database with its images, made piece by piece: a tar whose database is PostgreSQL's
// own copy. The database comes first, so that every row has its picture: its copy is of the instant at which it ended. What was
// uploaded later comes along without a row.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { biometricsKeyFile } from '../config.ts'
import { type DatabaseAddress, openOwnersPool } from '../db/connection.ts'
import { readIfThere } from '../db/embedded/files.ts'
import type { freeSpaceOf } from '../db/embedded/free-space.ts'
import { readSecret } from '../db/embedded/read-or-create.ts'
import { namesOf, neededKeys } from '../sealing-key.ts'
import { FileStore, type ImageName, type ImageStore } from '../storage/file-store.ts'
import { version } from '../version.ts'
import { type BaseBackup, openBaseBackup } from './base-backup.ts'
import { type ImageSnapshot, openImageSnapshot } from './image-snapshot.ts'
import { counted, entryOf, jsonEntry } from './make-archive.ts'
import {
  databaseFolder,
  type Head,
  headName,
  type Keys,
  type Manifest,
  manifestName,
  Tally,
  thisPlatform,
} from './manifest.ts'
import { endOfTar, readTar, type TarEntry, writeEntry } from './tar.ts'

export interface Source {
  dataDir: string
  address: DatabaseAddress
  /** Bytes a second at most, before they are compressed. */
  rate?: number | undefined
  /** Where its images lie; in its folder, if nothing is said. */
  images?: ImageStore | undefined
  /** What went wrong and harms no copy. */
  log?: ((what: string, error: unknown) => void) | undefined
  freeOf?: typeof freeSpaceOf | undefined
}

/**
 * Answers, with its last piece, what went in. `signal` ends it also while nothing is read of it. Where pages of the database are
 * damaged it throws at their end, unless it takes them.
 */
export async function* archiveOf(
  { dataDir, address, log, images: store = new FileStore(dataDir) }: Source,
  signal?: AbortSignal,
  takesDamaged = false,
): AsyncGenerator<Buffer, Manifest> {
  // What was committed before it is asked is in it.
  const made = new Date()
  const backup = await openBaseBackup(address, takesDamaged)
  const end = () => backup.tar.destroy()
  const rows = openOwnersPool(address)
  let images: ImageSnapshot | undefined
  signal?.addEventListener('abort', end)
  try {
    images = await openImageSnapshot(store, log)
    const keys = await keysOf(rows, dataDir)
    const head: Head = {
      format: 1,
      version,
      ...(keys && { keys }),
      postgres: await majorOf(dataDir),
      platform: thisPlatform,
    }
    const tally = new Tally()
    yield* writeEntry(jsonEntry(headName, head), new Date())
    yield* counted(tally, databaseOf(backup))
    const ended = new Date()
    await backup.letWalGo()
    yield* counted(tally, images.entries({ leastOf: lengthsBy(rows) }))
    yield* counted(tally, keysIn(dataDir))
    const manifest: Manifest = {
      ...head,
      made_at: made.toISOString(),
      ended_at: ended.toISOString(),
      parts: tally.parts(),
      ...(takesDamaged && { damaged: true }),
      ...(images.unread.length > 0 && { unread: images.unread }),
      ...(images.lost.size > 0 && { lost: [...images.lost] }),
    }
    yield* writeEntry(jsonEntry(manifestName, manifest), new Date())
    yield endOfTar()
    return manifest
  } finally {
    signal?.removeEventListener('abort', end)
    backup.tar.destroy()
    // What is put aside is the next copy's as soon as that may begin.
    await images?.release()
    await rows.end()
    await backup.close()
  }
}

/** Its files' own: a newer PostgreSQL may have been installed beside the one that runs. */
async function majorOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, databaseFolder, 'PG_VERSION'), 'utf8')).trim()
}

/** Null of a database of before it could tell. */
async function keysOf(rows: pg.Pool, dataDir: string): Promise<Keys | null> {
  const needed = await neededKeys(rows).catch(() => null)
  return needed && { needed, carried: namesOf(readSecret(join(dataDir, biometricsKeyFile))) }
}

/** None where it is given by the environment. */
async function* keysIn(dataDir: string): AsyncGenerator<TarEntry> {
  const key = readIfThere(join(dataDir, biometricsKeyFile))
  if (key !== null) yield entryOf(biometricsKeyFile, Buffer.from(key))
}

/** How long each picture is by its row, asked once a gym. One that is uploaded later, or cannot be asked for, is copied as it is. */
function lengthsBy(rows: pg.Pool): (image: ImageName) => Promise<number> {
  const known = new Map<string, Promise<Map<string, number>>>()
  const ofGym = async (gym: string) => {
    const { rows: found } = await rows
      .query<{ place: string; bytes: number }>(
        "select folder || '/' || name as place, bytes from images where gym_id = $1",
        [gym],
      )
      .catch(() => ({ rows: [] }))
    return new Map(found.map(({ place, bytes }) => [place, bytes]))
  }
  return async ({ gym, folder, name }) => {
    const lengths = known.get(gym) ?? ofGym(gym)
    known.set(gym, lengths)
    return (await lengths).get(`${folder}/${name}`) ?? 0
  }
}

async function* databaseOf(backup: BaseBackup): AsyncGenerator<TarEntry> {
  for await (const entry of readTar(backup.tar)) yield { ...entry, name: `${databaseFolder}${entry.name}` }
  yield entryOf(`${databaseFolder}backup_manifest`, backup.manifest())
}
