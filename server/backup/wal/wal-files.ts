// The archive's own folder, beside the copies: a file for each segment, packed, sealed where copies are.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncFolder } from '../../db/embedded/files.ts'
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
    syncFolder(folder)
  } catch (error) {
    await opened.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/** @throws Refused where it is not whole, or not sealed by `phrase` */
export async function readSegment(folder: string, segment: string, phrase: string | undefined): Promise<Buffer> {
  const whole = Buffer.alloc(segmentBytes)
  await readArchive(walFile(folder, segment), phrase, async (pieces) => {
    let at = 0
    for await (const piece of pieces) at += piece.copy(whole, at)
  })
  return whole
}

/** The names of those that are there. */
export async function segmentsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => pattern.test(name) && name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
}

/** What was last written before an instant; of a write that was cut off all. */
export async function dropSegments(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = pattern.exec(name)
    if (!found) continue
    const file = join(folder, name)
    if (found[2] !== undefined || (await stat(file)).mtime < before) await rm(file, { force: true })
  }
}
