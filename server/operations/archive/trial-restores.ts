// Restores the newest archive into a temporary PostgreSQL once a week and compares it with its manifest.
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TrialRestoreStatus, trialRestoreOverdueDays } from '@torniquete/contract/admin/backup.ts'
import type { readFreeSpace } from '../../platform/files/free-space.ts'
import { computeAgeSeconds, type Gauges } from '../../platform/metrics.ts'
import type { Services } from '../../services.ts'
import { locateBinaries } from '../postgres/binaries.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { stopOrphanPostgres } from '../postgres/orphan-postgres.ts'
import { verifyArchive } from './archive-reader.ts'
import { classifyTrialRestoreError } from './backup-errors.ts'
import type { BackupHistory, BackupHistoryFile } from './backup-record.ts'
import { measureFolder, requireFreeSpace } from './disk-space.ts'
import { restoreRowsAndFiles } from './restore-archive.ts'
import { type BackupFolder, isFutureDated, listArchives, type StoredArchive } from './retention.ts'
import { backgroundBytesPerSecond } from './throttle-stream.ts'

const dayMs = 24 * 3_600_000

/** PostgreSQL settings for a small database without durability, since it is deleted after the comparison. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '32MB',
  max_connections: '10',
  max_wal_size: '64MB',
  min_wal_size: '32MB',
}

/** Values shared by the backup schedule, uploads and trial restores of one installation. */
export type BackupContext = { place: BackupFolder; record: BackupHistoryFile; signal: AbortSignal }

export type TrialRestoreOptions = Pick<Services, 'config' | 'clock' | 'log'> & {
  readFreeSpace?: typeof readFreeSpace
  /** Reading speed limit in bytes a second. */
  rate?: number
}

export class TrialRestores {
  readonly #parts: TrialRestoreOptions & BackupContext
  constructor(parts: TrialRestoreOptions & BackupContext) {
    this.#parts = parts
  }

  /** `since` is when the first trial restore was possible. */
  status(now: Date, since: Date): TrialRestoreStatus {
    const { passed, tried } = this.#parts.record.value.rehearsal
    const last = passed ? new Date(passed.at) : since
    return {
      last_at: passed?.at ?? null,
      seconds: passed?.seconds ?? null,
      overdue: now.getTime() - last.getTime() > trialRestoreOverdueDays * dayMs || isFutureDated(last, now),
      trouble: tried?.trouble ?? null,
    }
  }

  get gauges(): Gauges {
    return {
      torniquete_rehearsal_age_seconds: {
        help: 'Since a backup was last restored on trial without a difference; NaN if never.',
        value: () => computeAgeSeconds(this.#parts.record.value.rehearsal.passed?.at, this.#parts.clock()),
      },
    }
  }

  get #folder(): string {
    return join(this.#parts.config.dataDir, 'rehearsal')
  }

  /** Stops the database and removes the files left by a trial restore whose process was killed. */
  async dropLeftover(): Promise<void> {
    // The kernel reports the working folders of processes as real paths, without symbolic links.
    const real = await realpath(this.#folder).catch(() => null)
    if (real === null) return
    await stopOrphanPostgres(join(real, 'postgres'), locateBinaries(), () => {})
    await rm(real, { recursive: true, force: true, maxRetries: 3 })
  }

  async work(): Promise<void> {
    const now = this.#parts.clock()
    const [newest] = await listArchives(this.#parts.place, now)
    if (newest && this.#isDue(newest)) await this.#rehearse(newest)
  }

  /** Tries each archive only once, because an archive that crashes the process would do so at every start. */
  #isDue(newest: StoredArchive): boolean {
    const { passed, tried } = this.#parts.record.value.rehearsal
    if (tried?.name === newest.name) return false
    if (!passed) return true
    const last = new Date(passed.archive_at)
    const sinceMs = newest.at.getTime() - last.getTime()
    // Tries weekly (less half a day, since durations vary), and daily after a failure.
    return sinceMs >= (tried?.trouble ? dayMs : 6.5 * dayMs) || sinceMs < 0
  }

  async #rehearse({ name, at }: StoredArchive): Promise<void> {
    const { log, clock } = this.#parts
    const before = this.#parts.record.value.rehearsal
    this.#save({ ...before, tried: { name, trouble: before.tried?.trouble ?? null } })
    const begun = performance.now()
    try {
      await this.#restore(join(this.#parts.place.folder, name))
      const seconds = Math.round((performance.now() - begun) / 1000)
      log.info({ backup: name, seconds }, 'a backup was restored on trial')
      const passed = { at: clock().toISOString(), archive_at: at.toISOString(), seconds }
      this.#save({ passed, tried: { name, trouble: null } })
    } catch (error) {
      // If the server is stopping, the attempt is not recorded, so that it is repeated after the next start.
      if (this.#parts.signal.aborted) return this.#save(before)
      log.error({ err: error, backup: name }, 'the trial restore of a backup failed')
      this.#save({ ...before, tried: { name, trouble: classifyTrialRestoreError(error) } })
    } finally {
      await this.dropLeftover()
    }
  }

  async #restore(file: string): Promise<void> {
    const { config, readFreeSpace: freeOf, rate = backgroundBytesPerSecond } = this.#parts
    const options = { phrase: config.BACKUP_KEY, rate, signal: this.#parts.signal }
    await this.dropLeftover()
    await requireFreeSpace(config.dataDir, 1.5 * (await measureFolder(join(config.dataDir, 'postgres'))), freeOf)
    const manifest = await verifyArchive(file, options)
    const postgres = await startEmbeddedPostgres({ dataDir: this.#folder, settings, lowPriority: true })
    try {
      const archive = { file, phrase: config.BACKUP_KEY, manifest }
      await restoreRowsAndFiles(postgres.connection, this.#folder, archive, {
        rate,
        signal: this.#parts.signal,
        skipFiles: true,
      })
    } finally {
      await postgres.stop()
    }
  }

  #save(rehearsal: BackupHistory['rehearsal']): void {
    this.#parts.record.save({ rehearsal })
  }
}
