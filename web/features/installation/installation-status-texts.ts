import type {
  BackupProblem,
  BackupStatus,
  BucketProblem,
  TrialRestoreProblem,
} from '@torniquete/contract/admin/backup.ts'
import type { DiskSpaceStatus } from '@torniquete/contract/admin/disk-space-level.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'

export interface InstallationStatusLine {
  text: string
  color: 'yellow' | 'red' | null
}

export function formatDiskStatus({ free, level }: DiskSpaceStatus): InstallationStatusLine | null {
  const left = `${((free ?? 0) / 1e9).toFixed(1)} GB`
  switch (level) {
    case 'low':
      return { color: 'yellow', text: `Al disco del servidor le quedan ${left}: haz sitio pronto.` }
    case 'short':
      return {
        color: 'red',
        text: `Al disco del servidor le quedan solo ${left}: haz sitio ya. Si se llena, no se podrá vender ni guardar nada.`,
      }
    case 'full':
      return {
        color: 'red',
        text: `El disco del servidor está lleno (quedan ${left}): no se guarda nada hasta que haya sitio. Lo que hay se puede ver.`,
      }
    case 'ample':
      return null
  }
}

const copyAdvice: Record<BackupProblem, string> = {
  damaged:
    'El disco ya no lee bien una parte de los datos: conserva las copias de antes y cambia el disco cuanto antes.',
  bucket:
    'Le faltan imágenes: el bucket (S3_ENDPOINT) no las daba cuando se hizo. Las copias de antes se conservan hasta que una salga entera.',
  space: 'No queda espacio para otra en el disco de las copias, o en el de los datos.',
  write: 'El programa no puede escribir en la carpeta de las copias (BACKUP_DIR).',
  missing: 'La carpeta de las copias (BACKUP_DIR) no está, o no es la de siempre: vuelve a conectar su disco.',
  twin: 'Otro equipo trabaja con una copia de la carpeta de datos (DATA_DIR) de este, y deja sus copias en la misma carpeta (BACKUP_DIR): cada uno borra las del otro. En el que se hizo como copia, detén el programa, borra el archivo installation de su carpeta de datos e inícialo.',
  clock:
    'Mira el reloj del equipo: hay una copia con fecha de un día que no ha llegado. Ponlo en hora; si ya lo está, borra esa copia.',
  other: 'La siguiente falló: el motivo está en el registro del programa.',
}

/** Status of the newest backup. With an external database it is null unless the disk fails. */
export function formatBackupStatus(status: BackupStatus, zone: string): InstallationStatusLine | null {
  const { by_itself, last_at, bytes, next_at, overdue, trouble } = status
  // The operator of an external database makes its backups, so only a failing disk is reported here.
  if (!by_itself) return trouble && { text: copyAdvice[trouble], color: 'red' }
  const at = last_at && formatInstant(zone, last_at)
  if (overdue || trouble) {
    const newest = at ? `La última copia de seguridad es del ${at}` : 'No hay ninguna copia de seguridad'
    const what = trouble ? copyAdvice[trouble] : 'Mira si el equipo se queda encendido.'
    return { text: `${newest}. ${what}`, color: 'red' }
  }
  if (at) return { text: `Última copia de seguridad: ${at} (${((bytes ?? 0) / 1e6).toFixed(1)} MB)`, color: null }
  return next_at
    ? { text: `Todavía no hay ninguna copia; la primera, ${formatInstant(zone, next_at)}.`, color: null }
    : null
}

const bucketRefused =
  'El bucket de las copias (BACKUP_S3_BUCKET) rechaza lo que se le manda: mira su clave, su nombre y el reloj del equipo; el motivo está en el registro del programa.'
const bucketAdvice: Record<Exclude<BucketProblem, 'refused'>, string> = {
  away: 'El bucket no responde: mira si hay internet.',
  other: 'El motivo está en el registro del programa.',
}

/** Status of off-site copies in the S3 bucket; null without a bucket, or before the first copy is due. */
export function formatOffsiteBackupStatus({ bucket }: BackupStatus, zone: string): InstallationStatusLine | null {
  if (!bucket) return null
  const { last_at, overdue, trouble } = bucket
  const at = last_at && formatInstant(zone, last_at)
  // A refused access is reported at once; other problems only once the copy is overdue.
  if (trouble === 'refused') return { color: 'yellow', text: bucketRefused }
  if (overdue) {
    const newest = at
      ? `La última copia fuera del local es del ${at}`
      : 'Todavía no hay ninguna copia fuera del local (BACKUP_S3_BUCKET)'
    const what = trouble
      ? bucketAdvice[trouble]
      : 'Mira si el equipo se queda encendido el tiempo que hace falta para subirla.'
    return { color: 'yellow', text: `${newest}. ${what}` }
  }
  return at ? { color: null, text: `Última copia fuera del local: ${at}` } : null
}

const copyAgain = 'Haz otra a mano en otro disco; el motivo está en el registro del programa.'
const rehearsalTroubles: Record<TrialRestoreProblem, InstallationStatusLine> = {
  broken: { color: 'red', text: `No cuentes con la última copia: al ensayarla no se pudo restaurar. ${copyAgain}` },
  differs: {
    color: 'red',
    text: `No cuentes con la última copia: al restaurarla de ensayo no tenía todo lo que debe. ${copyAgain}`,
  },
  space: {
    color: 'yellow',
    text: 'No hay sitio para ensayar si las copias se pueden restaurar: hace falta una vez y media lo que ocupan los datos, y 1 GB más.',
  },
  other: {
    color: 'yellow',
    text: 'No se pudo ensayar si la última copia se puede restaurar: el motivo está en el registro del programa.',
  },
}

const duration = (seconds: number) => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)

/** Status of the last trial restore of a backup; null if there was none and none was due. */
export function formatTrialRestoreStatus(
  { last_at: copied, rehearsal }: BackupStatus,
  zone: string,
): InstallationStatusLine | null {
  if (!rehearsal) return null
  const { last_at, seconds, overdue, trouble } = rehearsal
  if (trouble) return rehearsalTroubles[trouble]
  const at = last_at && formatInstant(zone, last_at)
  // Without any backup, the missing backup is reported instead of the overdue trial.
  if (overdue && copied) {
    const last = at ? `El último ensayo de restauración es del ${at}` : 'Ninguna copia se ha restaurado de ensayo'
    return { color: 'yellow', text: `${last}. Mira si el equipo se queda encendido el tiempo que hace falta.` }
  }
  return at
    ? { color: null, text: `Último ensayo de restauración: ${at}, sin diferencias (${duration(seconds ?? 0)})` }
    : null
}
