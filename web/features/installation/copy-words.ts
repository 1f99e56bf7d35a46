import type { BackupProblem, BackupStatus } from '@torniquete/contract/admin/backup.ts'
import { addDays, dayInZone, localTime, showDay, showInstant } from '@torniquete/contract/shared/dates.ts'
import type { StatusLine } from './status-line.ts'

const advice: Record<BackupProblem, string> = {
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

/** 'esta noche a las 3:30' */
function firstCopyTime(zone: string, at: Date, now: Date): string {
  if (at <= now) return 'dentro de unos minutos'
  const time = localTime(zone, at).slice(11, 16)
  const [day, today] = [dayInZone(zone, at), dayInZone(zone, now)]
  const isBeforeMorning = time < '06:00' && at.getTime() - now.getTime() < 86_400_000
  const isThisEvening = time >= '20:00' && day === today
  const when =
    isBeforeMorning || isThisEvening
      ? 'esta noche'
      : day === today
        ? 'hoy'
        : day === addDays(today, 1)
          ? 'mañana'
          : showDay(day)
  return `${when} a las ${time.replace(/^0/, '')}`
}

/** Status of the newest backup; null with an external database. */
export function copyWords(status: BackupStatus, zone: string, now: Date): StatusLine | null {
  const { by_itself, last_at, bytes, next_at, overdue, trouble } = status
  // With an external database its operator makes the copies; only a failing disk shows here.
  if (!by_itself) return trouble && { text: advice[trouble], color: 'red' }
  const at = last_at && showInstant(zone, last_at)
  if (overdue || trouble) {
    const newest = at ? `La última copia de seguridad es del ${at}` : 'No hay ninguna copia de seguridad'
    const what = trouble ? advice[trouble] : 'Mira si el equipo se queda encendido.'
    return { text: `${newest}. ${what}`, color: 'red' }
  }
  if (at) return { text: `Última copia de seguridad: ${at} (${((bytes ?? 0) / 1e6).toFixed(1)} MB)`, color: null }
  const first = next_at && firstCopyTime(zone, new Date(next_at), now)
  return first ? { text: `Todavía no hay ninguna copia; la primera, ${first}.`, color: null } : null
}
