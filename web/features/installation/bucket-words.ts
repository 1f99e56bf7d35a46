import type { BackupStatus, BucketProblem } from '@torniquete/contract/admin/backup.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import type { StatusLine } from './status-line.ts'

const refused =
  'El bucket de las copias (BACKUP_S3_BUCKET) rechaza lo que se le manda: mira su clave, su nombre y el reloj del equipo; el motivo está en el registro del programa.'
const advice: Record<Exclude<BucketProblem, 'refused'>, string> = {
  away: 'El bucket no responde: mira si hay internet.',
  other: 'El motivo está en el registro del programa.',
}

/** Status of off-site copies; null if none are wanted or the first is still to come. */
export function bucketWords({ bucket }: BackupStatus, zone: string): StatusLine | null {
  if (!bucket) return null
  const { last_at, overdue, trouble } = bucket
  const at = last_at && showInstant(zone, last_at)
  // Other problems are only reported once they last.
  if (trouble === 'refused') return { color: 'yellow', text: refused }
  if (overdue) {
    const newest = at
      ? `La última copia fuera del local es del ${at}`
      : 'Todavía no hay ninguna copia fuera del local (BACKUP_S3_BUCKET)'
    const what = trouble
      ? advice[trouble]
      : 'Mira si el equipo se queda encendido el tiempo que hace falta para subirla.'
    return { color: 'yellow', text: `${newest}. ${what}` }
  }
  return at ? { color: null, text: `Última copia fuera del local: ${at}` } : null
}
