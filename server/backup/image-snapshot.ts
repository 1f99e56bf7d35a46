// The pictures of a copy. One is written before the row that shows it and removed after it, and what a name holds never changes:
// so whoever takes the rows first has all that they show, where what is removed meanwhile is put aside (file-store.ts).
import type { ImageName, ImageStore } from '../storage/file-store.ts'
import { entryOf } from './make-archive.ts'
import { imagesFolder } from './manifest.ts'
import type { TarEntry } from './tar.ts'

interface Wanted {
  /** This one's alone. */
  gym?: number | undefined
  /** Is told each that was read: `1/clients/….webp`. */
  took?(place: string): void
  /** How many bytes its row says, 0 where none does: what is shorter was torn by a power cut. */
  leastOf(image: ImageName): Promise<number>
}

export interface ImageSnapshot {
  entries(wanted: Wanted): AsyncGenerator<TarEntry>
  /** What is shorter than its row says, known when all entries are through: it is not in the copy, nor on any screen. */
  lost: Set<string>
  /** What could not be read, and is not in the copy; known when all entries are through. */
  unread: string[]
  release(): Promise<void>
}

/** Only one copy at a time may hold them. */
export async function openImageSnapshot(
  images: ImageStore,
  log?: (what: string, error: unknown) => void,
): Promise<ImageSnapshot> {
  const unread: string[] = []
  const lost = new Set<string>()
  const release = () =>
    images.dropRemoved().catch((error) => log?.('what was put aside for a copy is still there', error))
  await release()
  await images.keepRemoved().catch((error) => {
    log?.('what is removed meanwhile cannot be put aside for a copy', error)
    unread.push('.removed/')
  })
  return { entries: (wanted) => imagesOf(images, wanted, unread, lost), lost, unread, release }
}

/** Read whole before its header is written: one that the disk does not give any more costs no other. */
async function* imagesOf(
  store: ImageStore,
  { gym: only, took, leastOf }: Wanted,
  unread: string[],
  lost: Set<string>,
): AsyncGenerator<TarEntry> {
  for await (const { gym, folder, name, read } of store.files((place) => unread.push(place))) {
    if (only !== undefined && gym !== String(only)) continue
    const place = `${gym}/${folder}/${name}`
    // One that is being written has no row yet: as far as it has come.
    const least = await leastOf({ gym, folder, name })
    const bytes = await read(least).catch(() => undefined)
    if (bytes === undefined) unread.push(place)
    // Of two, in the folder and the bucket, or put aside meanwhile, one may be whole.
    if (bytes === null && least > 0) lost.add(place)
    if (!bytes) continue
    lost.delete(place)
    took?.(place)
    yield entryOf(`${imagesFolder}${place}`, bytes)
  }
}
