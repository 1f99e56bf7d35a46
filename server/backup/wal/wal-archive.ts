// All that the database writes, kept beside the copies: a copy and what follows it are what was there at any moment since.
// Only of the database that comes along, and only where somebody wants it.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { freeSpaceOf } from '../../db/embedded/free-space.ts'
import { installationOf } from '../../db/embedded/installation.ts'
import type { Gauges } from '../../measurements.ts'
import type { Services } from '../../services.ts'
import { forgetFencingToken, renewFencingToken, requireFolder, twinRefusal } from '../folder-of-copies.ts'
import { copiesIn, type Place } from '../kept-copies.ts'
import { requireSpace } from '../space.ts'
import { CopyRefused } from '../trouble.ts'
import { archiveKey, dropFormerKeys } from './archived-key.ts'
import { segmentBytes, segmentName } from './segments.ts'
import {
  AnotherHistory,
  type ArchiveStart,
  dropSegments,
  type FileIdentity,
  putAsideFrom,
  readArchiveStart,
  segmentsIn,
  walFolder,
  writeArchiveStart,
  writeSegment,
} from './wal-files.ts'
import { dropSlot, openWalStream, type WalStream } from './wal-stream.ts'

/** Milliseconds between two writes of what has come, and until a stream that ended is opened again. */
const writeEvery = 60_000
const openAgainAfter = 10_000
/** That many times as long where somebody has to do something first. */
const forTwins = 30
/** Of the till's disk: with less, what is not archived is let go rather than kept there. */
const reserve = 1e9
/** Milliseconds that an end waits for a disk. */
const endsWithin = 5_000
const aDay = 24 * 3_600_000
/** By which clocks differ, and what a copy takes from its beginning to its name. */
const tolerance = 2 * 3_600_000

type Parts = Pick<Services, 'config' | 'database' | 'clock' | 'log'> & {
  freeOf?: typeof freeSpaceOf
  writeEvery?: number
  openAgainAfter?: number
}

/** Where that is `ours`, the database that comes along. */
export function archiveWal(server: FastifyInstance, parts: Parts, ours: boolean): WalArchive | null {
  if (!ours) return null
  if (parts.config.BACKUP_WAL_DAYS === 0) {
    server.addHook('onReady', () => dropKeptWal(parts))
    return null
  }
  const archive = new WalArchive(parts)
  server.addHook('onReady', async () => archive.begin())
  server.addHook('onClose', () => archive.end())
  return archive
}

/** What is kept for an archive that nobody wants any more. */
export async function dropKeptWal({ database, log }: Pick<Parts, 'database' | 'log'>): Promise<void> {
  await dropSlot(database.address).catch((error) => log.warn({ err: error }, 'WAL is kept for nobody'))
}

export class WalArchive {
  readonly #parts: Parts
  readonly begun: Date
  readonly #place: Place
  readonly #ending = new AbortController()
  #stream: WalStream | null = null
  /** What has come of the segment that is being filled. */
  readonly #segment = Buffer.alloc(segmentBytes)
  #start = 0n
  #filled = 0
  #written = 0
  /** How the segment lay there when it was last written; it is read where it lies otherwise. */
  #lastWritten: FileIdentity | null = null
  #timeline = 1
  /** When it held all that there was. */
  #isAll: Date | null = null
  /** Why the stream was ended. */
  #failure: unknown = null
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #complained = ''
  #begins: ArchiveStart | null = null
  /** What this one says to the others that know the folder was said since the stream began. */
  #isTold = false
  #isTwin = false
  #reaches: Date | null = null
  #working: Promise<void> = Promise.resolve()
  constructor(parts: Parts) {
    this.#parts = parts
    this.begun = parts.clock()
    this.#place = { folder: parts.config.backupDir, installation: installationOf(parts.config.dataDir) }
  }

  /** All that was committed before this instant is archived; null before the first write. */
  get reaches(): Date | null {
    return this.#reaches
  }

  /** A copy of this instant leads on by it. */
  leadsOnFrom(copy: Date): boolean {
    return this.#begins !== null && copy > this.#begins.at
  }

