// Each gym's time zone, remembered until its information changes.
import { setImmediate } from 'node:timers/promises'
import { dayIn, defaultTimeZone, isZone } from '@torniquete/contract/dates.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import { readTimeZone } from './queries.ts'

const namedHere: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'))
/** Whether this process knows a zone that it calls otherwise, or none such. */
const calledOtherwise = new Map<string, boolean>()

/** Those that this process knows too. To try a name takes it half a millisecond, so whoever waits comes between two. */
export async function zonesKnownHere(zones: readonly string[]): Promise<string[]> {
  const known: string[] = []
  for (const zone of zones) {
    if (!namedHere.has(zone) && !calledOtherwise.has(zone)) {
      calledOtherwise.set(zone, isZone(zone))
      await setImmediate()
    }
    if (namedHere.has(zone) || calledOtherwise.get(zone)) known.push(zone)
  }
  return known
}

export class Zones {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  /** Gyms of whose zone this server has told that it does not know it. */
  readonly #told = new Set<number>()
  readonly #known = new Map<number, { zone: string; stamp: string; day: string; dayUntil: number }>()

  constructor(database: Database, live: ChangeFeed, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database
    this.#live = live
    this.#log = log
  }

  async of(gym: number): Promise<string> {
    const stamp = this.#live.stamp(gym, ['gym-info'])
    const known = this.#known.get(gym)
    if (known?.stamp === stamp) return known.zone
    const stored = await readTimeZone(this.#database, gym)
    const zone = stored !== null && (stored === known?.zone || isZone(stored)) ? stored : this.#instead(gym, stored)
    this.#known.set(gym, { zone, stamp, day: '', dayUntil: 0 })
    return zone
  }

  /** The database goes on reckoning in its own: whoever runs it has to hear of that. */
  #instead(gym: number, stored: string | null): string {
    if (stored !== null && !this.#told.has(gym)) {
      this.#told.add(gym)
      this.#log.warn({ gym, stored, zone: defaultTimeZone }, 'a stored zone is not known here')
    }
    return defaultTimeZone
  }

  /** The gym's day without asking the database; null where its zone is not remembered. A day is looked up once a minute. */
  today(gym: number, now: Date): string | null {
    const known = this.#known.get(gym)
    if (!known || known.stamp !== this.#live.stamp(gym, ['gym-info'])) return null
    const time = now.getTime()
    // Zones change their day on whole minutes, so within a minute the answer stands.
    if (time >= known.dayUntil || time < known.dayUntil - 60_000) {
      known.day = dayIn(known.zone, now)
      known.dayUntil = Math.floor(time / 60_000) * 60_000 + 60_000
    }
    return known.day
  }
}
