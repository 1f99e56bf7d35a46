// The sound copies of BACKUP_DIR go to a bucket too, away from the house, where the settings name one: a fire or a thief takes
// the disk of the copies along. One at a time, newest first, and no faster than leaves the line to the till.
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupStatus, type BucketTrouble, copyOverdueHours } from '@torniquete/contract/backup.ts'
import type { BucketSettings } from '../config.ts'
import type { Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { isUnreachable } from '../storage/bucket/bucket-store.ts'
import { dropUpload, sendLarge, uploadsLeft } from '../storage/bucket/large-object.ts'
import {
  BucketFailure,
  type CopyTimeouts,
  copyKey,
  listRemoteCopies,
  type OpenBucket,
  openBucketOfCopies,
  ownPrefix,
} from './bucket-of-copies.ts'
import { headBytes, isEncrypted } from './encryption.ts'
import { type Copy, copiesIn, copiesToDrop, isAhead, type KeptCopy, newestFirst, type Place } from './kept-copies.ts'
import { copyWithdrawalsToBucket, withdrawnLength } from './kept-withdrawals.ts'
import { throttle } from './throttle.ts'
import { readUploadRecord, type UploadRecord, writeUploadRecord } from './upload-record.ts'

/** Milliseconds from one look at the bucket to the next where no copy is new, and after one that failed. */
const every = 60 * 60_000
const afterFailure = 5 * 60_000
/** At most, where a good part was sent in vain: a whole file every five minutes would use up what a line may carry in a month. */
const afterMuchInVain = 24 * 3_600_000

type Parts = Pick<Services, 'config' | 'clock' | 'log'> & { patience?: CopyTimeouts }

/** A copy that its own disk does not give. */
class Unreadable extends Error {}
/** Under this installation's name there are copies that it neither sent nor has. */
class OfTwin extends Error {}

export class CopiesInBucket {
  readonly #parts: Parts
  readonly #place: Place
  readonly #signal: AbortSignal
  readonly #open: OpenBucket
  #sent: UploadRecord
  #trouble: BucketTrouble | null = null
  #complained = ''
  /** What the last look was at; null after one that failed, or that left something to do. */
  #seen: string | null = null
  #rests: { until: number; most: number } = { until: 0, most: 0 }
  /** By name: this process does not try them again. */
  readonly #leftOut = new Set<string>()
  /** By name, until when: a disk may not give one for a moment. */
  readonly #unreadable = new Map<string, number>()
  /** How often in turn a copy was sent in part, and then failed. */
  #inVain = 0
  #working: Promise<void> | null = null
  constructor(parts: Parts, place: Place, signal: AbortSignal, settings: BucketSettings) {
    const { config, clock, log, patience } = parts
    this.#parts = parts
    this.#place = place
    this.#signal = signal
    this.#open = openBucketOfCopies(settings, (what) => log.warn(what), patience, signal)
    this.#sent = readUploadRecord(config.dataDir, `${settings.endpoint}/${settings.bucket}`, clock())
  }

  status(now: Date): NonNullable<BackupStatus['bucket']> {
    const { since, newest } = this.#sent
    const last = new Date(Math.max(Date.parse(since), newest ? Date.parse(newest) : 0))
    const overdue = now.getTime() - last.getTime() > copyOverdueHours * 3_600_000 || isAhead(last, now)
    return { last_at: newest, overdue, trouble: this.#trouble }
  }

  get gauges(): Gauges {
    return {
      torniquete_backup_bucket_age_seconds: {
        help: 'Since the newest copy in the bucket of BACKUP_S3_BUCKET was begun; NaN where there is none.',
        value: () => {
          const { newest } = this.#sent
          return newest ? Math.round((this.#parts.clock().getTime() - Date.parse(newest)) / 1000) : Number.NaN
        },
      },
    }
  }

  /** Until what is under way is over, for as long as a stop may take. */
  get working(): Promise<void> | null {
    return this.#working
  }

  close(): void {
    this.#open.bucket.close()
  }

  /** Sends one copy where one lacks and none is being sent; resolves when that is over, well or not. */
  async lookNow(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
    await this.#working
  }

  async #work(): Promise<void> {
    const { clock, log } = this.#parts
    try {
      const now = clock()
      const local = (await copiesIn(this.#place, now)).filter(({ sound }) => sound)
      const { dataDir } = this.#parts.config
      const seen = [...local.map(({ name }) => name), withdrawnLength(dataDir)].join()
      const rest = this.#rests.until - now.getTime()
      // One that is further away was reckoned by a clock that was wrong.
      if (rest > 0 && rest <= this.#rests.most && (this.#seen === null || this.#seen === seen)) return
      const isMore = await this.#bringUpToDate(local, now)
      this.#trouble = local.some(({ name }) => this.#unreadable.has(name)) ? 'other' : null
      this.#complained = ''
      this.#seen = seen
      this.#restFor(isMore ? 0 : every)
    } catch (error) {
      if (this.#signal.aborted) return
      this.#seen = null
      this.#restFor(Math.min(afterFailure * 2 ** Math.max(0, this.#inVain - 1), afterMuchInVain))
      const isOfBucket = error instanceof BucketFailure
      this.#trouble = isOfBucket ? (error.refuses ? 'refused' : 'away') : error instanceof OfTwin ? 'twin' : 'other'
      const said = String(error)
      // A line that is away all day is told of once.
      if (said !== this.#complained)
        log.error(isOfBucket ? { why: error.message } : { err: error }, 'no copy was sent to the bucket')
      this.#complained = said
    }
  }

  #restFor(length: number): void {
    this.#rests = { until: this.#parts.clock().getTime() + length, most: length }
  }

  /** Answers whether there is more to send. */
  async #bringUpToDate(local: readonly KeptCopy[], now: Date): Promise<boolean> {
    const { BACKUP_KEEP: keep, dataDir } = this.#parts.config
    await copyWithdrawalsToBucket(this.#open, this.#place, dataDir)
    await this.#dropUploads()
    const found = await listRemoteCopies(this.#open, ownPrefix(this.#place.installation))
    // A name that is there with another length is neither counted nor sent over: which of the two is whole nobody knows.
    const lengths = new Map(local.map(({ name, bytes }) => [name, bytes]))
    const there = found.filter(
      ({ name, bytes, at }) => bytes > 0 && (lengths.get(name) ?? bytes) === bytes && !isAhead(at, now),
    )
    this.#requireOwn(found, lengths)
    this.#note(there)
    const names = new Set(found.map(({ name }) => name))
    // One that is further away was reckoned by a clock that was wrong.
    for (const [name, until] of this.#unreadable)
      if (until <= now.getTime() || until > now.getTime() + every) this.#unreadable.delete(name)
    const others = local.filter(({ name }) => !names.has(name) && !this.#isLeftOut(name))
    const superfluous = new Set(copiesToDrop([...there, ...others], keep))
    const lacking = others.filter((copy) => !superfluous.has(copy))
    const all: Copy[] = [...there]
    for (const copy of lacking) {
      if (!(await this.#sendIfSealed(copy))) continue
      all.push(copy)
      this.#note(all)
      break
    }
    // By what is there alone: that the disk of the copies has none any more drops nothing.
    await this.#drop(copiesToDrop(all, keep))
    return lacking.some((copy) => !all.includes(copy) && !this.#isLeftOut(copy.name))
  }

  #isLeftOut(name: string): boolean {
    return this.#leftOut.has(name) || this.#unreadable.has(name)
  }

  /**
   * Where a whole DATA_DIR was copied and both go on, each would drop what the other sent. Of a disk that lost what was written
   * last the copy is still there, in the folder of the copies.
   */
  #requireOwn(found: readonly Copy[], local: ReadonlyMap<string, number>): void {
    const { names = found.map(({ name }) => name) } = this.#sent
    const others = found.filter(({ name }) => !names.includes(name) && !local.has(name))
    if (others.length > 0)
      throw new OfTwin(`this one neither sent nor has ${others.map(({ name }) => name).join(', ')}`)
    this.#save({ ...this.#sent, names: found.map(({ name }) => name) })
  }

  #save(sent: UploadRecord): void {
    if (JSON.stringify(sent) === JSON.stringify(this.#sent)) return
    this.#sent = sent
    writeUploadRecord(this.#parts.config.dataDir, sent)
  }

  #note(there: readonly Copy[]): void {
    const newest =
      there
        .filter(({ sound }) => sound)
        .toSorted(newestFirst)[0]
        ?.at.toISOString() ?? null
    this.#save({ ...this.#sent, newest })
  }

  async #sendIfSealed({ name, bytes }: KeptCopy): Promise<boolean> {
    try {
      const file = await open(join(this.#place.folder, name)).catch(cannotBeRead)
      try {
        return await this.#send(file, name, bytes)
      } finally {
        await file.close().catch(() => {})
      }
    } catch (error) {
      // The next look goes on with the others.
      if (error instanceof Unreadable) this.#unreadable.set(name, this.#parts.clock().getTime() + every)
      throw error
    }
  }

  async #send(file: FileHandle, name: string, bytes: number): Promise<boolean> {
    const { config, log, patience } = this.#parts
    if (!isEncrypted(await readFrom(file, 0, Math.min(headBytes, bytes)))) {
      log.warn({ copy: name }, 'a copy of before BACKUP_KEY is not sealed, and not sent')
      this.#leftOut.add(name)
      return false
    }
    const begun = performance.now()
    let isPartThere = false
    // Before it is there: what a disk may have lost by then is told as another's.
    this.#save({ ...this.#sent, names: [...(this.#sent.names ?? []), name] })
    await sendLarge(this.#open.bucket, {
      key: copyKey(name),
      bytes,
      read: (from, length) => {
        // The next is read once the one before has arrived.
        if (from > 0 && !isPartThere) this.#inVain += 1
        isPartThere ||= from > 0
        return readFrom(file, from, length)
      },
      through: this.#open.through,
      pace: throttle(config.BACKUP_S3_RATE * 1000, this.#signal),
      signal: this.#signal,
      partBytes: patience?.partBytes,
    })
    this.#inVain = 0
    const seconds = Math.round((performance.now() - begun) / 1000)
    log.info({ copy: name, bytes, seconds }, 'a copy was sent to the bucket')
    return true
  }

  /** Of a server that was killed while it sent. Some servers do not list them, and drop them by themselves. */
  async #dropUploads(): Promise<void> {
    const { bucket } = this.#open
    try {
      for (const upload of await uploadsLeft(bucket, ownPrefix(this.#place.installation)))
        await dropUpload(bucket, upload)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#parts.log.warn({ why: bucket.complaint }, 'what was sent by half cannot be looked for in the bucket')
    }
  }

  /** A key that may not do so costs no copy. */
  async #drop(old: readonly Copy[]): Promise<void> {
    const { bucket } = this.#open
    try {
      for (const { name } of old) await bucket.delete(copyKey(name))
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#parts.log.warn({ why: bucket.complaint }, 'old copies cannot be removed from the bucket')
    }
  }
}

async function readFrom(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from).catch(cannotBeRead)
  if (bytesRead !== length) throw new Unreadable(`${bytesRead} bytes of ${length} from ${from} on`)
  return buffer
}

function cannotBeRead(cause: unknown): never {
  throw new Unreadable('a copy cannot be read', { cause })
}
