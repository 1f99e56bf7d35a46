// Pictures in a bucket, as `images/1/clients/….webp`. Files still in DATA_DIR are shown from there until they are
// moved. Pictures deleted during a backup are kept in DATA_DIR, where the backup finds them.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '@torniquete/contract/shared/errors.ts'
import {
  FileStore,
  folderPattern,
  type ImageName,
  type ImageStore,
  namePattern,
  type StoredFile,
} from '../file-store.ts'
import type { Bucket, LogProblem, WithRetry } from './bucket.ts'

// Deletions that the bucket has not confirmed, noted in DATA_DIR so that none is lost.

/** No picture's name contains it. */
const tombstoneSeparator = ','

class DeletionTombstones {
  readonly #folder: string
  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'images', '.unwanted')
  }

  async note(image: ImageName): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await writeFile(this.#fileOf(image), '')
  }

  async forget(image: ImageName): Promise<void> {
    await rm(this.#fileOf(image), { force: true })
  }

  has(image: ImageName): boolean {
    return existsSync(this.#fileOf(image))
  }

  async all(): Promise<ImageName[]> {
    const names = await readdir(this.#folder).catch(() => [])
    return names.flatMap((each) => {
      const [gym = '', folder = '', name = ''] = each.split(tombstoneSeparator)
      return name === '' ? [] : [{ gym, folder, name }]
    })
  }

  #fileOf({ gym, folder, name }: ImageName): string {
    return join(this.#folder, [gym, folder, name].join(tombstoneSeparator))
  }
}

/** Milliseconds between a backup's attempts: a slow backup is better than none. */
const defaultRetryDelaysMs = [1_000, 5_000, 15_000, 30_000]
/** Simultaneous deletions while a gym is purged. */
const deletionsAtOnce = 8
export const keyPrefix = 'images/'

export const isUnreachable = (error: unknown): boolean => error instanceof Failure && error.reason === 'image.away'

const makePrefix = (gym: string): string => `${keyPrefix}${gym}/`
const makePath = ({ gym, folder, name }: ImageName): string => `${makePrefix(gym)}${folder}/${name}`

function makeKey(image: ImageName): string {
  if (!parseKey(makePath(image))) throw new Error(`not an image's name: ${image.folder}/${image.name}`)
  return makePath(image)
}

function parseKey(key: string): ImageName | null {
  const [gym = '', folder = '', name = '', ...more] = key.slice(keyPrefix.length).split('/')
  const isOurs = /^\d+$/.test(gym) && folderPattern.test(folder) && namePattern.test(name) && more.length === 0
  return isOurs ? { gym, folder, name } : null
}

export class BucketStore implements ImageStore {
  readonly #bucket: Bucket
  readonly #folder: FileStore
  readonly #tombstones: DeletionTombstones
  readonly #tell: LogProblem
  readonly #waits: number[]
  #isMovedUp = false
  /** Keys deleted before all was moved to the bucket, and key prefixes of purged gyms. */
  readonly #removed = new Set<string>()
  constructor(bucket: Bucket, dataDir: string, tell: LogProblem = () => {}, waits = defaultRetryDelaysMs) {
    this.#bucket = bucket
    this.#folder = new FileStore(dataDir)
    this.#tombstones = new DeletionTombstones(dataDir)
    this.#tell = tell
    this.#waits = waits
  }

  async put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    if (this.#folder.has(gym, folder, name)) return false
    return this.#bucket.put(makeKey({ gym: String(gym), folder, name }), bytes)
  }

  async repair(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#folder.deleteTruncated(gym, folder, name, bytes.length)
    await this.put(gym, folder, name, bytes)
  }

  /** Complete: a cut download is repeated, and a slow browser holds no connection. */
  async read(gym: number, folder: string, name: string, least = 0) {
    const stillHere = await this.#folder.read(gym, folder, name, least)
    if (stillHere) return stillHere
    const content = await this.#bucket.get(makeKey({ gym: String(gym), folder, name }))
    return content && content.length >= least ? { bytes: content.length, content } : null
  }

  /** Failures are repeated later: no row shows the picture any more. */
  async remove(gym: number, folder: string, name: string): Promise<void> {
    const image = { gym: String(gym), folder, name }
    if (!this.#isMovedUp) this.#removed.add(makeKey(image))
    await this.#folder.remove(gym, folder, name)
    await this.#tombstones
      .note(image)
      .catch((error) => this.#tell(`what is to be removed cannot be noted: ${codeOf(error)}`))
    await this.#drop(image).catch(
      (error) => isUnreachable(error) || this.#tell(`a removal is left for later: ${codeOf(error)}`),
    )
  }

  async removeGym(gym: number): Promise<void> {
    const id = Math.trunc(gym)
    this.#removed.add(makePrefix(String(id)))
    await this.#folder.removeGym(id)
    let keys: string[] = []
    const remove = async () => {
      await Promise.all(keys.map((key) => this.#bucket.delete(key)))
      keys = []
    }
    for await (const { key } of this.#bucket.list(makePrefix(String(id))))
      if (keys.push(key) === deletionsAtOnce) await remove()
    await remove()
  }

  /** Does nothing, because the bucket may be shared with another installation, which has the rows. */
  async *listMadeBefore(): AsyncGenerator<never> {}

  /** The folder first: a picture that is being moved is in the bucket before it leaves the folder. */
  async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredFile> {
    const seen = new Set<string>()
    for await (const file of this.#folder.files(passOver))
      yield {
        ...file,
        read: async (least) => {
          const bytes = await file.read(least)
          if (bytes) seen.add(makeKey(file))
          return bytes
        },
      }
    const patient = this.#patience()
    try {
      for await (const { key } of this.#bucket.list(keyPrefix, patient)) {
        const image = parseKey(key)
        if (!image || seen.has(key)) continue
        const read = async (least = 0) => {
          const bytes = await patient(() => this.#bucket.get(key))
          return bytes && bytes.length >= least ? bytes : null
        }
        yield { ...image, path: key, read }
      }
    } catch (error) {
      if (!passOver || !isUnreachable(error)) throw error
      passOver('')
    }
  }

  /** Moves files of DATA_DIR to the bucket and repeats failed deletions. Throws while the bucket is away. */
  async tidyUp(signal?: AbortSignal): Promise<void> {
    for (const image of await this.#tombstones.all()) {
      if (signal?.aborted) return
      if (!parseKey(makePath(image))) continue
      await this.#drop(image).catch((error) => {
        // A refused file stays noted and does not stop others; a silent bucket stops all.
        if (!isUnreachable(error) || this.#bucket.isSilent) throw error
      })
    }
    if (this.#isMovedUp) return
    let left = 0
    for await (const file of this.#folder.files()) {
      if (signal?.aborted) return
      const isMoved = await this.#moveUp(file).catch((error) => {
        // A file that the disk cannot read does not stop others.
        if (isUnreachable(error)) throw error
        return false
      })
      if (!isMoved) left += 1
    }
    this.#isMovedUp = true
    const why = 'are no pictures, others than in the bucket, or cannot be read: they stay'
    if (left > 0) this.#tell(`${left} files in DATA_DIR/images ${why}`)
  }

  close(): void {
    this.#bucket.close()
  }

  /** False if the file stays in the folder. */
  async #moveUp(file: StoredFile): Promise<boolean> {
    const bytes = await file.read()
    if (!bytes) return false
    const key = makeKey(file)
    if (!(await this.#bucket.put(key, bytes)) && (await this.#bucket.size(key)) !== bytes.length) return false
    // Another process that shares DATA_DIR may have moved the file.
    if (await this.#folder.deleteMoved(file)) return true
    const isRemoved = this.#removed.has(key) || this.#removed.has(makePrefix(file.gym))
    if (isRemoved || this.#tombstones.has(file)) {
      await this.#tombstones.note(file)
      await this.#drop(file)
    }
    return true
  }

  async #drop(image: ImageName): Promise<void> {
    await this.#bucket.delete(makeKey(image))
    await this.#tombstones.forget(image)
  }

  /** For one backup: after one failure nothing waits any more. */
  #patience(): WithRetry {
    const waits = [...this.#waits]
    return async (work) => {
      for (;;)
        try {
          return await work()
        } catch (error) {
          const wait = waits.shift()
          if (wait === undefined || !isUnreachable(error)) throw error
          await pause(wait)
        }
    }
  }
}

/** Without the file's name, which may be a person's. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'no code')
