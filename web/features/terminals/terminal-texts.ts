import { maxUploadLinesPerDay } from '@torniquete/contract/door/device-traffic.ts'
import { clockAlarmOffsetSeconds, type Device, type DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { formatDate, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'

/** Clock error in seconds that is not reported. */
const tolerated = 60

export const formatPendingChanges = (pending: number): string =>
  pending === 0 ? 'Al día' : formatCountWithNoun(pending, 'cambio pendiente', 'cambios pendientes')

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const

/** `offset`: seconds by which the clock is ahead, null if unknown. Returns null if the clock is right or unknown. */
export function formatClockOffset(offset: number | null): string | null {
  const off = Math.abs(offset ?? 0)
  if (offset === null || off <= tolerated) return null
  const unit = units.find(({ seconds }) => off >= seconds * 2) ?? units[2]
  return `Reloj ${Math.round(off / unit.seconds)} ${unit.name} ${offset > 0 ? 'adelantado' : 'atrasado'}`
}

export interface ZonedClock {
  zone: string
  now: Date
}

function shown({ zone, now }: ZonedClock, instant: string) {
  const [day = '', time = ''] = toLocalTime(zone, new Date(instant)).split(' ')
  return { day: day === toLocalDay(zone, now) ? null : formatDate(day), time: time.slice(0, 5) }
}

export function formatLastSeen(clock: ZonedClock, lastSeen: string | null): string {
  if (lastSeen === null) return 'Nunca ha llamado'
  const { day, time } = shown(clock, lastSeen)
  return `Visto ${day ? `el ${day}` : 'hoy'} a las ${time}`
}

/** Formats a start time: 'desde las 22:10', for another day 'desde el 3/8/2026 a las 22:10'. */
export function formatSinceTime(clock: ZonedClock, since: string): string {
  const { day, time } = shown(clock, since)
  return day ? `desde el ${day} a las ${time}` : `desde las ${time}`
}

/** Formats a point in time: 'a las 22:10', for another day 'el 3/8/2026 a las 22:10'. */
export function formatAtTime(clock: ZonedClock, instant: string): string {
  const { day, time } = shown(clock, instant)
  return day ? `el ${day} a las ${time}` : `a las ${time}`
}

export function formatDisconnection(clock: ZonedClock, { connected, last_seen }: Silence): string | null {
  if (connected) return null
  return last_seen === null ? 'nunca ha llamado' : `sin conexión ${formatSinceTime(clock, last_seen)}`
}

interface Silence {
  connected: boolean
  last_seen: string | null
}

export interface TerminalStateLine {
  /** Severity: `bad` is an alarm. */
  tone: 'bad' | 'warn' | 'plain'
  text: string
}

const quotaText = (): string =>
  `Envió más de ${formatNumber(maxUploadLinesPerDay)} registros hoy: los demás se reciben mañana`

const inBrackets = (text: string | null) => (text ? ` (${text})` : '')

export function formatCensusProgress(census: NonNullable<DeviceStatus['census']>, connected: boolean): string {
  if (census.refused) return 'Este modelo no deja leer su lista de personas. Puedes vaciarlo o seguir sin leerla.'
  if (!connected && census.listed === 0) return 'Se leerá su lista de personas en cuanto se conecte'
  const of = census.counted === null ? '' : ` de ${formatNumber(census.counted)}`
  return `Leyendo la lista de personas: ${formatNumber(census.listed)}${of}`
}

function refusedText({ refused, refused_count }: Pick<DeviceStatus, 'refused' | 'refused_count'>): string {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  const people = formatCountWithNoun(refused_count, 'persona que no aceptó', 'personas que no aceptó')
  return reasons.length === 1 ? `${people}: ${reasons[0]}` : people
}

const unreadableText = (lines: number) =>
  lines === 1
    ? '1 línea que no se pudo leer, quizá una entrada o una persona: está en su tráfico'
    : `${formatNumber(lines)} líneas que no se pudieron leer, quizá entradas o personas: están en su tráfico`

/** Alarms about people who can enter against the rules, and about devices that use a terminal's serial number. */
function alarmsOf(status: DeviceStatus, silence: string | null): TerminalStateLine[] {
  const lines: TerminalStateLine[] = []
  const { can_still_enter, dismissed_can_still_enter: dismissed, passes_without_right: passes } = status
  // Clients who lost their right: expired, deactivated, blocked or deleted. Former staff is counted separately.
  const withoutRight = can_still_enter - dismissed
  if (withoutRight > 0)
    lines.push({
      tone: 'bad',
      text:
        formatCountWithNoun(
          withoutRight,
          'persona sin derecho aún puede entrar',
          'personas sin derecho aún pueden entrar',
        ) + inBrackets(silence),
    })
  if (dismissed > 0)
    lines.push({
      tone: 'bad',
      text:
        formatCountWithNoun(dismissed, 'exempleado aún puede entrar', 'exempleados aún pueden entrar') +
        inBrackets(silence),
    })
  if (passes > 0)
    lines.push({
      tone: 'bad',
      text: `${formatCountWithNoun(passes, 'persona entró', 'personas entraron')} hoy sin derecho`,
    })
  if (status.origin_conflict) lines.push({ tone: 'bad', text: originText(status.origin_conflict) })
  if (status.origin_unproven) lines.push({ tone: 'bad', text: unprovenText(status.origin_unproven) })
  if (status.quota_exceeded) lines.push({ tone: 'bad', text: quotaText() })
  return lines
}

/** Warns if the terminal does not support the opening hours of plans, or has not received them yet. */
function hoursOf({ hours, hours_pending }: DeviceStatus): TerminalStateLine[] {
  if (hours === 'ignored')
    return [
      { tone: 'warn', text: 'No sabe de horarios: deja entrar a cualquier hora a quien tiene un plan con horario' },
    ]
  return hours_pending === 0
    ? []
    : [{ tone: 'warn', text: formatCountWithNoun(hours_pending, 'horario por recibir', 'horarios por recibir') }]
}

function waitsOf(status: DeviceStatus, clock: ZonedClock, connected: boolean): TerminalStateLine[] {
  const { census, pending, oldest_pending, refused, refuses_emptying } = status
  const lines: (TerminalStateLine | null)[] = [
    census && { tone: 'warn', text: formatCensusProgress(census, connected) },
    refuses_emptying ? { tone: 'warn', text: 'No quiso vaciarse: vacíalo en su propio menú' } : null,
    pending > 0
      ? {
          tone: 'warn',
          text: [formatPendingChanges(pending), oldest_pending && formatSinceTime(clock, oldest_pending)]
            .filter(Boolean)
            .join(' '),
        }
      : null,
    ...hoursOf(status),
    // It is an alarm if the terminal locks out a paying client.
    refused.length > 0 ? { tone: status.kept_out > 0 ? 'bad' : 'warn', text: refusedText(status) } : null,
  ]
  return lines.filter((line) => line !== null)
}

export function listTerminalStateLines(
  status: DeviceStatus,
  clock: ZonedClock,
  { connected }: Pick<Device, 'connected'>,
): TerminalStateLine[] {
  const { last_seen, leaving, unreadable } = status
  if (leaving)
    return [{ tone: 'warn', text: leavingText(status, formatDisconnection(clock, { connected, last_seen })) }]
  const off = formatClockOffset(status.clock_offset)
  const waits = waitsOf(status, clock, connected)
  const lines: TerminalStateLine[] = [
    ...alarmsOf(status, formatDisconnection(clock, { connected, last_seen })),
    ...(waits.length > 0 || isTwo(status) ? waits : [{ tone: 'plain', text: formatPendingChanges(0) } as const]),
    ...(off ? [clockLine(status, off)] : []),
    // A refusal to set the clock does not matter while the clock is right.
    ...(status.refuses_clock && (off || status.clock_offset === null)
      ? [{ tone: 'warn', text: 'No quiso ponerse en hora: ponlo en su propio menú' } as const]
      : []),
    ...(status.origin_first ? [{ tone: 'plain', text: firstText(status.origin_first) } as const] : []),
    ...(unreadable > 0 ? [{ tone: 'warn', text: unreadableText(unreadable) } as const] : []),
  ]
  return lines.sort((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'))
}

function clockLine({ clock_offset, expires_itself }: DeviceStatus, off: string): TerminalStateLine {
  const isOtherDay = Math.abs(clock_offset ?? 0) >= clockAlarmOffsetSeconds && expires_itself !== 'no'
  const consequence = ': puede dejar entrar a quien ya venció, o a nadie'
  return isOtherDay ? { tone: 'bad', text: off + consequence } : { tone: 'warn', text: off }
}

/** Status of a terminal that is emptied before its removal. Until it confirms, it opens; other work is not shown. */
function leavingText(status: Opening & Pick<DeviceStatus, 'refuses_emptying'>, silence: string | null): string {
  const stands = status.refuses_emptying
    ? 'No quiso vaciarse: vacíalo en su propio menú, o elimínalo sin vaciar.'
    : `Se está vaciando${inBrackets(silence)}: se elimina cuando lo confirme.`
  return `${stands} ${formatStillAdmittedCount(status) ?? ''}`.trim()
}

type Opening = Pick<DeviceStatus, 'opening'>

export const formatStillAdmittedCount = ({ opening }: Opening): string | null =>
  opening === 0 ? null : `El dispositivo seguirá abriendo a ${formatCountWithNoun(opening, 'persona', 'personas')}.`

/** Text for a conflict: another device uses the terminal's serial number. It is shown until an admin decides. */
const originText = ({ address, lacks }: NonNullable<DeviceStatus['origin_conflict']>): string =>
  `${lacks ? conflicts[lacks] : 'Otro equipo dice ser este dispositivo'} (${address})`

/** Text for a device that replaced a silent terminal at another address, until an admin accepts that address. */
const unprovenText = ({ address }: NonNullable<DeviceStatus['origin_unproven']>): string =>
  `Llama desde otra dirección (${address}): no recibe nombres, tarjetas ni huellas hasta que lo aceptes`

/** Text for a new terminal that has connected, until an admin accepts its address. */
const firstText = ({ address }: NonNullable<DeviceStatus['origin_first']>): string =>
  `Conectado por primera vez desde ${address}: no recibe huellas ni rostros hasta que lo aceptes`

const conflicts = {
  key: 'Llama sin la clave que se le exige',
  'right-key': 'Llama con una clave distinta de la exigida',
  name: 'Otro equipo dice ser este dispositivo, sin la dirección del gimnasio',
  mark: 'Otro equipo con su número de serie llama desde la misma red',
}

/** True if two devices in the same network share the serial number, so that the terminal's state is uncertain. */
const isTwo = ({ origin_conflict }: DeviceStatus): boolean => origin_conflict?.lacks === 'mark'

/** Number of all users stored on the terminal, including unknown users. */
export function formatStoredUserCount({
  held,
  capacity,
  strangers,
}: Pick<DeviceStatus, 'held' | 'capacity' | 'strangers'>): string {
  const all = held + strangers
  const people =
    capacity === null
      ? formatCountWithNoun(all, 'persona', 'personas')
      : `${formatNumber(all)} de ${formatCountWithNoun(capacity, 'persona', 'personas')}`
  return strangers > 0 ? `${people}, ${formatNumber(strangers)} sin identificar` : people
}

const expiry = { yes: 'sí', no: 'no', unproven: 'sin comprobar' } as const

/** Direction of a terminal; '' for an entrance, which is the default. */
export const formatTerminalDirection = ({ direction }: Pick<DeviceStatus, 'direction'>): string =>
  ({ entrance: '', exit: 'Solo salida', both: 'Entrada y salida' })[direction]

export const formatExpiryEnforcement = ({ expires_itself }: Pick<DeviceStatus, 'expires_itself'>): string =>
  `Cierra solo al vencer: ${expiry[expires_itself]}`

export function formatBlockTest(zone: string, { block_proven_at }: Pick<DeviceStatus, 'block_proven_at'>): string {
  if (block_proven_at === null) return 'Falta probar el bloqueo'
  return `Bloqueo probado el ${formatDate(toLocalDay(zone, new Date(block_proven_at)))}`
}
