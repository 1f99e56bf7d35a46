import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncFolder } from '../db/embedded/files.ts'
import { sqlState } from '../db/transaction.ts'
import { archiveOf, type Source } from './archive.ts'
import { damagedPages } from './base-backup.ts'
import { asItIs, encryptWith } from './encryption.ts'
import { type ArchiveInfo, isSound, type Manifest } from './manifest.ts'
import { requireReserve } from './space.ts'
import { throttle } from './throttle.ts'

export interface WrittenArchive<Its extends ArchiveInfo = Manifest> {
  /** Where it lies. */
  file: string
  manifest: Its
  bytes: number
  /** SHA-256 of the tar in it, in hex: neither compressed nor encrypted. */
  digest: string
}

export interface BackupOptions {
  /** Ends it. */
  signal?: AbortSignal | undefined
  patience?: number
  /** Bytes a second at most, before they are compressed. */
  rate?: number | undefined
  /** Which file it becomes where it is not sound. */
  unsoundFile?: string
  /** Asked last before it has its name, and may refuse it. */
  beforeNamed?: (() => Promise<void>) | undefined
}

/** Milliseconds without a byte written after which a copy ends: while it lasts the database keeps its WAL for it. */
const usualPatience = 10 * 60_000
/** Bytes written between two looks at what is left on the disks. */
const lookEvery = 8e6

/**
 * Has its name only when it is whole and on the disk; what was there before is replaced then. Sealed where there is a pass
 * phrase. Of a disk that begins to fail it takes what there is, and its manifest says so: no copy at all is worse. Such a one
 * replaces none that may be sound: where its file is there it gets another name.
 */
export async function writeBackup(...copy: Copying): Promise<WrittenArchive> {
  try {
    return await writeOnce(false, ...copy)
  } catch (error) {
    if (sqlState(error) !== damagedPages) throw error
    return writeOnce(true, ...copy)
  }
}

type Copying = [source: Source, file: string, phrase: string | undefined, ways?: BackupOptions]

const writeOnce = (takesDamaged: boolean, source: Source, ...[file, phrase, ways]: AsFile): Promise<WrittenArchive> =>
  writeArchive(
    (signal) => archiveOf(source, signal, takesDamaged),
    (folder) => requireReserve([folder, source.dataDir], source.freeOf),
    file,
    phrase,
    { rate: source.rate, ...ways },
  )

type AsFile = [file: string, phrase: string | undefined, ways?: BackupOptions]

/** What `make` answers piece by piece, whose last word is its manifest. `requireRoom` is asked of the file's folder now and then. */
export async function writeArchive<Its extends ArchiveInfo>(
  make: (signal: AbortSignal) => AsyncGenerator<Buffer, Its>,
  requireRoom: (folder: string) => Promise<void>,
  ...[file, phrase, { signal, patience = usualPatience, rate, unsoundFile, beforeNamed } = {}]: AsFile
): Promise<WrittenArchive<Its>> {
  const watch = new Watch(patience, signal)
  const archive = make(watch.signal)
  try {
    // Asks to be the only copy, before anything is written.
    const begun = await archive.next()
    const hash = createHash('sha256')
    const nameOf = (manifest: Its) => (isSound(manifest) ? file : (unsoundFile ?? unusedName(file)))
    const written = await writeWhole(file, nameOf, requireRoom, async (write) => {
      let manifest: Its | undefined
      await pipeline(
        async function* () {
          if (!begun.done) yield begun.value
          manifest = yield* archive
        },
        async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            hash.update(piece)
            yield piece
          }
        },
        throttle(rate, watch.signal),
        // The level that keeps up with a disk: the others take the processor from the till.
        createGzip({ level: 1, chunkSize: 65_536 }),
        phrase === undefined ? asItIs : encryptWith(phrase),
        async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) {
            await write(piece)
            watch.progress()
          }
        },
        { signal: watch.signal },
      )
      if (!manifest) throw new Error('a copy ended without its manifest')
      await beforeNamed?.()
      return manifest
    })
    return { ...written, digest: hash.digest('hex') }
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error
  } finally {
    watch.end()
    await archive.return(undefined as never)
  }
}

const unusedName = (file: string) => (existsSync(file) ? `${file}.danada` : file)

/** Under a name that no other copy has, until it is filled. */
async function writeWhole<Its extends ArchiveInfo>(
  file: string,
  nameOf: (manifest: Its) => string,
  requireRoom: (folder: string) => Promise<void>,
  fill: (write: (piece: Buffer) => Promise<void>) => Promise<Its>,
): Promise<Omit<WrittenArchive<Its>, 'digest'>> {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const opened = await open(partial, 'wx', 0o600)
  try {
    await dropLeftBehind(file, (await opened.stat()).mtimeMs)
    let bytes = 0
    let looked = Number.NEGATIVE_INFINITY
    const manifest = await fill(async (piece) => {
      if (bytes - looked >= lookEvery) {
        await requireRoom(dirname(file))
        looked = bytes
      }
      await opened.writeFile(piece)
      bytes += piece.length
    })
    await opened.sync()
    await opened.close()
    const named = nameOf(manifest)
    await rename(partial, named)
    syncFolder(dirname(named))
    return { file: named, manifest, bytes }
  } catch (error) {
    await opened.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/** Milliseconds after which what was begun is not gone on with. */
const leftBehindAfter = 86_400_000

/** What writings of that file that were killed left beside it, by the disk's own clock. What does not go costs no copy. */
async function dropLeftBehind(file: string, now: number): Promise<void> {
  const folder = dirname(file)
  const beginning = `${basename(file)}.`
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning) || !/^[0-9a-f]{8}\.partial$/.test(name.slice(beginning.length))) continue
    const left = await stat(join(folder, name)).catch(() => null)
    if (left?.isFile() && now - left.mtimeMs > leftBehindAfter)
      await rm(join(folder, name), { force: true }).catch(() => {})
  }
}

/** Ends what does not go on, and what somebody else ends. */
class Watch {
  readonly signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  constructor(patience: number, given: AbortSignal | undefined) {
    const stalled = new AbortController()
    this.signal = given ? AbortSignal.any([given, stalled.signal]) : stalled.signal
    const reason = new Error(`nothing of the copy was written for ${patience / 1000} s`)
    this.#timer = setTimeout(() => stalled.abort(reason), patience)
  }

  progress(): void {
    this.#timer.refresh()
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
