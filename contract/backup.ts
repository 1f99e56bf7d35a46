import { z } from 'zod'
import { area } from './endpoint.ts'
import { superAdminOrMaster } from './roles.ts'
import { timestamp } from './shapes.ts'

/** From this many hours without a copy on it is a matter for whoever runs the product. */
export const copyOverdueHours = 48

/**
 * Of the last copy that this server tried to make: why there is none, or what is wrong with the one there is: `damaged`, as the
 * database itself may be, also where somebody else makes its copies, or pictures that the bucket did not give.
 */
export const copyTroubles = [
  'damaged',
  'bucket',
  'space',
  'write',
  'missing',
  'twin',
  'foreign',
  'clock',
  'other',
] as const
export type CopyTrouble = (typeof copyTroubles)[number]

/** From this many minutes on that the archive of what is written is behind it is one too. */
export const archiveOverdueMinutes = 15

/** From this many days without a copy that was restored on trial: two weeks, of which one was left out. */
export const rehearsalOverdueDays = 15

/** Why the last trial failed: a copy that cannot be brought back, or holds other rows; no room; or what the log tells. */
export const rehearsalTroubles = ['broken', 'differs', 'space', 'other'] as const
export type RehearsalTrouble = (typeof rehearsalTroubles)[number]

export const RehearsalStatus = z.object({
  /** When a copy was last restored on trial and found right; null where none was. */
  last_at: timestamp.nullable(),
  /** How long that took. */
  seconds: z.number().int().nullable(),
  overdue: z.boolean(),
  trouble: z.enum(rehearsalTroubles).nullable(),
})
export type RehearsalStatus = z.infer<typeof RehearsalStatus>

/**
 * Why no copy goes to the bucket: it does not answer, it refuses what is asked, another one sends there that goes on from the
 * same data, or what the log tells.
 */
export const bucketTroubles = ['away', 'refused', 'twin', 'other'] as const
export type BucketTrouble = (typeof bucketTroubles)[number]

export const BackupStatus = z.object({
  /** Whether this installation copies its database by itself; with an external one somebody else does. */
  by_itself: z.boolean(),
  /** Of the newest copy; null where there is none. */
  last_at: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** When the next one is due, in the past where it is about to be made; null where somebody else makes the copies. */
  next_at: timestamp.nullable(),
  /** There should be a newer one. */
  overdue: z.boolean(),
  trouble: z.enum(copyTroubles).nullable(),
  /**
   * Up to which instant all that was written since the newest copy is archived, null while that does not lead on from it; null
   * where nobody wants an archive.
   */
  archive: z.object({ reaches: timestamp.nullable(), overdue: z.boolean() }).nullable(),
  /** Of the copies that lie in a bucket too: the instant of the newest one there; null where nobody wants any there. */
  bucket: z
    .object({ last_at: timestamp.nullable(), overdue: z.boolean(), trouble: z.enum(bucketTroubles).nullable() })
    .nullable(),
  /** Of the restore of a copy on trial, once a week; null where this installation makes none. */
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
