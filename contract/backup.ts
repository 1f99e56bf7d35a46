import { z } from 'zod'
import { area } from './endpoint.ts'
import { superAdminOrMaster } from './roles.ts'
import { timestamp } from './shapes.ts'

/** Hours without a backup after which the screen warns. */
export const copyOverdueHours = 48

/**
 * Why the last backup failed or what it lacks. `damaged`: the disk does not read all data, also of a database that others back up;
 * `bucket`: pictures that the bucket did not give; `twin`: another machine works on with a copy of DATA_DIR.
 */
export const copyTroubles = ['damaged', 'bucket', 'space', 'write', 'missing', 'twin', 'clock', 'other'] as const
export type CopyTrouble = (typeof copyTroubles)[number]

/** Days without a trial restore after which the screen warns: two weeks, one of them left out. */
export const rehearsalOverdueDays = 15

/** Why the last trial restore failed: unreadable archive, rows that differ, no room, or what the log says. */
export const rehearsalTroubles = ['broken', 'differs', 'space', 'other'] as const
export type RehearsalTrouble = (typeof rehearsalTroubles)[number]

export const RehearsalStatus = z.object({
  /** The last trial restore without a difference. */
  last_at: timestamp.nullable(),
  seconds: z.number().int().nullable(),
  overdue: z.boolean(),
  trouble: z.enum(rehearsalTroubles).nullable(),
})
export type RehearsalStatus = z.infer<typeof RehearsalStatus>

/** Why no backup goes to the bucket: no answer, a refusal, or what the log says. */
export const bucketTroubles = ['away', 'refused', 'other'] as const
export type BucketTrouble = (typeof bucketTroubles)[number]

export const BackupStatus = z.object({
  /** Whether this installation makes backups by itself: with an external database somebody else does. */
  by_itself: z.boolean(),
  /** End of the newest backup. */
  last_at: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** When the next one is due; in the past if it is about to be made. */
  next_at: timestamp.nullable(),
  overdue: z.boolean(),
  trouble: z.enum(copyTroubles).nullable(),
  /** The newest backup in BACKUP_S3_BUCKET; null without a bucket. */
  bucket: z
    .object({ last_at: timestamp.nullable(), overdue: z.boolean(), trouble: z.enum(bucketTroubles).nullable() })
    .nullable(),
  /** Weekly trial restore; null if this installation makes none. */
  rehearsal: RehearsalStatus.nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const backupArea = area({
  'backup.read': {
    may: superAdminOrMaster,
    method: 'GET',
    path: '/backup/',
    summary: 'When all that is stored was last copied',
    answer: BackupStatus,
  },
})
