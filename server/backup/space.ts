// Whether a copy has room: where it has not, it would take the till's disk with it, hour by hour.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../db/embedded/errors.ts'
import { freeSpaceOf } from '../db/embedded/free-space.ts'
import { newestCopy, type Place } from './kept-copies.ts'
import { CopyRefused } from './trouble.ts'

/** What is left besides for the database and whatever else is on that disk. */
const reserve = 1e9

/** While a copy is written: the till sells meanwhile, and the database keeps its WAL for the copy. */
export async function requireReserve(folders: string[], freeOf = freeSpaceOf): Promise<void> {
  for (const folder of folders)
    if ((await freeOf(folder)) < reserve)
      throw new CopyRefused(
        `En el disco de ${folder} queda menos de 1 GB: la copia no se terminó, y no quedó nada de ella.`,
        'space',
      )
}

/** As much as the newest copy takes, or where there is none as what it is made of. */
export async function requireSpace(place: Place, dataDir: string, now: Date, freeOf = freeSpaceOf): Promise<void> {
  const expected = (await newestCopy(place, now))?.bytes ?? (await sizeOfCopied(dataDir))
  const free = await freeOf(place.folder)
  if (free >= expected + reserve) return
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  throw new CopyRefused(
    `En el disco de ${place.folder} quedan ${megabytes(free)}: una copia ocupa ${megabytes(expected)}, y ${megabytes(reserve)} quedan libres.`,
    'space',
  )
}

/** What an upgrade, and the next one, need of DATA_DIR. */
const ofNoCopy = /^postgres-\d+\.(former|program)/

/** As much of DATA_DIR as a copy is made of. */
export const sizeOfCopied = (dataDir: string): Promise<number> => sizeOf(dataDir, ofNoCopy)

/** Of a folder whose files come and go, but for those whose path in it matches `without`. */
export async function sizeOf(folder: string, without: RegExp | null = null): Promise<number> {
  let sum = 0
  for (const name of await readdir(folder, { recursive: true }).catch(gone([]))) {
    if (without?.test(name)) continue
    sum += await stat(join(folder, name)).then((found) => (found.isFile() ? found.size : 0), gone(0))
  }
  return sum
}

const gone =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (errorCode(error) === 'ENOENT') return instead
    throw error
  }
