// The archive's own folder, beside the copies: a file for each segment, packed, sealed where copies are.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { errorCode } from '../../db/embedded/errors.ts'
import { asItIs, encryptWith } from '../encryption.ts'
import type { Place } from '../kept-copies.ts'
import { readArchive } from '../open-archive.ts'
import { segmentBytes } from './segments.ts'

export const walFolder = ({ folder, installation }: Place): string => join(folder, `torniquete-${installation}.wal`)

const ending = '.wal'
const pattern = /^([0-9A-F]{24})\.wal(\.[0-9a-f]+\.partial)?$/

export const walFile = (folder: string, segment: string): string => join(folder, `${segment}${ending}`)

/** A segment as far as it has come; what was there of it before is replaced when this is on the disk. */
export async function writeSegment(
  folder: string,
  segment: string,
  content: Buffer,
  phrase: string | undefined,
): Promise<void> {
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
    await rename(partial, file)
    await syncFolder(folder)
  } catch (error) {
    await opened.close().catch(() => {})
    await rm(partial, { force: true })
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

/** The names of those that are there. */
export async function segmentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => pattern.test(name) && name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
}

/** From the first on what was last written before an instant: none out of their middle. Of a write that was cut off all. */
export async function dropSegments(folder: string, before: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  for (const name of names.filter((name) => !name.endsWith(ending))) await rm(join(folder, name), { force: true })
  for (const name of names.filter((name) => name.endsWith(ending))) {
    if ((await stat(join(folder, name))).mtime >= before) return
    await rm(join(folder, name), { force: true })
  }
}

/** That one and what is behind it. */
export async function dropSegmentsFrom(folder: string, first: string): Promise<void> {
  const names = await segmentsIn(folder).catch(() => [])
  for (const name of names.filter((name) => name >= first)) await rm(walFile(folder, name), { force: true })
}

/** In it, since when nothing lacks. */
const beginFile = 'desde'

export async function noteBegin(folder: string, at: Date): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, beginFile), at.toISOString(), { mode: 0o600, flush: true })
}

/** Null where nobody noted it. */
export async function readBegin(folder: string): Promise<Date | null> {
  const text = await readFile(join(folder, beginFile), 'utf8').catch(() => '')
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
