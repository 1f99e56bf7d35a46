import { z } from 'zod'
import { area } from './endpoint.ts'
import { superAdminOrMaster } from './roles.ts'
import { timestamp } from './shapes.ts'

/** From this many hours without a copy on it is a matter for whoever runs the product. */
export const copyOverdueHours = 48

/**
 * Of the last copy that this server tried to make: why there is none, or what is wrong with the one there is: `damaged`, or
 * pictures that the bucket did not give.
 */
export const copyTroubles = ['damaged', 'bucket', 'space', 'write', 'missing', 'clock', 'other'] as const
export type CopyTrouble = (typeof copyTroubles)[number]

export const BackupStatus = z.object({
  /** Whether this installation copies its database by itself; with an external one somebody else does. */
  by_itself: z.boolean(),
  /** Of the newest copy; null where there is none. */
  last_at: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** There should be a newer one. */
  overdue: z.boolean(),
  trouble: z.enum(copyTroubles).nullable(),
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
