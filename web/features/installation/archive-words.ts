import type { BackupStatus } from '@torniquete/contract/backup.ts'
import { showInstant } from '@torniquete/contract/dates.ts'
import type { StatusLine } from './status-line.ts'

/** What is said of the archive of all that is written since the copies; null where nobody wants one, or it has just begun. */
export function archiveWords({ archive }: BackupStatus, zone: string): StatusLine | null {
  if (!archive) return null
  const at = archive.reaches && showInstant(zone, archive.reaches)
  if (archive.overdue) {
    const since = at ? `Desde el ${at} no` : 'No'
    return {
      color: 'yellow',
      text: `${since} se archiva lo que se registra entre copia y copia (BACKUP_WAL_DAYS): el motivo está en el registro del programa.`,
    }
  }
  return at ? { color: null, text: `Archivado entre copia y copia: hasta el ${at}` } : null
}
