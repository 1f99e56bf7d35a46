// Images in a bucket, as `images/1/clients/….webp`. What DATA_DIR has of before, or of a copy that was restored, is shown from
// there until it is moved up; what is removed while a copy is made is put aside in DATA_DIR, where whoever makes it looks.
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '@torniquete/contract/errors.ts'
import {
  FileStore,
  folderPattern,
  type ImageName,
  type ImageStore,
  namePattern,
  type StoredFile,
} from '../file-store.ts'
import type { Bucket, LogProblem, WithRetry } from './bucket.ts'
import { DeletionTombstones } from './deletion-tombstones.ts'

/** Milliseconds between what a copy asks in vain: no copy at all is worse than a slow one. */
const usualWaits = [1_000, 5_000, 15_000, 30_000]
/** Simultaneous deletions while a gym is purged. */
const removedAtOnce = 8
/** Beginning of our keys. */
export const top = 'images/'

export const isUnreachable = (error: unknown): boolean => error instanceof Failure && error.reason === 'image.away'

const prefixOf = (gym: string): string => `${top}${gym}/`
const pathOf = ({ gym, folder, name }: ImageName): string => `${prefixOf(gym)}${folder}/${name}`

function keyOf(image: ImageName): string {
  if (!imageAt(pathOf(image))) throw new Error(`not an image's name: ${image.folder}/${image.name}`)
  return pathOf(image)
}

/** Null for what somebody else put there. */
function imageAt(key: string): ImageName | null {
  const [gym = '', folder = '', name = '', ...more] = key.slice(top.length).split('/')
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
  constructor(bucket: Bucket, dataDir: string, tell: LogProblem = () => {}, waits = usualWaits) {
    this.#bucket = bucket
    this.#folder = new FileStore(dataDir)
    this.#tombstones = new DeletionTombstones(dataDir)
    this.#tell = tell
    this.#waits = waits
  }

  async put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    if (this.#folder.has(gym, folder, name)) return false
    return this.#bucket.put(keyOf({ gym: String(gym), folder, name }), bytes)
  }

  async putAgain(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#folder.dropTorn(gym, folder, name, bytes.length)
    await this.put(gym, folder, name, bytes)
  }

  /** Whole: one that is cut is asked for again instead of shown by half, and a slow browser holds no connection. */
  async read(
    gym: number,
    folder: string,
    name: string,
    least = 0,
  ): Promise<{ bytes: number; content: Buffer | Readable } | null> {
    const stillHere = await this.#folder.read(gym, folder, name, least)
    if (stillHere) return stillHere
    const content = await this.#bucket.get(keyOf({ gym: String(gym), folder, name }))
    return content && content.length >= least ? { bytes: content.length, content } : null
  }

  /** Failures are repeated later: no row shows the picture any more. */
  async remove(gym: number, folder: string, name: string): Promise<void> {
    const image = { gym: String(gym), folder, name }
    if (!this.#isMovedUp) this.#removed.add(keyOf(image))
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
    this.#removed.add(prefixOf(String(id)))
    await this.#folder.removeGym(id)
    let keys: string[] = []
    const remove = async () => {
      await Promise.all(keys.map((key) => this.#bucket.delete(key)))
      keys = []
    }
    for await (const { key } of this.#bucket.list(prefixOf(String(id))))
      if (keys.push(key) === removedAtOnce) await remove()
    await remove()
  }

  /** A bucket may be another installation's too, which has the rows: a copy that somebody tries something on. */
  async *madeBefore(): AsyncGenerator<never> {}

  keepRemoved(): Promise<void> {
    return this.#folder.keepRemoved()
  }

  dropRemoved(): Promise<void> {
    return this.#folder.dropRemoved()
  }

  /** The folder first: what is moved up meanwhile is in the bucket before it leaves there. */
  async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredFile> {
    const seen = new Set<string>()
    for await (const file of this.#folder.kept(passOver))
      yield {
        ...file,
        read: async (least) => {
          const bytes = await file.read(least)
          if (bytes) seen.add(keyOf(file))
          return bytes
        },
      }
    const patient = this.#patience()
    const gone = new Set<string>()
    try {
      for await (const { key } of this.#bucket.list(top, patient)) {
        const image = imageAt(key)
        if (!image || seen.has(key)) continue
        const read = async (least = 0) => {
          const bytes = await patient(() => this.#bucket.get(key))
          if (!bytes && (await patient(() => this.#bucket.size(key))) === null) gone.add(key)
          return bytes && bytes.length >= least ? bytes : null
        }
        yield { ...image, path: key, read }
      }
    } catch (error) {
      if (!passOver || !isUnreachable(error)) throw error
      passOver('')
    }
    for await (const file of this.#folder.putAsideFiles(passOver)) {
      gone.delete(pathOf(file))
      yield file
    }
    // A deletion keeps the picture for the backup, except when a gym is purged.
    for (const key of gone) if (!this.#removed.has(prefixOf(key.split('/')[1] ?? ''))) passOver?.(key.slice(top.length))
  }

  /** Moves up what is in DATA_DIR, once, and removes what could not be removed before. Throws where the bucket is away. */
  async tidyUp(signal?: AbortSignal): Promise<void> {
    for (const image of await this.#tombstones.all()) {
      if (signal?.aborted) return
      if (imageAt(pathOf(image))) await this.#drop(image).catch((error) => this.#goesOnAfter(error))
    }
    if (this.#isMovedUp) return
    let left = 0
    for await (const file of this.#folder.kept()) {
      if (signal?.aborted) return
      if (!(await this.#moveUp(file).catch(stays))) left += 1
    }
    this.#isMovedUp = true
    if (left > 0)
      this.#tell(
        `${left} files in DATA_DIR/images are no pictures, others than in the bucket, or cannot be read: they stay`,
      )
  }

  close(): void {
    this.#bucket.close()
  }

  /** Answers false where it stays in the folder, from which it goes on to be shown. */
  async #moveUp(file: StoredFile): Promise<boolean> {
    const bytes = await file.read()
    if (!bytes) return false
    const key = keyOf(file)
    if (!(await this.#bucket.put(key, bytes)) && (await this.#bucket.size(key)) !== bytes.length) return false
    // Another process that shares DATA_DIR may have moved it up: its not being there any more says nothing.
    if (!(await this.#folder.letGo(file)) && (await this.#isRemoved(file))) {
      await this.#tombstones.note(file)
      await this.#drop(file)
    }
    return true
  }

  /** One that is refused stays noted, and holds up no other; where the bucket is silent all would wait. */
  #goesOnAfter(error: unknown): void {
    if (!isUnreachable(error) || this.#bucket.isSilent) throw error
  }

  async #isRemoved(image: ImageName): Promise<boolean> {
    return (
      this.#removed.has(keyOf(image)) || this.#removed.has(prefixOf(image.gym)) || (await this.#tombstones.has(image))
    )
  }

  async #drop(image: ImageName): Promise<void> {
    const key = keyOf(image)
    await this.#folder.putAside(image, () => this.#bucket.get(key))
    await this.#bucket.delete(key)
    await this.#tombstones.forget(image)
  }

  /** For one copy: where it was in vain once, no more is waited. */
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

/** Without the file's name: pictures are called as people are. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'no code')

/** One that the disk does not give holds up no other. */
function stays(error: unknown): false {
  if (isUnreachable(error)) throw error
  return false
}
