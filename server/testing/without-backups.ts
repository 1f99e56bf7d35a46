// A product that makes no backups by itself: stories and measurements run without them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupRecordFile } from '../operations/archive/backup-record.ts'
import { formatName } from '../operations/archive/retention.ts'
import { readInstallation } from '../operations/postgres/installation.ts'

/** Settings that switch the hourly backup off, and a folder with a backup of just now that passed its rehearsal. */
export function withoutCopies(dataDir: string): { BACKUP_DIR: string; BACKUP_EVERY: string } {
  const folder = `${dataDir}-copias`
  mkdirSync(folder, { recursive: true })
  const name = formatName(readInstallation(dataDir), new Date())
  writeFileSync(join(folder, name), '.')
  const at = new Date().toISOString()
  new BackupRecordFile(dataDir).save({
    rehearsal: { passed: { at, archive_at: at, seconds: 60 }, tried: { name, trouble: null } },
  })
  return { BACKUP_DIR: folder, BACKUP_EVERY: '0' }
}
