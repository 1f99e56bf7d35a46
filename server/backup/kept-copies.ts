// The copies of BACKUP_DIR: how they are called, which stay, and when the next is due. By the machine's own clock, as whoever
// looks into the folder reads it.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../db/embedded/errors.ts'
import { readCopyNotes } from './written-copies.ts'

/** Several installations may copy into one folder: each looks after its own. */
export interface Place {
  folder: string
  installation: string
  /** DATA_DIR: only the copies noted in it count. Where it is missing, every file that bears a name of ours does. */
  dataDir?: string
}

export interface Copy {
  name: string
  /** When it was due or begun, as its name says. */
  at: Date
  /** Whether all that it should hold is in it, and right, as its name says too: so it is known after a restart. */
  sound: boolean
}

export interface KeptCopy extends Copy {
  /** When it was written to its end, as the disk says. */
  finished: Date
  bytes: number
}

const two = (value: number) => String(value).padStart(2, '0')

/** `torniquete-1f0c9a3e-2026-11-23-0330.copia`, or `…-0330-danada.copia` */
export const nameOf = (installation: string, at: Date, sound = true): string =>
  `torniquete-${installation}-${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}${sound ? '' : '-danada'}.copia`

const pattern = /^torniquete-([0-9a-f]{8})-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(-danada)?\.copia(\.[0-9a-f]+\.partial)?$/

interface Named extends Copy {
  installation: string
  partial: boolean
}

/** What a name says, whosever copy it is; null where it is none of a copy. */
export function readName(name: string): Named | null {
  const [, installation, year = '', month = '', day = '', hour = '', minute = '', unsound, partial] =
    pattern.exec(name) ?? []
  if (installation === undefined) return null
  const at = new Date(+year, +month - 1, +day, +hour, +minute)
  return { name, installation, at, sound: unsound === undefined, partial: partial !== undefined }
}

function read(name: string, installation: string): Named | null {
  const found = readName(name)
  return found?.installation === installation ? found : null
}

/** Where a clock may have been put back by, and more than two clocks differ by. */
const tolerance = 2 * 3_600_000

/** By a clock that was wrong: it says nothing of when, and must not pass for the newest until then. */
export const isAhead = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + tolerance

/** Of this installation, whatever their dates. */
export const copyNamesIn = async ({ folder, installation }: Place): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => read(name, installation)?.partial === false)

/** Newest first. An empty file is no copy, nor is one that this installation did not note when it wrote it. */
export async function copiesIn({ folder, installation, dataDir }: Place, now: Date): Promise<KeptCopy[]> {
  const notes = dataDir === undefined ? null : readCopyNotes(dataDir)
  const found: KeptCopy[] = []
  for (const name of await namesIn(folder)) {
    const copy = read(name, installation)
    if (!copy || copy.partial || isAhead(copy.at, now)) continue
    const { mtime, size } = await stat(join(folder, name))
    if (size > 0 && (!notes || notes.get(name)?.bytes === size))
      found.push({ name, at: copy.at, sound: copy.sound, finished: mtime, bytes: size })
  }
  return found.sort(newestFirst)
}

/** Of the same minute, which comes twice in the night when clocks are put back, the one that lets others stay. */
export const newestFirst = (one: Copy, other: Copy): number =>
  other.at.getTime() - one.at.getTime() || Number(one.sound) - Number(other.sound)

/** Whether a file bears a name of ours that this installation did not write, or that was changed since. */
export async function hasForeignCopy(place: Place & { dataDir: string }, now: Date): Promise<boolean> {
  const { folder, installation } = place
  const [all, own] = [await copiesIn({ folder, installation }, now), await copiesIn(place, now)]
  return all.length > own.length
}

/** Milliseconds by which two clocks that are right never differ. */
const anotherDay = 24 * 3_600_000

/** Whether one of them is of a day that has not come. */
export async function isOneAhead({ folder, installation }: Place, now: Date): Promise<boolean> {
  const copies = (await namesIn(folder)).map((name) => read(name, installation))
  return copies.some((copy) => copy && !copy.partial && copy.at.getTime() > now.getTime() + anotherDay)
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })

/** The last moment by `now` at which a copy was due, `at` being `03:30`. */
export function lastDue(at: string, now: Date): Date {
  const [hour, minute] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hour ?? 0, minute ?? 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** The moment at which the copy after the one of `since` is due: in the past where it was missed. */
export function nextDue(at: string, since: Date, now: Date): Date {
  const due = lastDue(at, now)
  if (since >= due) due.setDate(due.getDate() + 1)
  return due
}

const dayOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`
const monthOf = (at: Date) => `${at.getFullYear()}-${at.getMonth()}`

/** By its Monday. */
function weekOf(at: Date): string {
  const monday = new Date(at)
  monday.setDate(at.getDate() - ((at.getDay() + 6) % 7))
  return dayOf(monday)
}

/**
 * Which copies go where `keep` says how many days, weeks and months stay (`7,4,6`). While a disk fails no copy that is sound
 * goes: the damaged ones of every night would push it out. When one is sound again those have done what they were for.
 */
export function copiesToDrop(copies: readonly Copy[], keep: string): Copy[] {
  const all = copies.toSorted(newestFirst)
  const [sound, unsound] = [all.filter((copy) => copy.sound), all.filter((copy) => !copy.sound)]
  return all[0]?.sound ? [...unsound, ...beyond(keep, sound)] : beyond(keep, unsound)
}

/**
 * Of each of the last so many days, weeks and months that have one, the newest stays. Days without any count for nothing, so
 * that a product that rested for a year still has its copies.
 */
function beyond(keep: string, all: readonly Copy[]): Copy[] {
  const kept = new Set<Copy>()
  const periods = [dayOf, weekOf, monthOf]
  for (const [at, count] of keep.split(',').map(Number).entries()) {
    const periodOf = periods[at] ?? dayOf
    const seen = new Set<string>()
    for (const copy of all) {
      const period = periodOf(copy.at)
      if (seen.has(period) || seen.size >= count) continue
      seen.add(period)
      kept.add(copy)
    }
  }
  return all.filter((copy) => !kept.has(copy))
}

/** Told of what cannot be removed: it costs no other, and no copy that is to be made. */
type Complain = (what: string, error: unknown) => void

export async function dropCopies(place: Place, keep: string, now: Date, complain: Complain): Promise<void> {
  for (const { name } of copiesToDrop(await copiesIn(place, now), keep)) await drop(join(place.folder, name), complain)
}

/** What a server that was killed while it made a copy left behind. */
export async function dropPartial({ folder, installation }: Place, complain: Complain): Promise<void> {
  for (const name of await readdir(folder))
    if (read(name, installation)?.partial) await drop(join(folder, name), complain)
}

const drop = (path: string, complain: Complain): Promise<void> =>
  rm(path, { force: true }).catch((error) => complain('an old copy cannot be removed', error))

/** Milliseconds that a copy takes at most. */
const longest = 24 * 3_600_000

export interface NewestCopy {
  /** When it was finished. */
  at: Date
  bytes: number
  sound: boolean
}

export async function newestCopy(place: Place, now: Date): Promise<NewestCopy | null> {
  const [newest] = await copiesIn(place, now)
  if (!newest) return null
  const { at, finished, bytes, sound } = newest
  // The clock of a network's disk is another one, and what was copied elsewhere and back is as old as ever.
  const latest = new Date(at.getTime() + longest)
  return { at: finished > now ? at : finished < latest ? finished : latest, bytes, sound }
}
