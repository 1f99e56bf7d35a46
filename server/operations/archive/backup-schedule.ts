// Schedules backups: every BACKUP_EVERY minutes if rows changed, and at BACKUP_AT in any case. Used for the embedded
// database only, which has exactly one server.

import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupProblem } from '@torniquete/contract/admin/backup.ts'
import type { FastifyInstance } from 'fastify'
import { makePrivateFolder } from '../../platform/files/files.ts'
import { computeAgeSeconds, type Gauges } from '../../platform/metrics.ts'
import type { Services } from '../../services.ts'
import { installationFileName, readInstallationId } from '../postgres/installation-id.ts'
import { writeArchive } from './archive-writer.ts'
import { BackupRefusal, classifyBackupError } from './backup-errors.ts'
import { BackupHistoryFile, backupHistoryFileName } from './backup-record.ts'
import { requireDiskReserve, requireFreeSpace } from './disk-space.ts'
import {
  type BackupFolder,
  findLastBackupDueTime,
  findNextBackupDueTime,
  formatArchiveName,
  hasFutureDatedArchive,
  isFutureDated,
  listArchives,
  removeExpiredArchives,
  type StoredArchive,
} from './retention.ts'
import { backgroundBytesPerSecond } from './throttle-stream.ts'
import { type TrialRestoreOptions, TrialRestores } from './trial-restores.ts'
import { BackupUploader, type BackupUploaderOptions } from './upload-backups.ts'

const lookEveryMs = 60_000
const afterFailureMs = 60 * 60_000
/** If a backup takes longer than this, only the daily one is made. */
const maxHourlySeconds = 60
type ScheduleParts = Pick<Services, 'config' | 'database' | 'clock' | 'log' | 'images'> &
  TrialRestoreOptions &
  BackupUploaderOptions

export class BackupSchedule {
  readonly #parts: ScheduleParts
  readonly #place: BackupFolder
  readonly #record: BackupHistoryFile
  readonly #stopping = new AbortController()
  /** Newest archive when the folder was last listed (slow on a network disk); null before the first time. */
  newest: StoredArchive | null = null
  readonly rehearsals: TrialRestores
  readonly bucket: BackupUploader | null
  /** Time at which this installation was created; a restore creates a new installation. */
  readonly installedAt: Date
  #restsUntilMs = 0
  #failure: BackupProblem | null = null
  #warning: 'clock' | 'twin' | null = null
  #working: Promise<void> | null = null
  #uploading: Promise<void> | null = null

