// The pictures of a copy. One is written before the row that shows it and removed after it, and what a name holds never changes:
// so whoever takes the rows first has all that they show, where what is removed meanwhile is put aside (file-store.ts).
import type { ImageStore } from '../file-store.ts'
import { entryOf } from './make-archive.ts'
import { imagesFolder } from './manifest.ts'
import type { TarEntry } from './tar.ts'

export interface HeldImages {
  /** Of all, or of one gym; `took` is told each that was read: `1/clients/….webp`. */
  entries(gym?: number, took?: (place: string) => void): AsyncGenerator<TarEntry>
  /** What could not be read, and is not in the copy; known when all entries are through. */
  unread: string[]
  letGo(): Promise<void>
}

/** Only one copy at a time may hold them. */
export async function holdImages(
  images: ImageStore,
  log?: (what: string, error: unknown) => void,
): Promise<HeldImages> {
  const unread: string[] = []
  const letGo = () =>
    images.dropRemoved().catch((error) => log?.('what was put aside for a copy is still there', error))
  await letGo()
  await images.keepRemoved().catch((error) => {
    log?.('what is removed meanwhile cannot be put aside for a copy', error)
    unread.push('.removed/')
  })
  return { entries: (gym, took) => imagesOf(images, unread, gym, took), unread, letGo }
}

/** Read whole before its header is written: one that the disk does not give any more costs no other. */
async function* imagesOf(
  store: ImageStore,
  unread: string[],
  only?: number,
  took: (place: string) => void = () => {},
): AsyncGenerator<TarEntry> {
  for await (const { gym, folder, name, read } of store.files((place) => unread.push(place))) {
    if (only !== undefined && gym !== String(only)) continue
    const place = `${gym}/${folder}/${name}`
    // One that is being written has no row yet: as far as it has come.
    const bytes = await read().catch(() => {
      unread.push(place)
      return null
    })
    if (!bytes) continue
    took(place)
    yield entryOf(`${imagesFolder}${place}`, bytes)
  }
}
