import type { BackupStatus, RehearsalProblem } from '@torniquete/contract/admin/backup.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import type { StatusLine } from './status-line.ts'

const another = 'Haz otra a mano en otro disco; el motivo está en el registro del programa.'
const troubles: Record<RehearsalProblem, StatusLine> = {
  broken: { color: 'red', text: `No cuentes con la última copia: al ensayarla no se pudo restaurar. ${another}` },
  differs: {
    color: 'red',
    text: `No cuentes con la última copia: al restaurarla de ensayo no tenía todo lo que debe. ${another}`,
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

/** Status of the last trial restore; null if there was none and none was due. */
export function rehearsalWords({ last_at: copied, rehearsal }: BackupStatus, zone: string): StatusLine | null {
  if (!rehearsal) return null
  const { last_at, seconds, overdue, trouble } = rehearsal
  if (trouble) return troubles[trouble]
  const at = last_at && showInstant(zone, last_at)
  // A missing copy is reported instead.
  if (overdue && copied) {
    const last = at ? `El último ensayo de restauración es del ${at}` : 'Ninguna copia se ha restaurado de ensayo'
    return { color: 'yellow', text: `${last}. Mira si el equipo se queda encendido el tiempo que hace falta.` }
  }
  return at
    ? { color: null, text: `Último ensayo de restauración: ${at}, sin diferencias (${duration(seconds ?? 0)})` }
    : null
}