  constructor(parts: ScheduleParts) {
    const { config } = parts
    this.#parts = parts
    this.#place = { folder: config.backupDir, installation: readInstallationId(config.dataDir) }
    this.installedAt = statSync(join(config.dataDir, installationFileName)).mtime
    this.#record = new BackupHistoryFile(config.dataDir)
    const shared = { ...parts, place: this.#place, record: this.#record, signal: this.#stopping.signal }
    this.rehearsals = new TrialRestores(shared)
    this.bucket = config.backupBucket && new BackupUploader(shared, config.backupBucket)
  }

  nextDue(since: Date, now: Date): Date {
    const { BACKUP_AT: at, BACKUP_EVERY: everyMinutes } = this.#parts.config
    return findNextBackupDueTime({ at, everyMinutes }, since, now)
  }

  /** Problem that prevented a newer backup, or a defect of the newest one; null without problems. */
  trouble(): BackupProblem | null {
    return this.#failure ?? this.#record.value.last?.trouble ?? this.#warning
  }

  get gauges(): Gauges {
    return {
      ...this.rehearsals.gauges,
      ...this.bucket?.gauges,
      torniquete_backup_age_seconds: {
        help: 'Since the newest backup in BACKUP_DIR was begun; NaN if there is none.',
        value: () => computeAgeSeconds(this.newest?.at, this.#parts.clock()),
      },
      torniquete_backup_size_bytes: {
        help: 'Size of the newest backup in BACKUP_DIR; NaN if there is none.',
        value: () => this.newest?.bytes ?? Number.NaN,
      },
    }
  }

  start(server: FastifyInstance): void {
    let timer: NodeJS.Timeout | undefined
    const look = () => {
      timer = setTimeout(look, lookEveryMs).unref()
      void this.work()
    }
    server.addHook('onReady', async () => {
      timer = setTimeout(look, 2 * 60_000).unref()
      void this.#list(this.#parts.clock()).catch(() => {})
      const complain = (err: unknown) => this.#parts.log.warn({ err }, 'a trial restore is still there')
      void this.rehearsals.dropLeftover().catch(complain)
    })
    server.addHook('preClose', async () => {
      clearTimeout(timer)
      this.#stopping.abort()
    })
    server.addHook('onClose', async () => {
      // Waits 5 seconds at most, so that a hanging disk does not delay the server's stop.
      await Promise.race([Promise.all([this.#working, this.#uploading]), pause(5_000, undefined, { ref: false })])
      this.bucket?.close()
    })
  }

  async #list(now: Date): Promise<StoredArchive[]> {
    const all = await listArchives(this.#place, now)
    this.newest = all[0] ?? null
    return all
  }

  /**
   * Makes a backup if due, then a trial restore; uploads run in parallel. Resolves after all of them, failed or not.
   */
  async work(): Promise<void> {
    this.#working ??= this.#workInTurn().finally(() => {
      this.#working = null
    })
    await this.#working
    await this.#uploading
  }

  async #workInTurn(): Promise<void> {
    const { log } = this.#parts
    await this.#backUpIfDue()
    // The upload is not awaited, because a slow upload must not delay the next backup.
    this.#uploading ??= (this.bucket?.work() ?? Promise.resolve()).finally(() => {
      this.#uploading = null
    })
    await this.rehearsals.work().catch((err) => log.error({ err }, 'no backup was restored on trial'))
  }

  async #backUpIfDue(): Promise<void> {
    const { log, clock } = this.#parts
    const now = clock()
    // If the remaining pause is longer than any pause can be, a wrong clock computed it, so it is ignored.
    const restMs = this.#restsUntilMs - now.getTime()
    if (restMs > 0 && restMs <= afterFailureMs) return
    try {
      this.#warning = await this.#findWarning(now)
      const changes = await this.#readChangeStamp()
      if (await this.#isDue(now, changes)) await this.#backUp(now, changes)
      this.#failure = null
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.#restsUntilMs = now.getTime() + afterFailureMs
      this.#failure = classifyBackupError(error)
      log.error({ err: error }, 'the backup failed')
    }
  }

  async #findWarning(now: Date): Promise<'clock' | 'twin' | null> {
    if (await hasFutureDatedArchive(this.#place, now)) return 'clock'
    const { last } = this.#record.value
    const [newest] = await this.#list(now)
    // A newer archive that this server did not make shows that another machine uses a copy of this DATA_DIR.
    return last && newest && last.folder === this.#place.folder && newest.at > new Date(last.at) ? 'twin' : null
  }

  async #isDue(now: Date, changes: string): Promise<boolean> {
    const { config, database } = this.#parts
    const [newest] = await this.#list(now)
    const since = newest?.at ?? (await readInstalledAt(database))
    if (since < findLastBackupDueTime(config.BACKUP_AT, now) || isFutureDated(since, now)) return true
    const { last } = this.#record.value
    const everyMs = config.BACKUP_EVERY * 60_000
    if (everyMs === 0 || now.getTime() - since.getTime() < everyMs) return false
    return last === null || (last.seconds < maxHourlySeconds && last.changes !== changes)
  }

  /** Counts rows written to permanent tables. A crash of PostgreSQL resets the counter, which counts as a change. */
  async #readChangeStamp(): Promise<string> {
    const { rows } = await this.#parts.database.platform.query<{ stamp: string }>(
      `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as stamp
       from pg_stat_user_tables s join pg_class c on c.oid = s.relid
       where s.schemaname = 'public' and c.relpersistence = 'p'`,
    )
    return rows[0]?.stamp ?? ''
  }

  async #backUp(now: Date, changes: string): Promise<void> {
    const { config, database, images, log, readFreeSpace } = this.#parts
    const { folder, installation } = this.#place
    const complain = (what: string, err: unknown) => log.warn({ err }, what)
    await this.#requireFolder(now)
    await removeExpiredArchives(this.#place, config.BACKUP_KEEP, now, complain)
    const [newest] = await this.#list(now)
    await requireFreeSpace(folder, newest?.bytes ?? 0, readFreeSpace)
    const begun = performance.now()
    const name = formatArchiveName(installation, now)
    const { dataDir, SESSION_SECRET: sessionSecret } = config
    const source = { address: database.address, images, dataDir, sessionSecret }
    const { manifest } = await writeArchive(source, join(folder, name), {
      phrase: config.BACKUP_KEY,
      signal: this.#stopping.signal,
      rate: this.#parts.rate ?? backgroundBytesPerSecond,
      requireRoom: () => requireDiskReserve([folder, dataDir], readFreeSpace),
    })
    const seconds = (performance.now() - begun) / 1000
    const { unread = [] } = manifest
    const trouble = unread.length === 0 ? null : unread.includes('') ? 'bucket' : 'damaged'
    this.#record.save({ last: { folder, name, at: now.toISOString(), seconds, changes, trouble } })
    // Logs only the number of pictures, because their file names may contain names of people.
    if (trouble) log.error({ unread: unread.length }, 'a backup lacks pictures that could not be read')
    await removeExpiredArchives(this.#place, config.BACKUP_KEEP, now, complain)
    await this.#list(now)
  }

  /** A configured folder is not created: if its disk is missing, the backups would fill the till's disk. */
  async #requireFolder(now: Date): Promise<void> {
    const { dataDir, BACKUP_DIR } = this.#parts.config
    const { folder } = this.#place
    if (BACKUP_DIR === undefined) return makePrivateFolder(folder)
    if (!(await stat(folder).catch(() => null))) throw new BackupRefusal(`BACKUP_DIR: ${folder} no está.`, 'missing')
    const { last } = this.#record.value
    if (last?.folder === folder && (await this.#list(now)).length === 0)
      throw new BackupRefusal(
        `BACKUP_DIR: en ${folder} no está el disco de siempre. Vuelve a conectarlo; si es otro a propósito, borra ${join(dataDir, backupHistoryFileName)}.`,
        'missing',
      )
  }
}

/** Returns when the platform's own row was created; no backup can be missing from before that time. */
async function readInstalledAt({ platform }: Services['database']): Promise<Date> {
  const { rows } = await platform.query<{ created_at: string }>('select created_at from gyms where id = 0')
  return new Date(rows[0]?.created_at ?? 0)
}
