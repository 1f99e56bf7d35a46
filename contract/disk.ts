import { z } from 'zod'
import { area } from './endpoint.ts'
import { superAdminOrMaster } from './roles.ts'

/** The worst comes last: 'full' means that nothing is stored until there is room. */
export const diskLevels = ['ample', 'low', 'short', 'full'] as const
export type DiskLevel = (typeof diskLevels)[number]

const low = 2e9
const short = 5e8
/** What a database needs to end in order, in bytes; of a small disk its share. */
const least = 2e8
const leastShare = 0.05

/** `free` and `size` in bytes. */
export function diskLevel({ free, size }: { free: number; size: number }): DiskLevel {
  if (free < Math.min(least, size * leastShare)) return 'full'
  if (free < short) return 'short'
  return free < low ? 'low' : 'ample'
}

export const DiskStatus = z.object({
  /** Bytes left on the disk of the data folder; null where nobody can say. */
  free: z.number().int().nullable(),
  level: z.enum(diskLevels),
})
export type DiskStatus = z.infer<typeof DiskStatus>

export const diskArea = area({
  'disk.read': {
    may: superAdminOrMaster,
    method: 'GET',
    path: '/disk/',
    summary: 'How much room is left on the disk of the data folder',
    answer: DiskStatus,
  },
})
