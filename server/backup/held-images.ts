// The pictures of a copy. One is written before the row that shows it and removed after it, and what a name holds never changes:
// so whoever takes the rows first has all that they show, where what is removed meanwhile is put aside (file-store.ts).
import { readFile, stat } from 'node:fs/promises'
import { imageLimit } from '@torniquete/contract/images.ts'
import { errorCode } from '../db/embedded/errors.ts'
import { FileStore } from '../file-store.ts'
import { entryOf } from './make-archive.ts'
import { imagesFolder } from './manifest.ts'
import type { TarEntry } from './tar.ts'

type Read = (path: string) => Promise<Buffer>

export interface HeldImages {
  /** Of all, or of one gym. */
  entries(gym?: number): AsyncGenerator<TarEntry>
  /** What could not be read, and is not in the copy; known when all entries are through. */
  unread: string[]
  letGo(): Promise<void>
}

/** Only one copy at a time may hold them. */
export async function holdImages(
  dataDir: string,
  log?: (what: string, error: unknown) => void,
  read: Read = (path) => readFile(path),
): Promise<HeldImages> {
  const images = new FileStore(dataDir)
  const unread: string[] = []
  const letGo = () =>
    images.dropRemoved().catch((error) => log?.('what was put aside for a copy is still there', error))
  await letGo()
  await images.keepRemoved().catch((error) => {
    log?.('what is removed meanwhile cannot be put aside for a copy', error)
    unread.push('.removed/')
  })
  return { entries: (gym) => imagesOf(images, unread, read, gym), unread, letGo }
}

/** Read whole before its header is written: one that the disk does not give any more costs no other. */
async function* imagesOf(store: FileStore, unread: string[], read: Read, only?: number): AsyncGenerator<TarEntry> {
  for await (const { gym, folder, name, path } of store.files((place) => unread.push(place))) {
    if (only !== undefined && gym !== String(only)) continue
    const place = `${gym}/${folder}/${name}`
    // One that is being written has no row yet: as far as it has come.
    const bytes = await ourPicture(path, read).catch((error) => {
      if (errorCode(error) !== 'ENOENT') unread.push(place)
      return null
    })
    if (bytes) yield entryOf(`${imagesFolder}${place}`, bytes)
  }
}

/** Null for what is larger than any picture of ours: somebody put it there. */
async function ourPicture(path: string, read: Read): Promise<Buffer | null> {
  const { size } = await stat(path)
  return size > imageLimit ? null : read(path)
}
