// Simulates a terminal's clock, which shows local time without a zone (protocol §8).

function shown(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

/** Adds a number of seconds to a terminal's local time. */
export function addSeconds(local: string, seconds: number): string {
  return seconds === 0 ? local : shown(Date.parse(`${local.replace(' ', 'T')}Z`) + seconds * 1000)
}

/** Parses the value of `TimeZone=` to minutes: hours, above 60 minutes, or ±hh:mm; null if invalid. */
export function parseZoneMinutes(text: string): number | null {
  const [, sign, hours = '', minutes] = /^([+-]?)(\d{1,4})(?::(\d\d))?$/.exec(text.trim()) ?? []
  if (sign === undefined) return null
  const size = minutes === undefined && Number(hours) > 60 ? Number(hours) : Number(hours) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -size : size
}

/** Unpacks the value of `SET OPTION DateTime=`, which counts 31 days in every month (protocol §6.4). */
export function unpackTime(packed: number): string {
  const days = Math.floor(packed / 86_400)
  const date = Date.UTC(2000 + Math.floor(days / 372), Math.floor(days / 31) % 12, (days % 31) + 1)
  return shown(date + (packed % 86_400) * 1000)
}

/** Inverse of unpackTime. `local` has the terminal's format, or a `T` between day and time. */
export function packTime(local: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/[- :T]/).map(Number)
  return ((year - 2000) * 372 + (month - 1) * 31 + (day - 1)) * 86_400 + hour * 3600 + minute * 60 + second
}

export class Clock {
  /** Zone in minutes east of UTC. Set by the handshake unless fixed. */
  zone: number
  readonly now: () => Date
  readonly #zoneFixed: boolean
  #offset: number
  /** True if the clock was not set after a restart, so the zone does not change the shown time. */
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

  /** Restarts the clock at `local` after a loss of power, as `2000-01-01 00:00:00`. */
  restart(local: string): void {
    this.set(local)
    this.#adrift = true
  }

  set(local: string): void {
    this.#adrift = false
    this.#offset = Date.parse(`${local.replace(' ', 'T')}Z`) - this.now().getTime() - this.zone * 60_000
  }
}
