// Writes an archive file (tar, gzip, age). The file gets its final name only when it is complete and synced to disk.
import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { fsyncFolder } from '../../platform/files/files.ts'
import type { ArchiveEntry, Manifest } from './archive-format.ts'
import { BackupWriteError } from './backup-errors.ts'
import { type ArchiveSource, createArchive } from './create-archive.ts'
import { encryptStream } from './passphrase.ts'
import { passThrough, throttleStream } from './throttle-stream.ts'

export type WrittenArchive = { manifest: Manifest; bytes: number }

export interface ArchiveWriteOptions {
  phrase: string | undefined
  signal?: AbortSignal | undefined
  /** Writing speed limit in bytes a second, before compression. */
  rate?: number | undefined
  /** Throws if the disk has too little room; called every 8 MB. */
  requireRoom?: (() => Promise<void>) | undefined
  /** Milliseconds without progress until a backup is aborted, because its snapshot prevents VACUUM. */
  stalledAfterMs?: number
}

export const writeArchive = (
  source: ArchiveSource,
  file: string,
  options: ArchiveWriteOptions,
): Promise<WrittenArchive> => writeArchiveEntries((signal) => createArchive(source, signal), file, options)

/** Replaces an existing file only by a complete one. @throws StartRefusal if the file cannot be written */
export async function writeArchiveEntries(
  readEntries: (signal: AbortSignal) => AsyncGenerator<ArchiveEntry, Manifest>,
  file: string,
  { phrase, signal, rate, requireRoom = async () => {}, stalledAfterMs = 10 * 60_000 }: ArchiveWriteOptions,
): Promise<WrittenArchive> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  if ((await stat(file).catch(() => null))?.isDirectory()) throw cannotWrite(file, 'EISDIR')
  const target = await open(partial, 'wx', 0o600).catch((error) => {
    throw cannotWrite(file, getErrorCode(error) ?? '')
  })
  const stalled = new AbortController()
  const watch = setTimeout(() => {
    stalled.abort(new Error(`nothing of a backup was written for ${stalledAfterMs / 1000} s`))
  }, stalledAfterMs)
  const ending = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal
  let [bytes, checkAt] = [0, 0]
  let manifest: Manifest | undefined
  try {
    await pipeline(
      async function* () {
        manifest = yield* tar(readEntries(ending))
      },
      throttleStream(rate, ending),
      // Level 1 keeps up with a disk; higher levels would take processor time from the till.
      createGzip({ level: 1, chunkSize: 65_536 }),
      phrase === undefined ? passThrough : encryptStream(phrase),
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) {
          if (bytes >= checkAt) {
            await requireRoom()
            checkAt = bytes + 8e6
          }
          await target.writeFile(piece)
          bytes += piece.length
          watch.refresh()
        }
      },
      { signal: ending },
    )
    if (!manifest) throw new Error('an archive ended without its manifest')
    await target.sync()
    await target.close()
    await rename(partial, file)
    fsyncFolder(dirname(file))
    return { manifest, bytes }
  } catch (error) {
    await target.close().catch(() => {})
    await rm(partial, { force: true })
    throw ending.aborted ? ending.reason : toWriteRefusal(error, file)
  } finally {
    clearTimeout(watch)
  }
}

async function* tar(entries: AsyncGenerator<ArchiveEntry, Manifest>): AsyncGenerator<Buffer, Manifest> {
  const packing = pack()
  const mtime = new Date()
  const add = async () => {
    for (;;) {
      const next = await entries.next()
      if (next.done) {
        packing.finalize()
        return next.value
      }
      const { name, content } = next.value
      await new Promise<void>((resolve, reject) => {
        const header = { name, size: content.length, mode: 0o600, mtime }
        packing.entry(header, content, (error) => (error ? reject(error) : resolve()))
      })
    }
  }
  const adding = add().catch((error) => {
    packing.destroy(error)
    throw error
  })
  // The promise is awaited below; this avoids an unhandled rejection if the stream fails first.
  adding.catch(() => {})
  try {
    for await (const piece of packing) yield piece as Buffer // a Buffer, though the library's type is wider
    return await adding
  } finally {
    packing.destroy()
    await adding.catch(() => {})
    await entries.return(undefined as never)
  }
}

const reasons = new Map([
  ['ENOSPC', 'no queda espacio en el disco'],
  ['EDQUOT', 'no queda espacio en el disco'],
  ['ENOENT', 'la carpeta no existe'],
  ['ENOTDIR', 'una parte de la ruta no es una carpeta'],
  ['EACCES', 'este usuario no puede escribir ahí'],
  ['EPERM', 'este usuario no puede escribir ahí'],
  ['EROFS', 'el disco es de solo lectura'],
  ['EISDIR', 'es una carpeta'],
  ['ENAMETOOLONG', 'el nombre es demasiado largo'],
])

const cannotWrite = (file: string, code: string) =>
  new BackupWriteError(`No se puede escribir ${file}: ${reasons.get(code) ?? code}.`, code)

/** Converts errors of the archive file only; errors of the database and of picture files pass unchanged. */
function toWriteRefusal(error: unknown, file: string): unknown {
  const code = getErrorCode(error) ?? ''
  const path = error instanceof Error && 'path' in error ? String(error.path) : null
  const isOfFile = path === null ? ['ENOSPC', 'EDQUOT', 'EIO'].includes(code) : path.includes(basename(file))
  return isOfFile && code !== '' ? cannotWrite(file, code) : error
}
