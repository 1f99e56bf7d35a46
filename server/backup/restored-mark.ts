// What a restore leaves in DATA_DIR for the next start.
import { existsSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readIfThere, syncFolder, syncFolderAside, writeAtomicallySync } from '../db/embedded/files.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { Refused } from '../refused.ts'
import { isAhead } from './kept-copies.ts'

/** There until a restore is done: the start does not take half of one for the whole. */
export const unfinishedName = 'restore.unfinished'
/** In it, from when all was read and agrees: before, nothing but that folder is the restore's. */
export const wholeName = 'whole.json'
export const markName = 'restored.json'

const Left = z.object({
  /** What was committed before this instant was in the copy. */
  made_at: z.iso.datetime(),
  /** When the first start went on from it: not there before. */
  restored_at: z.iso.datetime().optional(),
})
/** The database holds what was true when the copy was made, and nobody has told it so yet. */
export type Mark = Required<z.infer<typeof Left>>

export const writeMark = (folder: string, mark: z.infer<typeof Left>): void =>
  writeAtomicallySync(join(folder, markName), JSON.stringify(mark))

/** The same while others are served, on a disk that may take its time. */
export async function writeAtomically(
  file: string,
  content: string | Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  await writeFile(`${file}.draft`, content, { mode: 0o600, flush: true })
  await rename(`${file}.draft`, file)
  await syncFolderAside(dirname(file), undefined)
}

export function requireFinished(dataDir: string): void {
  const unfinished = join(dataDir, unfinishedName)
  if (!existsSync(unfinished)) return
  const rest = existsSync(join(unfinished, wholeName))
    ? ' para terminarla'
    : `, o borra ${unfinishedName} para seguir sin ella`
  throw new Refused(`En ${dataDir} quedó a medias una restauración: repite npm run restore -- ARCHIVO${rest}.`)
}

/** Whoever restores meanwhile is told first: what helps where nobody does would harm them. @throws DataFolderInUse */
export async function requireNoneUnfinished(dataDir: string): Promise<void> {
  try {
    requireFinished(dataDir)
  } catch (error) {
    const lock = await takeOwnerLock(dataDir)
    lock.release()
    throw error
  }
}

/** What a folder holds before its first start passes for what is stored now. */
export function requireStarted(dataDir: string): void {
  if (existsSync(join(dataDir, markName)))
    throw new Refused(`Lo que se restauró en ${dataDir} no se ha iniciado todavía: inicia primero con npm start.`)
}

/**
 * As the first start found it, also where that one was cut off. How far on numbers go, and which messages went out already, is
 * reckoned from both instants: so it is never of before its copy.
 *
 * @throws Refused where the clock says that the copy is yet to come, and nobody that the clock is right
 */
export function readMark(dataDir: string, now: Date, clockIsRight = false): Mark | null {
  const left = readIfThere(join(dataDir, markName))
  return left === null ? null : instantsOf(Left.parse(JSON.parse(left)), now, clockIsRight)
}

/** @throws Refused as `readMark` */
export function instantsOf({ made_at, restored_at }: z.infer<typeof Left>, now: Date, clockIsRight: boolean): Mark {
  if (restored_at !== undefined) return { made_at, restored_at }
  const made = new Date(made_at)
  if (isAhead(made, now) && !clockIsRight)
    throw new Refused(
      `El reloj del equipo dice ${now.toLocaleString('es')}, y la copia es del ${made.toLocaleString('es')}. Si va atrasado, ponlo en hora e inicia otra vez; si está en hora, iba adelantado el del equipo de la copia: inicia esta vez con CLOCK_IS_RIGHT=true.`,
    )
  return { made_at, restored_at: (made > now ? made : now).toISOString() }
}

/** What whoever goes on from it goes by, also where they are cut off. */
export function takeMark(...given: Parameters<typeof readMark>): Mark | null {
  const mark = readMark(...given)
  if (mark) writeMark(given[0], mark)
  return mark
}

export function dropMark(dataDir: string): void {
  rmSync(join(dataDir, markName), { force: true })
  syncFolder(dataDir)
}
