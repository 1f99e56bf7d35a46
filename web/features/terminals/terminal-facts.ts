import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { dayInZone, showDay } from '@torniquete/contract/shared/dates.ts'
import { counted, showNumber } from '@torniquete/contract/shared/numbers.ts'

/** All users on the terminal, unknown ones included. */
export function heldText({ held, capacity, strangers }: Pick<DeviceStatus, 'held' | 'capacity' | 'strangers'>): string {
  const all = held + strangers
  const people =
    capacity === null
      ? counted(all, 'persona', 'personas')
      : `${showNumber(all)} de ${counted(capacity, 'persona', 'personas')}`
  return strangers > 0 ? `${people}, ${showNumber(strangers)} sin identificar` : people
}

const expiry = { yes: 'sí', no: 'no', unproven: 'sin comprobar' } as const

/** '' for the usual entrance. */
export const directionText = ({ direction }: Pick<DeviceStatus, 'direction'>): string =>
  ({ entrance: '', exit: 'Solo salida', both: 'Entrada y salida' })[direction]

export const expiryText = ({ expires_itself }: Pick<DeviceStatus, 'expires_itself'>): string =>
  `Cierra solo al vencer: ${expiry[expires_itself]}`

export function proofText(zone: string, { block_proven_at }: Pick<DeviceStatus, 'block_proven_at'>): string {
  if (block_proven_at === null) return 'Falta probar el bloqueo'
  return `Bloqueo probado el ${showDay(dayInZone(zone, new Date(block_proven_at)))}`
}
