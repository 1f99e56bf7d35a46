// Calendar arithmetic on `YYYY-MM-DD` texts and time zones. Pure: instants are parameters.
const dayInMilliseconds = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function getWallClockFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Local time in an IANA zone: `YYYY-MM-DD HH:MM:SS`. Throws RangeError for unknown zones. */
export function localTime(zone: string, instant: Date): string {
  const part: Record<string, string> = {}
  for (const { type, value } of getWallClockFormat(zone).formatToParts(instant)) part[type] = value
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/** An instant as local time: `04/03/2026 15:20`. */
export function showInstant(zone: string, instant: string): string {
  const [day = '', time = ''] = localTime(zone, new Date(instant)).split(' ')
  return `${showDay(day)} ${time.slice(0, 5)}`
}

/** Day in an IANA zone at an instant: `YYYY-MM-DD`. */
export function dayInZone(zone: string, instant: Date): string {
  return localTime(zone, instant).slice(0, 10)
}

/** Offset from UTC in milliseconds; before standard time not in whole minutes. */
function readOffsetMs(zone: string, instant: number): number {
  return Date.parse(`${localTime(zone, new Date(instant)).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
}

/** Offset from UTC in minutes, summer time included. */
export function getZoneOffset(zone: string, instant: Date): number {
  return Math.round(readOffsetMs(zone, instant.getTime()) / 60_000)
}

/** An ISO instant; without a zone it is local time in `zone`. */
export function readInstant(zone: string, text: string): Date {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text)
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`)
  return new Date(wall - readOffsetMs(zone, wall - readOffsetMs(zone, wall)))
}

/** The day itself, or the day of an instant in the zone. Midnight UTC is a day that a browser wrote as an instant. */
export function readDayInZone(zone: string, text: string): string {
  if (isDay(text)) return text
  const instant = readInstant(zone, text)
  return instant.getTime() % dayInMilliseconds === 0 ? instant.toISOString().slice(0, 10) : dayInZone(zone, instant)
}

/**
 * First instant of a day in a zone. If midnight is skipped, the first one that exists; if the day is skipped, the
 * first of the next.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const candidates = [midnight - 15 * 3_600_000, midnight + 15 * 3_600_000]
    .map((near) => new Date(midnight - readOffsetMs(zone, near)))
    .sort((a, b) => a.getTime() - b.getTime())
  const match = candidates.find((instant) => localTime(zone, instant) === `${day} 00:00:00`)
  if (match) return match
  // Midnight was skipped: with the earlier offset it is the instant of the change.
  return candidates.find((instant) => dayInZone(zone, instant) >= day) ?? new Date(midnight)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayInMilliseconds).toISOString().slice(0, 10)
}

/** Same day of another year; 28 February if there is no 29th. */
export function addYears(day: string, count: number): string {
  const year = String(Number(day.slice(0, 4)) + count).padStart(4, '0')
  return day.endsWith('-02-29') && !isDay(`${year}-02-29`) ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** True for existing days of the years 1900–2999. */
export function isDay(text: string): boolean {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** Time zone of gyms that chose none. */
export const defaultTimeZone = 'America/Santo_Domingo'

/** True for IANA zones. Newer engines also accept offsets, which PostgreSQL reads the other way round. */
export function isZone(zone: string): boolean {
  try {
    // Not cached: any text may be asked for.
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Converts whole-hour offsets (`+8:00`) to zones (`Etc/GMT-8`); other texts unchanged. */
export function toZoneName(text: string): string {
  const [, sign, hours = ''] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?00)?$/i.exec(text.trim()) ?? []
  if (!sign) return text
  // The signs of these names are inverted.
  return Number(hours) === 0 ? 'Etc/GMT' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
}

/** `2026-11-21` → `21/11/2026`, as es-ES writes it with two digits. */
export function showDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** `1 año`, `5 años`. */
export const showYears = (years: number): string => `${years} ${years === 1 ? 'año' : 'años'}`

/** `expire_membership` is the day after the last valid one, which screens show. */
export function lastValidDay(expireMembership: string): string {
  return addDays(expireMembership, -1)
}
