import type { CallTimes, Queue } from '@torniquete/contract/admin/status.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import type { Column } from '../../kit/table-column.ts'

/** Purpose of each queue; a newer server may have more. */
const works: Record<string, string> = {
  'plan-messages': 'Preparar los mensajes del día',
  'send-email': 'Enviar correos',
  'send-support': 'Enviar solicitudes de soporte',
  'send-whatsapp': 'Enviar mensajes de WhatsApp',
  sweep: 'Borrar lo que ya no se guarda',
}

const count = (key: 'waiting' | 'failed', header: string): Column<Queue> => ({
  header,
  align: 'right',
  cell: (row) => showNumber(row[key]),
})

export const queueColumns: Column<Queue>[] = [
  { header: 'Trabajo', folded: 'first', cell: ({ queue }) => works[queue] ?? queue },
  count('waiting', 'En espera'),
  count('failed', 'Fallidos en 7 días'),
]

/** Milliseconds. */
function duration(time: number): string {
  if (time >= 1000) return `${(time / 1000).toFixed(1)} s`
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`
}

const time = (key: 'half' | 'most' | 'longest', header: string): Column<CallTimes> => ({
  header,
  align: 'right',
  cell: (row) => duration(row[key]),
})

export const callColumns: Column<CallTimes>[] = [
  { header: 'Llamada', folded: 'first', cell: ({ call }) => call },
  { header: 'Veces', align: 'right', cell: (row) => showNumber(row.count) },
  { header: 'Con error', align: 'right', cell: (row) => showNumber(row.failed) },
  time('half', 'La mitad tarda hasta'),
  time('most', '99 de 100 hasta'),
  time('longest', 'La más larga'),
]
