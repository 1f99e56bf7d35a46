import type { BackupStatus, BucketTrouble } from '@torniquete/contract/backup.ts'
import { showInstant } from '@torniquete/contract/dates.ts'
import type { StatusLine } from './status-line.ts'

const refused =
  'El bucket de las copias (BACKUP_S3_BUCKET) rechaza lo que se le manda: mira su clave, su nombre y el reloj del equipo; el motivo está en el registro del programa.'
const twin =
  'Al bucket de las copias (BACKUP_S3_BUCKET) sube copias otro equipo con estos mismos datos, y este ya no sube ninguna: una de las dos carpetas de datos (DATA_DIR) se hizo como copia de la otra. En ese equipo detén el programa, borra de su carpeta el archivo installation e inícialo; si el otro también avisa, borra en la suya copies-in-bucket.json.'
const advice: Record<Exclude<BucketTrouble, 'refused' | 'twin'>, string> = {
  away: 'El bucket no responde: mira si hay internet.',
  other: 'El motivo está en el registro del programa.',
}

/** What is said of the copies away from the house; null where nobody wants any there, or the first is not there yet. */
export function bucketWords({ bucket }: BackupStatus, zone: string): StatusLine | null {
  if (!bucket) return null
  const { last_at, overdue, trouble } = bucket
  const at = last_at && showInstant(zone, last_at)
  // Waiting helps against all else.
  if (trouble === 'refused') return { color: 'yellow', text: refused }
  if (trouble === 'twin') return { color: 'yellow', text: twin }
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
