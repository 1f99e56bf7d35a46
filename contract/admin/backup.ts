import { z } from 'zod'
import { timestamp } from '../shared/schemas.ts'
import { DiskSpaceStatus } from './disk-space-level.ts'

/** Age of the newest backup in hours above which the screen warns. */
export const backupOverdueHours = 48

/**
 * Reason why the last backup failed or is incomplete. `damaged`: the disk cannot read all data, also reported if the
 * database is external; `bucket`: pictures are missing from the S3 bucket; `twin`: another machine works with a copy
 * of DATA_DIR.
 */
export const backupProblems = ['damaged', 'bucket', 'space', 'write', 'missing', 'twin', 'clock', 'other'] as const
export type BackupProblem = (typeof backupProblems)[number]

/** Days without a successful trial restore after which the screen warns: trials run weekly, so one may be missed. */
export const trialRestoreOverdueDays = 15

/**
 * Reason why the last trial restore failed. `broken`: the archive is unreadable; `differs`: the restored rows differ
 * from the originals; `space`: the disk was full; `other`: see the log.
 */
export const trialRestoreProblems = ['broken', 'differs', 'space', 'other'] as const
export type TrialRestoreProblem = (typeof trialRestoreProblems)[number]

export const TrialRestoreStatus = z.object({
  /** Time of the last trial restore whose rows equalled the originals. */
  last_at: timestamp.nullable(),
  seconds: z.number().int().nullable(),
  overdue: z.boolean(),
  trouble: z.enum(trialRestoreProblems).nullable(),
})
export type TrialRestoreStatus = z.infer<typeof TrialRestoreStatus>

/** Reason why no backup reaches the bucket: `away`: no response; `refused`: request refused; `other`: see the log. */
export const bucketProblems = ['away', 'refused', 'other'] as const
export type BucketProblem = (typeof bucketProblems)[number]

export const BackupStatus = z.object({
  /** True if Torniquete makes the backups; false with an external database, which its operator backs up. */
  by_itself: z.boolean(),
  /** Time at which the newest backup was started. */
  last_at: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** Planned time of the next backup; in the past if the backup is about to start. */
  next_at: timestamp.nullable(),
  overdue: z.boolean(),
  trouble: z.enum(backupProblems).nullable(),
  /** State of the backups in BACKUP_S3_BUCKET; null if no bucket is configured. */
  bucket: z
    .object({ last_at: timestamp.nullable(), overdue: z.boolean(), trouble: z.enum(bucketProblems).nullable() })
    .nullable(),
  /** Null if this installation makes no trial restores. */
  rehearsal: TrialRestoreStatus.nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

/** State of disk and backups, shown to super admins and the master. */
export const DiskAndBackupStatus = z.object({ disk: DiskSpaceStatus, backup: BackupStatus })
export type DiskAndBackupStatus = z.infer<typeof DiskAndBackupStatus>
