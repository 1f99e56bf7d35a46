import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomicallySync } from '../db/embedded/files.ts'
import { isAhead } from './kept-copies.ts'

const UploadRecord = z.object({
  /** Which bucket it is of: of another nothing is known. */
  bucket: z.string(),
  /** Since when copies are to be sent there. */
  since: z.iso.datetime(),
  /** Of the newest that is there, as far as is known: what it holds is of this instant. */
  newest: z.iso.datetime().nullable(),
  /** Which of those that are there this one knows of; not there before the first look, and of former versions. */
  names: z.array(z.string()).optional(),
})
export type UploadRecord = z.infer<typeof UploadRecord>

const fileIn = (dataDir: string) => join(dataDir, 'copies-in-bucket.json')

/** In DATA_DIR, so that a bucket that is away is told of after a restart too; no copy takes it along. */
export function readUploadRecord(dataDir: string, bucket: string, now: Date): UploadRecord {
  try {
    const kept = UploadRecord.parse(JSON.parse(readIfThere(fileIn(dataDir)) ?? ''))
    // One that began by a clock that was ahead would be overdue until then.
    if (kept.bucket === bucket && !isAhead(new Date(kept.since), now)) return kept
  } catch {
    // What nobody understands any more is as good as none.
  }
  const begun = { bucket, since: now.toISOString(), newest: null }
  writeUploadRecord(dataDir, begun)
  return begun
}

export const writeUploadRecord = (dataDir: string, sent: UploadRecord): void =>
  writeAtomicallySync(fileIn(dataDir), JSON.stringify(sent))
