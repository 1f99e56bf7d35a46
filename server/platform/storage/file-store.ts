// Stores pictures in DATA_DIR, one folder a gym. Torniquete makes the names, and a stored file never changes.
import type { Dirent } from 'node:fs'
import { mkdir, open, opendir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxImageBytes } from '@torniquete/contract/shared/images.ts'
import { isFileMissingError } from '../files/file-errors.ts'
import { fsyncFolderAsync } from '../files/files.ts'

function ignoreMissing(error: unknown): void {
  if (!isFileMissingError(error)) throw error
}

export type ImageLocation = { gym: string; folder: string; name: string }

type Picture = { bytes: number; content: Buffer | Readable }

export interface StoredImageFile extends ImageLocation {
  /** Path of the picture's file, or its key in the bucket. */
  path: string
  /** Returns null if the file is gone, or larger than any picture that Torniquete stores. */
  read(): Promise<Buffer | null>
}

/** Stores pictures in a folder or a bucket (bucket/bucket-store.ts). Throws if a picture is unreachable. */
export interface ImageStore {
  put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<void>
  read(gym: number, folder: string, name: string): Promise<Picture | null>
  remove(gym: number, folder: string, name: string): Promise<void>
  removeGym(gym: number): Promise<void>
  /** Yields all pictures. `passOver` gets each unreadable folder, such as `1/clients/`, or '' for the bucket. */
  files(passOver?: (folder: string) => void): AsyncGenerator<StoredImageFile>
  close(): void
}

export const imageNamePattern = /^[\w.-]+$/
export const imageFolderPattern = /^\w+$/

export class FolderImageStore implements ImageStore {
  readonly #root: string
  constructor(dataDir: string) {
    this.#root = join(dataDir, 'images')
  }

  async put(gym: number, folder: string, name: string, bytes: Uint8Array): Promise<void> {
    const into = join(this.#root, String(gym), folder)
    const made = await mkdir(into, { recursive: true })
    try {
      // Synced to disk before the row is written, so that no row lacks its picture after a power cut.
      await writeFile(this.#path(gym, folder, name), bytes, { flush: true })
      await fsyncFolderAsync(into, made)
    } catch (error) {
      // Removes the partial file, since the disk may have become full while writing.
      await this.remove(gym, folder, name)
      throw error
    }
  }

  async read(gym: number, folder: string, name: string) {
    try {
      const opened = await open(this.#path(gym, folder, name))
      return { bytes: (await opened.stat()).size, content: opened.createReadStream() }
    } catch (error) {
      ignoreMissing(error)
      return null
    }
  }

  async remove(gym: number, folder: string, name: string): Promise<void> {
    await rm(this.#path(gym, folder, name), { force: true })
  }

  async removeGym(gym: number): Promise<void> {
    await rm(join(this.#root, String(Math.trunc(gym))), { recursive: true, force: true })
  }

  /** Deletes a file that is stored in the bucket now. Returns false if it was already deleted. */
  async deleteMoved({ path }: StoredImageFile): Promise<boolean> {
    try {
      await unlink(path)
      return true
    } catch (error) {
      ignoreMissing(error)
      return false
    }
  }

  /** Skips files of other programs. */
  async *files(passOver?: (folder: string) => void): AsyncGenerator<StoredImageFile> {
    const entriesIn = (...folders: string[]) =>
      listEntries(join(this.#root, ...folders), passOver && (() => passOver([...folders, ''].join('/'))))
    for await (const { name: gym } of foldersAmong(entriesIn(), /^\d+$/))
      for await (const { name: folder } of foldersAmong(entriesIn(gym), imageFolderPattern))
        for await (const entry of entriesIn(gym, folder))
          if (entry.isFile() && imageNamePattern.test(entry.name)) {
            const path = join(this.#root, gym, folder, entry.name)
            yield { gym, folder, name: entry.name, path, read: () => readPicture(path) }
          }
  }

  close(): void {}

  #path(gym: number, folder: string, name: string): string {
    if (!imageNamePattern.test(name) || !imageFolderPattern.test(folder))
      throw new Error(`not an image's name: ${folder}/${name}`)
    return join(this.#root, String(gym), folder, name)
  }
}

async function readPicture(path: string): Promise<Buffer | null> {
  try {
    const { size } = await stat(path)
    return size > maxImageBytes ? null : await readFile(path)
  } catch (error) {
    ignoreMissing(error)
    return null
  }
}

async function* foldersAmong(entries: AsyncIterable<Dirent>, pattern: RegExp): AsyncGenerator<Dirent> {
  for await (const entry of entries) if (entry.isDirectory() && pattern.test(entry.name)) yield entry
}

/** Yields nothing for a missing folder. With `passOver`, an unreadable folder is reported to it instead of throwing. */
async function* listEntries(folder: string, passOver?: () => void): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(folder)) yield entry
  } catch (error) {
    if (isFileMissingError(error)) return
    if (!passOver) throw error
    passOver()
  }
}
