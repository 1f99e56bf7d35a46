import { z } from 'zod'

/** In order of severity; 'full' refuses writes. */
export const diskLevels = ['ample', 'low', 'short', 'full'] as const
export type DiskLevel = (typeof diskLevels)[number]

const low = 2e9
const short = 5e8
/** Bytes that PostgreSQL needs to stop properly, or a share of a small disk. */
const least = 2e8
const leastShare = 0.05

/** In bytes. */
export function getDiskLevel({ free, size }: { free: number; size: number }): DiskLevel {
  if (free < Math.min(least, size * leastShare)) return 'full'
  if (free < short) return 'short'
  return free < low ? 'low' : 'ample'
}

export const DiskStatus = z.object({
  /** Free bytes of DATA_DIR's disk; null if unknown. */
  free: z.number().int().nullable(),
  level: z.enum(diskLevels),
})
export type DiskStatus = z.infer<typeof DiskStatus>
