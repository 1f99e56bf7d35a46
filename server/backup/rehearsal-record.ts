import { join } from 'node:path'
import { rehearsalTroubles } from '@torniquete/contract/backup.ts'
import { z } from 'zod'
import { readIfThere } from '../db/embedded/files.ts'
import { leaveWhole } from './restored-mark.ts'

const Kept = z.object({
  /** The last one that was right. */
  agreed: z.object({ at: z.iso.datetime(), copy_at: z.iso.datetime(), seconds: z.number().int() }).nullable(),
  /** The last one that was begun, by the name of its copy; a `trouble` of before stands until it is over. */
  tried: z.object({ copy: z.string(), trouble: z.enum(rehearsalTroubles).nullable() }).nullable(),
  /** Where the one lies that is under way. */
  trial: z.string().optional(),
})
export type Kept = z.infer<typeof Kept>

const fileIn = (dataDir: string) => join(dataDir, 'rehearsal.json')

/** What nobody understands any more is as good as none. */
export function readKept(dataDir: string): Kept {
  try {
    return Kept.parse(JSON.parse(readIfThere(fileIn(dataDir)) ?? ''))
  } catch {
    return { agreed: null, tried: null }
  }
}

export const keep = (dataDir: string, kept: Kept): void => leaveWhole(fileIn(dataDir), JSON.stringify(kept))
