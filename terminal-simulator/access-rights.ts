// Stores rights of the access dialect: doors and time zones of each person (protocol §11).

/** A time zone: for each day from Sunday three intervals `[from, to]`, as numbers `HHMM`, both ends included. */
type Zone = readonly (readonly (readonly [from: number, to: number])[])[]

/** `doors` is a bit mask. */
export type DoorRight = { zone: number; doors: number }

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Zones after a factory reset: only zone 1, which is always open. */
const factoryZones = (): Map<number, Zone> => new Map([[1, days.map(() => [[0, 2359] as const])]])

/**
 * Parses a zone; null if a field is invalid. A field has its beginning in the upper half and its end in the lower; 0
 * is an empty interval.
 */
export function parseAccessTimeZone(fields: ReadonlyMap<string, string>): Zone | null {
  const read = (text: string | undefined) => (text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN)
  const week = days.map((day) =>
    [1, 2, 3].map((slot) => {
      const packed = read(fields.get(`${day}time${slot}`))
      return [Math.floor(packed / 65_536), packed % 65_536] as const
    }),
  )
  const isTime = (time: number) => time % 100 < 60 && time <= 2359
  return week.flat().every(([from, to]) => isTime(from) && isTime(to) && from <= to) ? week : null
}

/** `time` has the terminal's format, `YYYY-MM-DD HH:MM:SS`. */
function isWithin(zone: Zone, time: string): boolean {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const clock = Number(time.slice(11, 13)) * 100 + Number(time.slice(14, 16))
  return (zone[day] ?? []).some(([from, to]) => to > 0 && from <= clock && clock <= to)
}

export class AccessRights {
  zones = factoryZones()
  readonly #rights = new Map<string, DoorRight[]>()

  /** Adds a right. A panel keeps all rights of a person. */
  put(pin: string, right: DoorRight): void {
    const others = this.of(pin).filter(({ zone, doors }) => zone !== right.zone || doors !== right.doors)
    this.#rights.set(pin, [...others, right])
  }

  of(pin: string): readonly DoorRight[] {
    return this.#rights.get(pin) ?? []
  }

  /** Returns the doors that open for a person at any time of the day, as bits. */
  doorsOf(pin: string): number {
    return this.of(pin).reduce((bits, { doors }) => bits | doors, 0)
  }

  remove(pin: string): void {
    this.#rights.delete(pin)
  }

  /** Deletes all rights, but no zones. */
  clear(): void {
    this.#rights.clear()
  }

  factoryReset(): void {
    this.clear()
    this.zones = factoryZones()
  }

  /** Returns why a door stays closed, or null. A time zone that does not exist opens at no hour. */
  refusalOf(pin: string, door: number, time: string, keepsHours: boolean): 'no right' | 'outside hours' | null {
    const here = this.of(pin).filter(({ doors }) => doors & (1 << (door - 1)))
    if (here.length === 0) return 'no right'
    const opens = ({ zone }: DoorRight) => {
      const hours = this.zones.get(zone)
      return hours !== undefined && isWithin(hours, time)
    }
    return keepsHours && !here.some(opens) ? 'outside hours' : null
  }
}
