// Calendar arithmetic on `YYYY-MM-DD` texts and time zones. Functions never read the clock; instants are parameters.
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
export function toLocalTime(zone: string, instant: Date): string {
  const part: Record<string, string> = {}
  for (const { type, value } of getWallClockFormat(zone).formatToParts(instant)) part[type] = value
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`
}

/** Formats an instant as local time: `04/03/2026 15:20`. */
export function formatInstant(zone: string, instant: string): string {
  const [day = '', time = ''] = toLocalTime(zone, new Date(instant)).split(' ')
  return `${formatDate(day)} ${time.slice(0, 5)}`
}

/** Day in an IANA zone at an instant: `YYYY-MM-DD`. */
export function toLocalDay(zone: string, instant: Date): string {
  return toLocalTime(zone, instant).slice(0, 10)
}

/** Offset from UTC in milliseconds; for dates before standard time not a whole number of minutes. */
function readOffsetMs(zone: string, instant: number): number {
  return Date.parse(`${toLocalTime(zone, new Date(instant)).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
}

/** Offset from UTC in minutes, daylight saving time included. */
export function getZoneOffsetMinutes(zone: string, instant: Date): number {
  return Math.round(readOffsetMs(zone, instant.getTime()) / 60_000)
}

/** Reads an ISO instant; a text without a zone is local time in `zone`. */
export function parseInstant(zone: string, text: string): Date {
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return new Date(text)
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`)
  return new Date(wall - readOffsetMs(zone, wall - readOffsetMs(zone, wall)))
}

/**
 * Returns the day in the text, or the day of its instant in the zone. An instant at midnight UTC counts as that UTC
 * day, because browsers write a chosen day so.
 */
export function parseLocalDay(zone: string, text: string): string {
  if (isCalendarDay(text)) return text
  const instant = parseInstant(zone, text)
  return instant.getTime() % dayInMilliseconds === 0 ? instant.toISOString().slice(0, 10) : toLocalDay(zone, instant)
}

/**
 * First instant of a day in a zone. If the clocks skip midnight, returns the first instant that exists; if they skip
 * the whole day, the first instant of the next day.
 */
export function getDayStart(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const candidates = [midnight - 15 * 3_600_000, midnight + 15 * 3_600_000]
    .map((near) => new Date(midnight - readOffsetMs(zone, near)))
    .sort((a, b) => a.getTime() - b.getTime())
  const match = candidates.find((instant) => toLocalTime(zone, instant) === `${day} 00:00:00`)
  if (match) return match
  // The clocks skipped midnight; computed with the earlier offset, midnight is the instant of the change.
  return candidates.find((instant) => toLocalDay(zone, instant) >= day) ?? new Date(midnight)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayInMilliseconds).toISOString().slice(0, 10)
}

/** Same day of another year; 29 February becomes 28 February if the year has no leap day. */
export function addYears(day: string, count: number): string {
  const year = String(Number(day.slice(0, 4)) + count).padStart(4, '0')
  return day.endsWith('-02-29') && !isCalendarDay(`${year}-02-29`) ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** True if the day exists in the calendar and lies in the years 1900–2999. */
export function isCalendarDay(text: string): boolean {
  if (!/^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** Time zone of gyms that have not chosen one. */
export const defaultTimeZone = 'America/Santo_Domingo'

/** True for IANA time zones. Offsets are refused, since PostgreSQL reads their sign inverted. */
export function isTimeZone(zone: string): boolean {
  try {
    // Results are not cached, because callers could fill the memory with arbitrary texts.
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Converts an offset of whole hours (`+8:00`) to a zone (`Etc/GMT-8`); other texts are returned unchanged. */
export function convertOffsetToZoneName(text: string): string {
  const [, sign, hours = ''] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?00)?$/i.exec(text.trim()) ?? []
  if (!sign) return text
  // In names such as `Etc/GMT-8` the sign is inverted.
  return Number(hours) === 0 ? 'Etc/GMT' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`
}

/** Formats `2026-11-21` as `21/11/2026`. */
export function formatDate(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** Returns a text such as `1 año` or `5 años`. */
export const formatYearCount = (years: number): string => `${years} ${years === 1 ? 'año' : 'años'}`

/** Returns the day before `expire_membership`: the last valid day, which screens show. */
export function getLastMembershipDay(expireMembership: string): string {
  return addDays(expireMembership, -1)
}
