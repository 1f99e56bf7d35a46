// Stores pictures in a bucket, as `images/1/clients/….webp`. Files still in DATA_DIR are served from there until they
// are moved.

import { setTimeout as pause } from 'node:timers/promises'
import { NamedError } from '@torniquete/contract/shared/errors.ts'
import {
  FolderImageStore,
  type ImageLocation,
  type ImageStore,
  imageFolderPattern,
  imageNamePattern,
  type StoredImageFile,
} from '../file-store.ts'
import type { Bucket, ProblemLogger, RetryRunner } from './bucket.ts'

/** Milliseconds between the retries of a backup, which wait longer, because a slow backup is better than none. */
const defaultRetryDelaysMs = [1_000, 5_000, 15_000, 30_000]
/** Number of simultaneous deletions while a gym is purged. */
const deletionsAtOnce = 8
export const imageKeyPrefix = 'images/'

export const isImageUnreachableError = (error: unknown): boolean =>
  error instanceof NamedError && error.reason === 'image.away'

const makePrefix = (gym: string): string => `${imageKeyPrefix}${gym}/`
const makePath = ({ gym, folder, name }: ImageLocation): string => `${makePrefix(gym)}${folder}/${name}`

function makeKey(image: ImageLocation): string {
  if (!parseKey(makePath(image))) throw new Error(`not an image's name: ${image.folder}/${image.name}`)
  return makePath(image)
}

function parseKey(key: string): ImageLocation | null {
  const [gym = '', folder = '', name = '', ...more] = key.slice(imageKeyPrefix.length).split('/')
  const isOurs =
    /^\d+$/.test(gym) && imageFolderPattern.test(folder) && imageNamePattern.test(name) && more.length === 0
  return isOurs ? { gym, folder, name } : null
}

export class BucketImageStore implements ImageStore {
  readonly #bucket: Bucket
  readonly #folder: FolderImageStore
  readonly #tell: ProblemLogger
  readonly #waits: number[]
  #isMovedUp = false
  /** Keys deleted before all pictures were moved to the bucket, and key prefixes of purged gyms. */
  readonly #removed = new Set<string>()
  constructor(bucket: Bucket, dataDir: string, tell: ProblemLogger = () => {}, waits = defaultRetryDelaysMs) {
    this.#bucket = bucket
    this.#folder = new FolderImageStore(dataDir)
    this.#tell = tell
    this.#waits = waits
  }

  async put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put(makeKey({ gym: String(gym), folder, name }), bytes)
  }

  /** Reads a complete picture, so that a cut download is retried and a slow browser holds no connection. */
  async read(gym: number, folder: string, name: string) {
    const stillHere = await this.#folder.read(gym, folder, name)
    if (stillHere) return stillHere
    const content = await this.#bucket.get(makeKey({ gym: String(gym), folder, name }))
    return content && { bytes: content.length, content }
  }

  async remove(gym: number, folder: string, name: string): Promise<void> {
    const key = makeKey({ gym: String(gym), folder, name })
    if (!this.#isMovedUp) this.#removed.add(key)
    await this.#folder.remove(gym, folder, name)
    await this.#bucket.delete(key)
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

  /** Lists the folder before the bucket: a picture being moved is in the bucket before it leaves the folder. */
  async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredImageFile> {
    const seen = new Set<string>()
    for await (const file of this.#folder.files(passOver))
      yield {
        ...file,
        read: async () => {
          const bytes = await file.read()
          if (bytes) seen.add(makeKey(file))
          return bytes
        },
      }
    const patient = this.#patience()
    try {
      for await (const { key } of this.#bucket.list(imageKeyPrefix, patient)) {
        const image = parseKey(key)
        if (!image || seen.has(key)) continue
        yield { ...image, path: key, read: () => patient(() => this.#bucket.get(key)) }
      }
    } catch (error) {
      if (!passOver || !isImageUnreachableError(error)) throw error
      passOver('')
    }
  }

  /** Moves files of DATA_DIR to the bucket. Throws if the bucket is unreachable. */
  async moveFiles(signal?: AbortSignal): Promise<void> {
    if (this.#isMovedUp) return
    let left = 0
    for await (const file of this.#folder.files()) {
      if (signal?.aborted) return
      const isMoved = await this.#moveUp(file).catch((error) => {
        // A file that cannot be read from the disk stays, and the next files are moved.
        if (isImageUnreachableError(error)) throw error
        return false
      })
      if (!isMoved) left += 1
    }
    this.#isMovedUp = true
    const why = 'are no pictures, or cannot be read: they stay'
    if (left > 0) this.#tell(`${left} files in DATA_DIR/images ${why}`)
  }

  close(): void {
    this.#bucket.close()
  }

  /** Returns false if the file stays in the folder. */
  async #moveUp(file: StoredImageFile): Promise<boolean> {
    const bytes = await file.read()
    if (!bytes) return false
    const key = makeKey(file)
    await this.#bucket.put(key, bytes)
    // False if another process that shares DATA_DIR has moved the file already.
    if (await this.#folder.deleteMoved(file)) return true
    if (this.#removed.has(key) || this.#removed.has(makePrefix(file.gym))) await this.#bucket.delete(key)
    return true
  }

  /** Makes the retries of one backup: when they are used up, later requests fail without waiting. */
  #patience(): RetryRunner {
    const waits = [...this.#waits]
    return async (work) => {
      for (;;)
        try {
          return await work()
        } catch (error) {
          const wait = waits.shift()
          if (wait === undefined || !isImageUnreachableError(error)) throw error
          await pause(wait)
        }
    }
  }
}
