// Uploads the newest archive to the configured bucket, since fire or theft would also destroy the backup disk.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BackupStatus, type BucketProblem, backupOverdueHours } from '@torniquete/contract/admin/backup.ts'
import type { BucketSettings } from '../../config.ts'
import { computeAgeSeconds, type Gauges } from '../../platform/metrics.ts'
import type { Bucket, BucketOptions } from '../../platform/storage/bucket/bucket.ts'
import type { Services } from '../../services.ts'
import {
  BucketRequestError,
  formatInstallationPrefix,
  formatObjectKey,
  listBucketArchives,
  openBackupBucket,
} from './backup-bucket.ts'
import { isEncryptedFileStart, readFileStart } from './passphrase.ts'
import {
  compareNewestFirst,
  isFutureDated,
  listArchives,
  listExpiredArchives,
  type StoredArchive,
} from './retention.ts'
import { throttleStream } from './throttle-stream.ts'
import type { BackupContext } from './trial-restores.ts'

/** Interval at which the bucket is checked if there is no new archive. */
const lookEveryMs = 60 * 60_000
/** The delay doubles after each failure, up to a day, to save the connection's monthly data volume. */
const firstRetryMs = 5 * 60_000
const maxRetryMs = 24 * 3_600_000

export type BackupUploaderOptions = Pick<Services, 'config' | 'clock' | 'log'> & {
  bucketOptions?: Partial<BucketOptions>
}

export class BackupUploader {
  readonly #parts: BackupUploaderOptions & BackupContext
  readonly #bucket: Bucket
  #trouble: BucketProblem | null = null
  #failures = 0
  #rest = { untilMs: 0, newest: '' }
  constructor(parts: BackupUploaderOptions & BackupContext, settings: BucketSettings) {
    const { log, clock, bucketOptions, record } = parts
    this.#parts = parts
    this.#bucket = openBackupBucket(settings, (what) => log.warn(what), bucketOptions)
    const address = `${settings.endpoint}/${settings.bucket}`
    const known = record.value.bucket
    if (known?.address !== address || isFutureDated(new Date(known.since), clock()))
      record.save({ bucket: { address, since: clock().toISOString(), newest: null } })
  }

  status(now: Date): NonNullable<BackupStatus['bucket']> {
    const { newest, since } = this.#state
    const last = new Date(newest ?? since)
    const overdue = now.getTime() - last.getTime() > backupOverdueHours * 3_600_000 || isFutureDated(last, now)
    return { last_at: newest, overdue, trouble: this.#trouble }
  }

  get gauges(): Gauges {
    return {
      torniquete_backup_bucket_age_seconds: {
        help: 'Since the newest backup in the bucket of BACKUP_S3_BUCKET was begun; NaN if there is none.',
        value: () => computeAgeSeconds(this.#state.newest, this.#parts.clock()),
      },
    }
  }

  get #state() {
    const { bucket } = this.#parts.record.value
    if (!bucket) throw new Error('the record of the bucket is made in the constructor')
    return bucket
  }

  close(): void {
    this.#bucket.close()
  }

  /** Uploads the newest archive if the bucket lacks it, then removes superfluous ones. Never throws. */
  async work(): Promise<void> {
    const { clock, log } = this.#parts
    const now = clock()
    try {
      const [newest] = await listArchives(this.#parts.place, now)
      const restMs = this.#rest.untilMs - now.getTime()
      const isSame = this.#rest.newest === (newest?.name ?? '')
      // If the remaining pause is longer than any pause can be, a wrong clock computed it, so it is ignored.
      if (restMs > 0 && restMs <= maxRetryMs && (isSame || this.#failures > 0)) return
      await this.#synchronize(newest, now)
      this.#failures = 0
      this.#trouble = null
      this.#rest = { untilMs: now.getTime() + lookEveryMs, newest: newest?.name ?? '' }
    } catch (error) {
      if (this.#parts.signal.aborted) return
      this.#rest.untilMs = now.getTime() + Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs)
      this.#failures += 1
      const isOfBucket = error instanceof BucketRequestError
      const trouble = isOfBucket ? (error.isRefusal ? 'refused' : 'away') : 'other'
      // Logs only when the kind of problem changes, so an outage of a day is logged once.
      if (trouble !== this.#trouble)
        log.error(isOfBucket ? { why: error.message } : { err: error }, 'no backup was sent to the bucket')
      this.#trouble = trouble
    }
  }

  async #synchronize(newest: StoredArchive | undefined, now: Date): Promise<void> {
    const all = await listBucketArchives(this.#bucket, formatInstallationPrefix(this.#parts.place.installation))
    const remote = all.filter(({ at }) => !isFutureDated(at, now))
    const isThere = remote.some(({ name, bytes }) => name === newest?.name && bytes === newest.bytes)
    if (newest && !isThere && (await this.#send(newest)))
      remote.push({ ...newest, installation: this.#parts.place.installation })
    const [last] = remote.toSorted(compareNewestFirst)
    this.#parts.record.save({ bucket: { ...this.#state, newest: last?.at.toISOString() ?? null } })
    await this.#remove(listExpiredArchives(remote, this.#parts.config.BACKUP_KEEP))
  }

  async #send({ name, bytes }: StoredArchive): Promise<boolean> {
    const { log, config } = this.#parts
    const path = join(this.#parts.place.folder, name)
    if (!isEncryptedFileStart(await readFileStart(path))) {
      log.warn({ backup: name }, 'a backup without BACKUP_KEY is not encrypted, and not sent')
      return false
    }
    const file = createReadStream(path)
    const body = Readable.from(throttleStream(config.BACKUP_S3_RATE * 1000, this.#parts.signal)(file))
    try {
      await this.#bucket.upload(formatObjectKey(name), { bytes, body, signal: this.#parts.signal })
    } finally {
      body.destroy()
      file.destroy()
    }
    log.info({ backup: name, bytes }, 'a backup was sent to the bucket')
    return true
  }

  /** Removes archives from the bucket. A key without permission to delete does not stop uploads. */
  async #remove(archives: readonly { name: string }[]): Promise<void> {
    try {
      for (const { name } of archives) await this.#bucket.delete(formatObjectKey(name))
    } catch (error) {
      if (!(error instanceof BucketRequestError)) throw error
      this.#parts.log.warn({ why: error.message }, 'old backups cannot be removed from the bucket')
    }
  }
}
