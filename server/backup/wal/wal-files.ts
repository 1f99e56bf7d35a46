// The archive's own folder, beside the copies: a file for each segment, packed, sealed where copies are. What lies there is
// replaced by what goes on from it and by nothing else: a machine that was cloned while it ran has the same names for another history.
import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { errorCode } from '../../db/embedded/errors.ts'
import { Refused } from '../../refused.ts'
import { asItIs, encryptWith } from '../encryption.ts'
import type { Place } from '../kept-copies.ts'
import { readArchive } from '../open-archive.ts'
import { CopyRefused } from '../trouble.ts'
import { segmentBytes } from './segments.ts'

export const walFolder = ({ folder, installation }: Place): string => join(folder, `torniquete-${installation}.wal`)

const ending = '.wal'
const pattern = /^([0-9A-F]{24})\.wal(\.[0-9a-f]+\.(partial|otra))?$/
/** Of what was put aside. */
const aside = '.otra'

export const walFile = (folder: string, segment: string): string => join(folder, `${segment}${ending}`)

/** What lies there of a segment is of another history than what was to be written. */
export class AnotherHistory extends Error {}

/** By which a file is known again without being read. */
export type FileIdentity = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>

const isTheSame = (one: FileIdentity | null, other: FileIdentity | null): boolean =>
  one !== null && one.ino === other?.ino && one.size === other.size && one.mtimeMs === other.mtimeMs

/**
 * A segment as far as it has come; what was there of it before is replaced when this is on the disk. What was written by more
 * than this stays. `ours`: how the last that was written lay there; answers how it lies there now.
 *
 * @throws AnotherHistory where what is there is neither its beginning nor its continuation
 */
export async function writeSegment(
  folder: string,
  segment: string,
  content: Buffer,
  phrase: string | undefined,
  ours: FileIdentity | null = null,
): Promise<FileIdentity> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = walFile(folder, segment)
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const opened = await open(partial, 'wx', 0o600)
  try {
    await pipeline(
      Readable.from([content]),
      // As a copy: the till has better use for the processor.
      createGzip({ level: 1 }),
      phrase === undefined ? asItIs : encryptWith(phrase),
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) await opened.writeFile(piece)
      },
    )
    await opened.sync()
    await opened.close()
    const written = await stat(partial)
    const theirs = await longerIn(folder, segment, content, phrase, ours)
    if (theirs) await rm(partial)
    else await rename(partial, file)
    await syncFolder(folder)
    return theirs ?? written
  } catch (error) {
    await opened.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Asked right before it is replaced. Null where `content` goes on from what lies there, or nothing does, or what nobody can read
 * any more: that is put aside. @throws AnotherHistory
 */
async function longerIn(
  folder: string,
  segment: string,
  content: Buffer,
  phrase: string | undefined,
  ours: FileIdentity | null,
): Promise<FileIdentity | null> {
  const lies = await unlessMissing(stat(walFile(folder, segment)), null)
  if (!lies || isTheSame(ours, lies)) return null
  const read = await readSegment(folder, segment, phrase).catch((error) => {
    if (isNotWhole(error)) return null
    throw error
  })
  if (!read) {
    await putAside(folder, segment)
    return null
  }
  const common = Math.min(read.filled, content.length)
  if (!read.whole.subarray(0, common).equals(content.subarray(0, common)))
    throw new AnotherHistory(`another history lies in ${walFile(folder, segment)}`)
  return read.filled > content.length ? lies : null
}

/** It keeps its content, and no restore takes it for a part of what is there. */
const putAside = (folder: string, segment: string): Promise<void> =>
  rename(walFile(folder, segment), `${walFile(folder, segment)}.${randomBytes(4).toString('hex')}${aside}`)

/** Of a file that was read: it is cut, damaged, or sealed by another key, and will not be whole at the next try. */
export const isNotWhole = (error: unknown): boolean =>
  (error instanceof Refused && !(error instanceof CopyRefused)) || errorCode(error) === 'EIO'

async function unlessMissing<Found, Missing>(found: Promise<Found>, missing: Missing): Promise<Found | Missing> {
  try {
    return await found
  } catch (error) {
    // A folder that cannot be read is not an empty one.
    if (errorCode(error) === 'ENOENT') return missing
    throw error
  }
}

/** Without waiting for a disk of a network in the till's own thread. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } catch (error) {
    // Some disks of a network know no such thing.
    if (!['EINVAL', 'EBADF'].includes(errorCode(error) ?? '')) throw error
  } finally {
    await opened.close()
  }
}

/** As large as ever, and how far it is filled. @throws Refused where it is not whole, or not sealed by `phrase` */
export async function readSegment(
  folder: string,
  segment: string,
  phrase: string | undefined,
): Promise<{ whole: Buffer; filled: number }> {
  const whole = Buffer.alloc(segmentBytes)
  let filled = 0
  await readArchive(walFile(folder, segment), phrase, async (pieces) => {
    for await (const piece of pieces) filled += piece.copy(whole, filled)
  })
  return { whole, filled }
}

/** The names of those that are there, in their order; of no folder none. */
export async function segmentsIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
}

/** What is the archive's own in it, in its order. */
async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder), [])).filter((name) => pattern.test(name)).sort()
}

/**
 * From the first on what was last written before an instant: none out of their middle. Of a write that was cut off all, and of
 * what was put aside what is as old.
 */
export async function dropSegments(folder: string, before: Date): Promise<void> {
  const names = await namesIn(folder)
  const isOld = async (name: string) => (await stat(join(folder, name))).mtime < before
  for (const name of names)
    if (name.endsWith('.partial') || (name.endsWith(aside) && (await isOld(name))))
      await rm(join(folder, name), { force: true })
  for (const name of names.filter((name) => name.endsWith(ending))) {
    if (!(await isOld(name))) return
    await rm(join(folder, name), { force: true })
  }
}

/** That one and what is behind it. */
export async function putAsideFrom(folder: string, first: string): Promise<void> {
  for (const name of await segmentsIn(folder)) if (name >= first) await putAside(folder, name)
}

/** In it, since when nothing lacks, and with which segment that begins. */
const beginFile = 'desde'

export interface ArchiveStart {
  at: Date
  /** Former versions wrote none. */
  first: string | null
}

export async function writeArchiveStart(folder: string, at: Date, first: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, beginFile), `${at.toISOString()}\n${first}`, { mode: 0o600, flush: true })
}

/** Null where nobody noted it. */
export async function readArchiveStart(folder: string): Promise<ArchiveStart | null> {
  const [text = '', first = null] = (await unlessMissing(readFile(join(folder, beginFile), 'utf8'), '')).split('\n')
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : { at, first }
}
