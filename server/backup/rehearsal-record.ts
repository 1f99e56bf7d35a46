import { join } from 'node:path'
import { rehearsalTroubles } from '@torniquete/contract/backup.ts'
import { z } from 'zod'
import { readIfThere, writeAtomicallySync } from '../db/embedded/files.ts'

const RehearsalRecord = z.object({
  /** The last one that was right. */
  agreed: z.object({ at: z.iso.datetime(), copy_at: z.iso.datetime(), seconds: z.number().int() }).nullable(),
  /** The last one that was begun, by the name of its copy; a `trouble` of before stands until it is over. */
  tried: z.object({ copy: z.string(), trouble: z.enum(rehearsalTroubles).nullable() }).nullable(),
  /** Where the one lies that is under way. */
  trial: z.string().optional(),
})
export type RehearsalRecord = z.infer<typeof RehearsalRecord>

const fileIn = (dataDir: string) => join(dataDir, 'rehearsal.json')

/** What nobody understands any more is as good as none. */
export function readRehearsalRecord(dataDir: string): RehearsalRecord {
  try {
    return RehearsalRecord.parse(JSON.parse(readIfThere(fileIn(dataDir)) ?? ''))
  } catch {
    return { agreed: null, tried: null }
  }
}

export const writeRehearsalRecord = (dataDir: string, kept: RehearsalRecord): void =>
  writeAtomicallySync(fileIn(dataDir), JSON.stringify(kept))
