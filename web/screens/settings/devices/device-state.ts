// What a terminal's state is in words.
import { dayIn, localTime, showDay } from '@torniquete/contract/dates.ts'

/** Seconds that a clock may be off before anybody is told. */
const tolerated = 60

export function pendingText(pending: number): string {
  if (pending === 0) return 'Al día'
  return pending === 1 ? '1 cambio pendiente' : `${pending} cambios pendientes`
}

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** `offset`: seconds that the clock is ahead, null where nobody knows. Null where it is right. */
export function clockText(offset: number | null): string | null {
  const off = Math.abs(offset ?? 0)
  if (offset === null || off <= tolerated) return null
  const unit = units.find(({ seconds }) => off >= seconds * 2) ?? units[2]
  return `Reloj ${Math.round(off / unit.seconds)} ${unit.name} ${offset > 0 ? 'adelantado' : 'atrasado'}`
}

/** When it called last, as the gym's clocks show it. */
export function seenText(zone: string, lastSeen: string | null, now: Date): string {
  if (lastSeen === null) return 'Nunca ha llamado'
  const [day = '', time = ''] = localTime(zone, new Date(lastSeen)).split(' ')
  const when = day === dayIn(zone, now) ? 'hoy' : `el ${showDay(day)}`
  return `Visto ${when} a las ${time.slice(0, 5)}`
}
