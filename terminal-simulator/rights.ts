// Of the access dialect: at which doors somebody's rights open, and in which time zones (protocol §11).

/** Of one time zone: minutes of a day, `HHMM` as numbers, both ends included. Sunday first, three a day. */
type Zone = readonly (readonly (readonly [from: number, to: number])[])[]

/** `doors`: as bits. */
export type DoorRight = { zone: number; doors: number }

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** As it comes from the factory: the first is all hours. */
const factoryZones = (): Map<number, Zone> => new Map([[1, days.map(() => [[0, 2359] as const])]])

/** Null where a field is none. Each is its beginning in the upper half and its end in the lower; 0 is no time at all. */
export function parseZone(fields: ReadonlyMap<string, string>): Zone | null {
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

/** `time` as a terminal shows it. */
function isWithin(zone: Zone, time: string): boolean {
  const day = new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const clock = Number(time.slice(11, 13)) * 100 + Number(time.slice(14, 16))
  return (zone[day] ?? []).some(([from, to]) => to > 0 && from <= clock && clock <= to)
}

export class Rights {
  zones = factoryZones()
  readonly #rights = new Map<string, DoorRight[]>()

  /** A panel keeps each that it was given, beside the others of the person; with `alone`, the last for all. */
  put(pin: string, right: DoorRight, alone: boolean): void {
    const others = alone ? [] : this.of(pin).filter(({ zone, doors }) => zone !== right.zone || doors !== right.doors)
    this.#rights.set(pin, [...others, right])
  }

  of(pin: string): readonly DoorRight[] {
    return this.#rights.get(pin) ?? []
  }

  /** The doors that open for somebody at some hour, as bits. */
  doorsOf(pin: string): number {
    return this.of(pin).reduce((bits, { doors }) => bits | doors, 0)
  }

  remove(pin: string): void {
    this.#rights.delete(pin)
  }

  /** Zones stay. */
  clear(): void {
    this.#rights.clear()
  }

  factoryReset(): void {
    this.clear()
    this.zones = factoryZones()
  }

  /** A time zone that it does not hold is none. */
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
