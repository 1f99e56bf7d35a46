// A product that copies nothing by itself: what a story shows and what is measured is without it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf } from '../backup/kept-copies.ts'
import { writeRehearsalRecord } from '../backup/rehearsal-record.ts'
import { noteCopy } from '../backup/written-copies.ts'
import { installationOf } from '../db/embedded/installation.ts'

/** Of its environment: a folder with a copy of a moment ago, which was brought back on trial already. */
export function withoutCopies(dataDir: string): { BACKUP_DIR: string } {
  const folder = `${dataDir}-copias`
  mkdirSync(folder, { recursive: true })
  const copy = nameOf(installationOf(dataDir), new Date())
  writeFileSync(join(folder, copy), '.')
  noteCopy(dataDir, { name: copy, bytes: 1, digest: '0'.repeat(64) })
  const at = new Date().toISOString()
  writeRehearsalRecord(dataDir, { agreed: { at, copy_at: at, seconds: 60 }, tried: { copy, trouble: null } })
  return { BACKUP_DIR: folder }
}
