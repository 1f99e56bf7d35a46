// Names of the opening commands.

import type { OpeningCommand } from '@torniquete/contract/door/device-modes.ts'
import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'

export const openLabels: Record<OpeningCommand, string> = {
  unlock: 'Abrir la cerradura (AC_UNLOCK)',
  control: 'Activar el relé 5 segundos (CONTROL DEVICE)',
}

export const otherCommand = (command: OpeningCommand): OpeningCommand => (command === 'unlock' ? 'control' : 'unlock')

export function openingText(zone: string, { opening_proven_at }: Pick<DeviceStatus, 'opening_proven_at'>): string {
  if (opening_proven_at === null) return 'Apertura sin comprobar'
  return `Apertura comprobada el ${showDay(dayInZone(zone, new Date(opening_proven_at)))}`
}
