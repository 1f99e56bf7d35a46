// Archives in BACKUP_DIR: file names, retention, and the time of the next backup, all by the machine's own clock.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileMissingError } from '../../platform/files/file-errors.ts'

/** Folder of backups. Several installations may share it; each handles only its own archives. */
export type BackupFolder = { folder: string; installation: string }

/** `at` is when the backup began, to the minute. */
export type DatedArchive = { name: string; at: Date }
export type StoredArchive = DatedArchive & { bytes: number }

/** Formats a name such as `torniquete-1f0c9a3e-2026-11-23-0330.copia`. */
export function formatArchiveName(installation: string, at: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `torniquete-${installation}-${day}-${pad(at.getHours())}${pad(at.getMinutes())}.copia`
}

const pattern = /^torniquete-([0-9a-f]{8})-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)\.copia(\.[0-9a-f]+\.partial)?$/

export function parseArchiveName(name: string) {
  const [, installation, year = '', month = '', day = '', hour = '', minute = '', partial] = pattern.exec(name) ?? []
  if (installation === undefined) return null
  const at = new Date(+year, +month - 1, +day, +hour, +minute)
  return { name, installation, at, isPartial: partial !== undefined }
}

/** Two correct clocks never differ by more than this, daylight saving included. */
const toleranceMs = 2 * 3_600_000

export const isFutureDated = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + toleranceMs

async function listOwn({ folder, installation }: BackupFolder) {
  const names = await readdir(folder).catch((error) => {
    if (isFileMissingError(error)) return []
    throw error
  })
  return names.flatMap((name) => {
    const parsed = parseArchiveName(name)
    return parsed?.installation === installation ? [parsed] : []
  })
}

/** Sorted from the newest. Skips empty files, and files whose date is in the future because of a wrong clock. */
export async function listArchives(place: BackupFolder, now: Date): Promise<StoredArchive[]> {
  const found: StoredArchive[] = []
  for (const { name, at, isPartial } of await listOwn(place)) {
    if (isPartial || isFutureDated(at, now)) continue
    const { size } = await stat(join(place.folder, name))
    if (size > 0) found.push({ name, at, bytes: size })
  }
  return found.sort(compareNewestFirst)
}

export const compareNewestFirst = (one: DatedArchive, other: DatedArchive): number =>
  other.at.getTime() - one.at.getTime()

export const hasFutureDatedArchive = async (place: BackupFolder, now: Date): Promise<boolean> =>
  (await listOwn(place)).some(({ at, isPartial }) => !isPartial && at.getTime() > now.getTime() + 24 * 3_600_000)

/** Returns the last time at which the daily backup of `at`, such as `03:30`, was due. */
export function findLastBackupDueTime(at: string, now: Date): Date {
  const [hour, minute] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hour ?? 0, minute ?? 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** Returns when the backup after the one made at `since` is due; a time in the past if it was missed. */
export function findNextBackupDueTime(
  { at, everyMinutes }: { at: string; everyMinutes: number },
  since: Date,
  now: Date,
): Date {
  const daily = findLastBackupDueTime(at, now)
  if (since >= daily) daily.setDate(daily.getDate() + 1)
  if (everyMinutes === 0) return daily
  return new Date(Math.min(daily.getTime(), since.getTime() + everyMinutes * 60_000))
}

const formatDay = (at: Date) => `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`
const formatMonth = (at: Date) => `${at.getFullYear()}-${at.getMonth()}`

function findMonday(at: Date): string {
  const monday = new Date(at)
  monday.setDate(at.getDate() - ((at.getDay() + 6) % 7))
  return formatDay(monday)
}

const periods = [(at: Date) => `${formatDay(at)}-${at.getHours()}`, formatDay, findMonday, formatMonth]

// Lists archives that `keep` does not protect. It counts hours, days, weeks and months (`24,7,4,6`), and protects the
// newest archive of each. Periods without an archive do not count, so a long pause does not delete old archives.
export function listExpiredArchives<Archive extends DatedArchive>(
  archives: readonly Archive[],
  keep: string,
): Archive[] {
  const all = archives.toSorted(compareNewestFirst)
  const kept = new Set<Archive>()
  for (const [at, count] of keep.split(',').map(Number).entries()) {
    const periodOf = periods[at] ?? formatMonth
    const seen = new Set<string>()
    for (const archive of all) {
      const period = periodOf(archive.at)
      if (seen.has(period) || seen.size >= count) continue
      seen.add(period)
      kept.add(archive)
    }
  }
  return all.filter((archive) => !kept.has(archive))
}

/** Removes superfluous archives and files of killed backups. If one cannot be removed, the next ones still are. */
export async function removeExpiredArchives(
  place: BackupFolder,
  keep: string,
  now: Date,
  complain: (what: string, error: unknown) => void,
): Promise<void> {
  const partial = (await listOwn(place)).filter(({ isPartial }) => isPartial)
  for (const { name } of [...partial, ...listExpiredArchives(await listArchives(place, now), keep)])
    await rm(join(place.folder, name), { force: true }).catch((error) =>
      complain('an old backup cannot be removed', error),
    )
}
