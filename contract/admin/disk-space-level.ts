import { z } from 'zod'

/** Levels of free space from best to worst; at `full` the server refuses writes. */
export const diskSpaceLevels = ['ample', 'low', 'short', 'full'] as const
export type DiskSpaceLevel = (typeof diskSpaceLevels)[number]

const low = 2e9
const short = 5e8
/** Free bytes that PostgreSQL needs for a clean shutdown; on a small disk a share of its size counts instead. */
const least = 2e8
const leastShare = 0.05

/** Returns the level of a disk; `free` and `size` are in bytes. */
export function getDiskSpaceLevel({ free, size }: { free: number; size: number }): DiskSpaceLevel {
  if (free < Math.min(least, size * leastShare)) return 'full'
  if (free < short) return 'short'
  return free < low ? 'low' : 'ample'
}

export const DiskSpaceStatus = z.object({
  /** Free bytes of DATA_DIR's disk; null if unknown. */
  free: z.number().int().nullable(),
  level: z.enum(diskSpaceLevels),
})
export type DiskSpaceStatus = z.infer<typeof DiskSpaceStatus>
