// Settings for a product without scheduled backups, for browser tests and measurements.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupHistoryFile } from '../operations/archive/backup-record.ts'
import { formatArchiveName } from '../operations/archive/retention.ts'
import { readInstallationId } from '../operations/postgres/installation-id.ts'

/** Disables the hourly backup, and creates a folder with a recent backup whose restore was tested. */
export function makeNoBackupEnvironment(dataDir: string): { BACKUP_DIR: string; BACKUP_EVERY: string } {
  const folder = `${dataDir}-copias`
  mkdirSync(folder, { recursive: true })
  const name = formatArchiveName(readInstallationId(dataDir), new Date())
  writeFileSync(join(folder, name), '.')
  const at = new Date().toISOString()
  new BackupHistoryFile(dataDir).save({
    rehearsal: { passed: { at, archive_at: at, seconds: 60 }, tried: { name, trouble: null } },
  })
  return { BACKUP_DIR: folder, BACKUP_EVERY: '0' }
}
