// History of this installation's backups, stored in DATA_DIR/backups.json and not included in archives.
import { join } from 'node:path'
import { trialRestoreProblems } from '@torniquete/contract/admin/backup.ts'
import { z } from 'zod'
import { readFileIfPresent, writeFileAtomically } from '../../platform/files/files.ts'

const instant = z.iso.datetime()

const BackupRecord = z.object({
  last: z
    .object({
      folder: z.string(),
      name: z.string(),
      at: instant,
      seconds: z.number(),
      /** Result of `readChangeStamp` right before the backup. */
      changes: z.string(),
      /** Reason why the backup lacks some pictures; null if it is complete. */
      trouble: z.enum(['damaged', 'bucket']).nullable(),
    })
    .nullable()
    .default(null),
  rehearsal: z
    .object({
      /** Last trial restore that matched its archive. */
      passed: z.object({ at: instant, archive_at: instant, seconds: z.number().int() }).nullable(),
      tried: z.object({ name: z.string(), trouble: z.enum(trialRestoreProblems).nullable() }).nullable(),
    })
    .default({ passed: null, tried: null }),
  bucket: z
    .object({
      address: z.string(),
      /** Time at which uploads to this bucket began. */
      since: instant,
      newest: instant.nullable(),
    })
    .nullable()
    .default(null),
})
export type BackupHistory = z.infer<typeof BackupRecord>

export const backupHistoryFileName = 'backups.json'

export class BackupHistoryFile {
  readonly #file: string
  value: BackupHistory
  constructor(dataDir: string) {
    this.#file = join(dataDir, backupHistoryFileName)
    this.value = readRecord(this.#file)
  }

  save(changed: Partial<BackupHistory>): void {
    this.value = { ...this.value, ...changed }
    writeFileAtomically(this.#file, JSON.stringify(this.value))
  }
}

/** An unreadable file counts as a record without backups. */
function readRecord(file: string): BackupHistory {
  try {
    return BackupRecord.parse(JSON.parse(readFileIfPresent(file) ?? '{}'))
  } catch {
    return BackupRecord.parse({})
  }
}
