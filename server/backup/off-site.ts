// The newest archive also goes to a bucket, where the settings name one: fire or a thief takes the disk of the backups along.
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupStatus, type BucketTrouble, copyOverdueHours } from '@torniquete/contract/backup.ts'
import type { BucketSettings } from '../config.ts'
import type { Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { isUnreachable } from '../storage/bucket/bucket-store.ts'
import { dropUpload, sendLarge, uploadsLeft } from '../storage/bucket/large-object.ts'
import {
  type BackupBucket,
  type BackupBucketTimeouts,
  BucketFailure,
  formatKey,
  formatOwnPrefix,
  listRemoteArchives,
  openBackupBucket,
} from './backup-bucket.ts'
import type { BackupRecordFile } from './backup-record.ts'
import { isEncrypted } from './passphrase.ts'
import {
  type BackupFolder,
  chooseSuperfluous,
  isAhead,
  type KeptArchive,
  listArchives,
  newestFirst,
} from './retention.ts'
import { throttle } from './throttle.ts'

/** From one look at the bucket to the next while no archive is new. */
const lookEveryMs = 60 * 60_000
/** Doubled with each failure, to a day: resending a large file would use up the line's monthly volume. */
const firstRetryMs = 5 * 60_000
const maxRetryMs = 24 * 3_600_000

export type OffSiteParts = Pick<Services, 'config' | 'clock' | 'log'> & { bucketTimeouts?: BackupBucketTimeouts }

export class OffSiteBackups {
  readonly #parts: OffSiteParts
  readonly #place: BackupFolder
  readonly #record: BackupRecordFile
  readonly #signal: AbortSignal
  readonly #open: BackupBucket
  #trouble: BucketTrouble | null = null
  #failures = 0
  #rest = { untilMs: 0, newest: '' }
  constructor(
    parts: OffSiteParts,
    { place, record, signal }: { place: BackupFolder; record: BackupRecordFile; signal: AbortSignal },
    settings: BucketSettings,
  ) {
    const { log, clock, bucketTimeouts: timeouts } = parts
    this.#parts = parts
    this.#place = place
    this.#record = record
    this.#signal = signal
    this.#open = openBackupBucket(settings, { log: (what) => log.warn(what), timeouts, signal })
    const address = `${settings.endpoint}/${settings.bucket}`
    const known = record.value.bucket
    if (known?.address !== address || isAhead(new Date(known.since), clock()))
      record.save({ bucket: { address, since: clock().toISOString(), newest: null } })
  }

  status(now: Date): NonNullable<BackupStatus['bucket']> {
    const { newest, since } = this.#state
    const last = new Date(newest ?? since)
    const overdue = now.getTime() - last.getTime() > copyOverdueHours * 3_600_000 || isAhead(last, now)
    return { last_at: newest, overdue, trouble: this.#trouble }
  }

  get gauges(): Gauges {
    return {
      torniquete_backup_bucket_age_seconds: {
        help: 'Since the newest backup in the bucket of BACKUP_S3_BUCKET was begun; NaN if there is none.',
        value: () => {
          const { newest } = this.#state
          return newest ? Math.round((this.#parts.clock().getTime() - Date.parse(newest)) / 1000) : Number.NaN
        },
      },
    }
  }

  get #state() {
    const { bucket } = this.#record.value
    if (!bucket) throw new Error('the record of the bucket is made in the constructor')
    return bucket
  }

  close(): void {
    this.#open.bucket.close()
  }

  /** Sends the newest archive unless it is there, then removes superfluous ones. Never throws. */
  async work(): Promise<void> {
    const { clock, log } = this.#parts
    const now = clock()
    try {
      const [newest] = await listArchives(this.#place, now)
      const restMs = this.#rest.untilMs - now.getTime()
      const isSame = this.#rest.newest === (newest?.name ?? '')
      // A longer rest was reckoned by a clock that was wrong.
      if (restMs > 0 && restMs <= maxRetryMs && (isSame || this.#failures > 0)) return
      await this.#synchronize(newest, now)
      this.#failures = 0
      this.#trouble = null
      this.#rest = { untilMs: now.getTime() + lookEveryMs, newest: newest?.name ?? '' }
    } catch (error) {
      if (this.#signal.aborted) return
      this.#rest.untilMs = now.getTime() + Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
      this.#failures += 1
      const isOfBucket = error instanceof BucketFailure
      const trouble = isOfBucket ? (error.isRefusal ? 'refused' : 'away') : 'other'
      // A line that is away all day is logged once.
      if (trouble !== this.#trouble)
        log.error(isOfBucket ? { why: error.message } : { err: error }, 'no backup was sent to the bucket')
      this.#trouble = trouble
    }
  }

  async #synchronize(newest: KeptArchive | undefined, now: Date): Promise<void> {
    const own = formatOwnPrefix(this.#place.installation)
    await this.#dropUnfinishedUploads(own)
    const remote = (await listRemoteArchives(this.#open, own)).filter(({ at }) => !isAhead(at, now))
    const isThere = remote.some(({ name, bytes }) => name === newest?.name && bytes === newest.bytes)
    if (newest && !isThere && (await this.#send(newest))) remote.push({ ...newest, installation: '' })
    const [last] = remote.toSorted(newestFirst)
    this.#record.save({ bucket: { ...this.#state, newest: last?.at.toISOString() ?? null } })
    await this.#remove(chooseSuperfluous(remote, this.#parts.config.BACKUP_KEEP))
  }

  async #send({ name, bytes }: KeptArchive): Promise<boolean> {
    const { config, log, bucketTimeouts } = this.#parts
    const file = await open(join(this.#place.folder, name))
    try {
      if (!isEncrypted(await readAt(file, 0, Math.min(64, bytes)))) {
        log.warn({ backup: name }, 'a backup without BACKUP_KEY is not encrypted, and not sent')
        return false
      }
      await sendLarge(this.#open.bucket, {
        key: formatKey(name),
        bytes,
        read: (from, length) => readAt(file, from, length),
        through: this.#open.withRetry,
        pace: throttle(config.BACKUP_S3_RATE * 1000, this.#signal),
        signal: this.#signal,
        partBytes: bucketTimeouts?.partBytes,
      })
      log.info({ backup: name, bytes }, 'a backup was sent to the bucket')
      return true
    } finally {
      await file.close()
    }
  }

  /** A killed server leaves them. Some buckets do not list them and remove them by themselves. */
  async #dropUnfinishedUploads(own: string): Promise<void> {
    const { bucket } = this.#open
    try {
      for (const upload of await uploadsLeft(bucket, own)) await dropUpload(bucket, upload)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#parts.log.warn({ why: bucket.complaint }, 'unfinished uploads cannot be looked for in the bucket')
    }
  }

  /** A key without the right to delete does not stop uploads. */
  async #remove(archives: readonly { name: string }[]): Promise<void> {
    const { bucket } = this.#open
    try {
      for (const { name } of archives) await bucket.delete(formatKey(name))
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#parts.log.warn({ why: bucket.complaint }, 'old backups cannot be removed from the bucket')
    }
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
  if (bytesRead !== length) throw new Error(`${bytesRead} bytes of ${length} from ${from} on`)
  return buffer
}
