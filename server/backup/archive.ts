// The archive of a running database with its images, made piece by piece: a tar whose database is PostgreSQL's
// own copy. The database comes first. Its copy is of the instant at which it ended; a picture is written before the row that
// shows it and removed after, and what is removed while a copy is made is put aside (file-store.ts), so that every row has
// its picture. What was uploaded later comes along without a row.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseAddress } from '../db/connection.ts'
import { FileStore, type ImageStore } from '../file-store.ts'
import type { freeSpaceOf } from '../free-space.ts'
import { version } from '../version.ts'
import { type BaseBackup, openBaseBackup } from './base-backup.ts'
import {
  databaseFolder,
  type Head,
  headName,
  imagesFolder,
  type Manifest,
  manifestName,
  partOf,
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
  readPicture?: ((path: string) => Promise<Buffer>) | undefined
  freeOf?: typeof freeSpaceOf | undefined
}

/**
 * Answers, with its last piece, what went in. `signal` ends it also while nothing is read of it. Where pages of the database are
 * damaged it throws at their end, unless it takes them.
 */
export async function* archiveOf(
  { dataDir, address, log, images = new FileStore(dataDir), readPicture }: Source,
  signal?: AbortSignal,
  takesDamaged = false,
): AsyncGenerator<Buffer, Manifest> {
  // What was committed before it is asked is in it.
  const made = new Date()
  const backup = await openBaseBackup(address, takesDamaged)
  const end = () => backup.tar.destroy()
  const dropRemoved = () =>
    images.dropRemoved().catch((error) => log?.('what was put aside for a copy is still there', error))
  signal?.addEventListener('abort', end)
  try {
    await dropRemoved()
    const unread: string[] = []
    await images.keepRemoved().catch((error) => {
      log?.('what is removed meanwhile cannot be put aside for a copy', error)
      unread.push('.removed/')
    })
    const head: Head = { format: 1, version, postgres: await majorOf(dataDir), platform: thisPlatform }
    const tally = new Tally()
    yield* writeEntry(jsonEntry(headName, head), new Date())
    yield* counted(tally, databaseOf(backup))
    const ended = new Date()
    await backup.letWalGo()
    yield* counted(tally, imagesOf(images, unread, readPicture))
    const manifest: Manifest = {
      ...head,
      made_at: made.toISOString(),
      ended_at: ended.toISOString(),
      parts: tally.parts(),
      ...(takesDamaged && { damaged: true }),
      ...(unread.length > 0 && { unread }),
    }
    yield* writeEntry(jsonEntry(manifestName, manifest), new Date())
    yield endOfTar()
    return manifest
  } finally {
    signal?.removeEventListener('abort', end)
    backup.tar.destroy()
    // What is put aside is the next copy's as soon as that may begin.
    await dropRemoved()
    await backup.close()
  }
}

/** Its files' own: a newer PostgreSQL may have been installed beside the one that runs. */
async function majorOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, databaseFolder, 'PG_VERSION'), 'utf8')).trim()
}

async function* counted(tally: Tally, entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const part = partOf(entry.name)
    if (!part) throw new Error(`no part of a copy: ${entry.name}`)
    yield* writeEntry(tally.through(part, entry), new Date())
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const entryOf = (name: string, bytes: Buffer): TarEntry => ({ name, size: bytes.length, content: once(bytes) })
const jsonEntry = (name: string, value: object) => entryOf(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

async function* databaseOf(backup: BaseBackup): AsyncGenerator<TarEntry> {
  for await (const entry of readTar(backup.tar)) yield { ...entry, name: `${databaseFolder}${entry.name}` }
  yield entryOf(`${databaseFolder}backup_manifest`, backup.manifest())
}

/** Read whole before its header is written: one that the disk does not give any more costs no other. */
async function* imagesOf(store: ImageStore, unread: string[], read: Source['readPicture']): AsyncGenerator<TarEntry> {
  for await (const { gym, folder, name, path, read: readIt } of store.files((place) => unread.push(place))) {
    const place = `${gym}/${folder}/${name}`
    // One that is being written has no row yet: as far as it has come.
    const bytes = await (read ? read(path) : readIt()).catch(() => {
      unread.push(place)
      return null
    })
    if (bytes) yield entryOf(`${imagesFolder}${place}`, bytes)
  }
}
