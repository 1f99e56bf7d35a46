// A terminal's clock shows local time without a zone (protocol §8).

function shown(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

/** A terminal's local time plus a number of seconds. */
export function addSeconds(local: string, seconds: number): string {
  return seconds === 0 ? local : shown(Date.parse(`${local.replace(' ', 'T')}Z`) + seconds * 1000)
}

/** Value of `TimeZone=` in minutes: hours, above 60 minutes, or ±hh:mm; null if invalid. */
export function parseZoneMinutes(text: string): number | null {
  const [, sign, hours = '', minutes] = /^([+-]?)(\d{1,4})(?::(\d\d))?$/.exec(text.trim()) ?? []
  if (sign === undefined) return null
  const size = minutes === undefined && Number(hours) > 60 ? Number(hours) : Number(hours) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}

/** `SET OPTION DateTime=` counts 31 days in every month and 12 months in a year (protocol §6.4). */
export function unpackTime(packed: number): string {
  const days = Math.floor(packed / 86_400)
  const date = Date.UTC(2000 + Math.floor(days / 372), Math.floor(days / 31) % 12, (days % 31) + 1)
  return shown(date + (packed % 86_400) * 1000)
}

/** The inverse; `local` in the terminal's format, or with a `T`. */
export function packTime(local: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/[- :T]/).map(Number)
  return ((year - 2000) * 372 + (month - 1) * 31 + (day - 1)) * 86_400 + hour * 3600 + minute * 60 + second
}

export class Clock {
  /** Minutes east of UTC; follows the handshake unless fixed. */
  zone: number
  readonly now: () => Date
  readonly #zoneFixed: boolean
  #offset: number
  /** Shows a fixed time, whatever the zone, because it was never set. */
  #adrift = false

  constructor(offsetMs: number, fixedZone: number | undefined, now: () => Date = () => new Date()) {
    this.now = now
    this.#offset = offsetMs
    this.#zoneFixed = fixedZone !== undefined
    this.zone = fixedZone ?? 0
  }

  followZone(text: string | undefined): void {
    const minutes = text === undefined ? null : parseZoneMinutes(text)
    if (this.#zoneFixed || minutes === null) return
    if (this.#adrift) this.#offset -= (minutes - this.zone) * 60_000
    this.zone = minutes
  }

  show(instant: Date, skewMs: number): string {
    return shown(instant.getTime() + this.zone * 60_000 + this.#offset + skewMs)
  }

  /** `2000-01-01 00:00:00`, at which a clock restarts after a loss of power. */
  restart(local: string): void {
    this.set(local)
    this.#adrift = true
  }

  set(local: string): void {
    this.#adrift = false
    this.#offset = Date.parse(`${local.replace(' ', 'T')}Z`) - this.now().getTime() - this.zone * 60_000
  }
}