  /** Another one archives there that goes on from the same data. */
  get isTwin(): boolean {
    return this.#isTwin
  }

  get gauges(): Gauges {
    return {
      torniquete_wal_archive_age_seconds: {
        help: 'Since the instant up to which all that was written is archived; NaN before the first write.',
        value: () =>
          this.#reaches ? Math.round((this.#parts.clock().getTime() - this.#reaches.getTime()) / 1000) : Number.NaN,
      },
    }
  }

  begin(): void {
    this.#working = this.#work()
  }

  /** What has come is written first; a disk that hangs does not keep the server. */
  async end(): Promise<void> {
    this.#ending.abort()
    const ended = this.#writeWhatCame()
      .catch((error) => this.#complain(error))
      .then(() => this.#stream?.close())
      .then(() => this.#working)
    await Promise.race([ended, pause(endsWithin, undefined, { ref: false })])
    this.#stream?.close()
  }

  async #work(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      const error = await this.#follow().catch((error: unknown) => error)
      if (signal.aborted) return
      this.#isTwin = isAnothers(error)
      this.#complain(error instanceof AnotherHistory ? await this.#leave() : error)
      const rest = (this.#parts.openAgainAfter ?? openAgainAfter) * (this.#isTwin ? forTwins : 1)
      await pause(rest, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /**
   * Whoever finds another history there is the one that leaves it: the word that stands there is the other's from then on, for
   * the copies too. What it writes meanwhile the database keeps, as where the disk is away.
   */
  async #leave(): Promise<unknown> {
    const { config, log } = this.#parts
    await forgetFencingToken(this.#place, config).catch((error) => log.warn({ err: error }, 'a word is not given up'))
    return twinRefusal(this.#place, config.dataDir)
  }

  /** Resolves with why it goes on no more. */
  async #follow(): Promise<unknown> {
    const { config, database } = this.#parts
    await this.#requireRoomAtTheTill()
    await requireFolder(this.#place, config)
    await archiveKey(walFolder(this.#place), config.dataDir, config.BACKUP_KEY)
    this.#isTold = false
    this.#begins ??= await readArchiveStart(walFolder(this.#place))
    let resume = () => {}
    const begun = new Promise<void>((resolve) => {
      resume = resolve
    })
    const stream = await openWalStream(database.address, (...heard) => begun.then(() => this.#take(...heard)))
    this.#stream = stream
    if (this.#ending.signal.aborted) stream.close()
    this.#timeline = stream.begin.timeline
    // What lies there is read again too: it may be of another history by now.
    this.#begin(stream.begin.place)
    const timer = setInterval(() => void this.#look(stream), this.#parts.writeEvery ?? writeEvery)
    try {
      if (stream.begin.gap || !(await this.#leadsTo(stream.begin.kept)))
        await this.#noteGap(segmentName(this.#timeline, stream.begin.place))
      // Before that what it does not go on from lies in its way.
      resume()
      const failure = await stream.ended
      return this.#failure ?? failure ?? new Error('the database sends no more')
    } finally {
      clearInterval(timer)
      stream.close()
      resume()
      this.#stream = null
      // It is of what this one sent.
      await this.#writing.catch(() => {})
      this.#failure = null
    }
  }

  /**
   * Whether all that was written before that place is there, since it began: a begin may have been cut off, the folder be
   * another, or somebody have removed one.
   */
  async #leadsTo(place: bigint): Promise<boolean> {
    const there = new Set(await segmentsIn(walFolder(this.#place)))
    const lacks = (at: bigint) => at < 0n || !there.has(segmentName(this.#timeline, at))
    let at = place - 1n
    if (lacks(at)) return false
    while (!lacks(at - BigInt(segmentBytes))) at -= BigInt(segmentBytes)
    const [oldest, first] = [segmentName(this.#timeline, at), this.#begins?.first ?? null]
    // What is older than all of it was dropped.
    return first === null || ![...there].some((name) => name >= first && name < oldest)
  }

  /** No copy of before leads on from here. */
  async #noteGap(first: string): Promise<void> {
    this.#begins = { at: this.#parts.clock(), first }
    // Of a database of before an upgrade, or of another that goes on from the same data: this one has not come so far.
    await putAsideFrom(walFolder(this.#place), first)
    await writeArchiveStart(walFolder(this.#place), this.#begins.at, first)
    this.#parts.log.info({ since: this.#begins.at }, 'the WAL archive begins: it leads on from the next copy')
  }

  async #look(stream: WalStream): Promise<void> {
    try {
      // Also while a write hangs.
      await this.#requireRoomAtTheTill()
      if (!this.#isWriting) await this.#writeWhatCame()
    } catch (error) {
      this.#failure = error
      stream.close()
    }
  }

  #begin(place: bigint): void {
    this.#start = place
    this.#segment.fill(0)
    this.#filled = 0
    this.#written = 0
    this.#lastWritten = null
  }

  async #take(place: bigint, bytes: Buffer, end: bigint): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const to = Number(place + BigInt(at) - this.#start)
      if (to !== this.#filled) throw new Error('the database sends something else than what follows')
      const length = bytes.copy(this.#segment, to, at)
      at += length
      this.#filled += length
      if (this.#filled < segmentBytes) continue
      await this.#writeWhatCame()
      await this.#dropOld().catch((error) => this.#complain(error))
      this.#begin(this.#start + BigInt(segmentBytes))
    }
    if (this.#start + BigInt(this.#filled) >= end) this.#isAll = this.#parts.clock()
  }

  /** One at a time, in their order. */
  #writeWhatCame(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const { config, clock, freeOf } = this.#parts
    const [stream, start, filled, isAll] = [this.#stream, this.#start, this.#filled, this.#isAll]
    if (!stream) return
    // What comes meanwhile is of the next write.
    const content = filled > this.#written ? Buffer.from(this.#segment.subarray(0, filled)) : null
    this.#isWriting = true
    try {
      await requireFolder(this.#place, config)
      if (content) {
        // The next copy's room is its own.
        await requireSpace(this.#place, config.dataDir, clock(), freeOf)
        const named = [walFolder(this.#place), segmentName(this.#timeline, start)] as const
        this.#lastWritten = await writeSegment(...named, content, config.BACKUP_KEY, this.#lastWritten)
        this.#written = filled
        // A twin that goes on from here is told at once.
        if (!this.#isTold) await renewFencingToken(this.#place, config)
        this.#isTold = true
        stream.acknowledge(start + BigInt(filled))
      }
      this.#reaches = isAll
      this.#complained = ''
      this.#isTwin = false
    } finally {
      this.#isWriting = false
    }
  }

  /** Where the till's disk fills up with what waits to be archived, selling goes first. */
  async #requireRoomAtTheTill(): Promise<void> {
    const { config, database, freeOf = freeSpaceOf } = this.#parts
    if ((await freeOf(config.dataDir)) >= reserve) return
    this.#stream?.close()
    await dropSlot(database.address)
    throw new Error('what was not archived is let go: the disk is filling up')
  }

  /** What no copy leads to that is to be gone on from. No clock that is ahead makes all of it old. */
  async #dropOld(): Promise<void> {
    const { config, clock } = this.#parts
    const now = clock()
    const sound = (await copiesIn(this.#place, now)).filter((copy) => copy.sound)
    const [newest] = sound
    if (!newest) return
    const begin = new Date(Math.min(newest.at.getTime(), now.getTime()) - config.BACKUP_WAL_DAYS * aDay)
    const from = (sound.find(({ at }) => at <= begin) ?? sound.at(-1))?.at ?? begin
    const [folder, before] = [walFolder(this.#place), new Date(from.getTime() - tolerance)]
    await dropSegments(folder, before)
    await dropFormerKeys(folder, before)
  }

  /** Once, until it goes on or something else is wrong. */
  #complain(error: unknown): void {
    const said = String(error)
    const level = isAnothers(error) ? 'error' : 'warn'
    if (said !== this.#complained) this.#parts.log[level]({ err: error }, 'the WAL archive does not go on')
    this.#complained = said
  }
}

/** Whether it says that another one archives there. */
const isAnothers = (error: unknown): boolean =>
  error instanceof AnotherHistory || (error instanceof CopyRefused && error.trouble === 'twin')
