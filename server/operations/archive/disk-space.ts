import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissingError } from '../../platform/files/file-errors.ts'
import { readFreeSpace } from '../../platform/files/free-space.ts'
import { BackupRefusal } from './backup-errors.ts'

/** Bytes reserved for the database and everything else on the disk. */
const reserveBytes = 1e9

/** Called repeatedly while a backup is written, because the database keeps growing during the backup. */
export async function requireDiskReserve(folders: string[], freeOf = readFreeSpace): Promise<void> {
  for (const folder of folders)
    if ((await freeOf(folder)) < reserveBytes)
      throw new BackupRefusal(
        `En el disco de ${folder} queda menos de 1 GB: la copia no se terminó, y no quedó nada de ella.`,
        'space',
      )
}

export async function requireFreeSpace(folder: string, expectedBytes: number, freeOf = readFreeSpace): Promise<void> {
  const free = await freeOf(folder)
  if (free >= expectedBytes + reserveBytes) return
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  throw new BackupRefusal(
    `En el disco de ${folder} quedan ${megabytes(free)}: hacen falta ${megabytes(expectedBytes)}, y ${megabytes(reserveBytes)} quedan libres.`,
    'space',
  )
}

/** Returns the total bytes of all files; files may appear or vanish during the walk. */
export async function measureFolder(folder: string): Promise<number> {
  let sum = 0
  for (const name of await readdir(folder, { recursive: true }).catch(whenGone([])))
    sum += await stat(join(folder, name)).then((found) => (found.isFile() ? found.size : 0), whenGone(0))
  return sum
}

const whenGone =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (isFileMissingError(error)) return instead
    throw error
  }
