import { z } from 'zod'
import { timestamp } from '../shared/shapes.ts'
import { DiskStatus } from './disk.ts'

/** Hours without a backup after which the screen warns. */
export const backupOverdueHours = 48

/**
 * Why the last backup failed or is incomplete. `damaged`: the disk cannot read all data, also of a database that
 * others back up; `bucket`: missing pictures of the bucket; `twin`: another machine works with a copy of DATA_DIR.
 */
export const backupProblems = ['damaged', 'bucket', 'space', 'write', 'missing', 'twin', 'clock', 'other'] as const
export type BackupProblem = (typeof backupProblems)[number]

/** Days without a trial restore until the screen warns: two weeks with one missed. */
export const rehearsalOverdueDays = 15

/** Why the last trial restore failed: unreadable archive, different rows, no space, or another reason in the log. */
export const rehearsalProblems = ['broken', 'differs', 'space', 'other'] as const
export type RehearsalProblem = (typeof rehearsalProblems)[number]

export const RehearsalStatus = z.object({
  /** Last trial restore without a difference. */
  last_at: timestamp.nullable(),
  seconds: z.number().int().nullable(),
  overdue: z.boolean(),
  trouble: z.enum(rehearsalProblems).nullable(),
})
export type RehearsalStatus = z.infer<typeof RehearsalStatus>

/** Why no backup reaches the bucket: no answer, a refusal, or another reason in the log. */
export const bucketProblems = ['away', 'refused', 'other'] as const
export type BucketProblem = (typeof bucketProblems)[number]

export const BackupStatus = z.object({
  /** False with an external database, which others back up. */
  by_itself: z.boolean(),
  /** Begin of the newest backup. */
  last_at: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** Time of the next backup; in the past if it is about to start. */
  next_at: timestamp.nullable(),
  overdue: z.boolean(),
  trouble: z.enum(backupProblems).nullable(),
  /** The newest backup in BACKUP_S3_BUCKET; null without a bucket. */
  bucket: z
    .object({ last_at: timestamp.nullable(), overdue: z.boolean(), trouble: z.enum(bucketProblems).nullable() })
    .nullable(),
  /** Null if this installation makes none. */
  rehearsal: RehearsalStatus.nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

/** The state of disk and backups, for owners and the master. */
export const Installation = z.object({ disk: DiskStatus, backup: BackupStatus })
export type Installation = z.infer<typeof Installation>
