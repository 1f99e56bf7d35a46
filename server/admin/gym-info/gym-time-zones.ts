// Caches each gym's time zone and fiscal country until the gym's information or its fiscal settings change.
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { defaultTimeZone, isTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ChangeFeed } from '../../platform/live/change-feed.ts'

const sources = ['gym-info', 'fiscal'] as const

export class GymTimeZones {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  /** Gyms whose stored time zone is unknown to Node and was logged. */
  readonly #told = new Set<number>()
  readonly #known = new Map<number, { zone: string; country: Country; stamp: string; day: string; dayUntil: number }>()

  constructor(database: Database, live: ChangeFeed, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database
    this.#live = live
    this.#log = log
  }

  async of(gym: number): Promise<string> {
    const stamp = this.#live.stamp(gym, sources)
    const known = this.#known.get(gym)
    if (known?.stamp === stamp) return known.zone
    const row = await this.#database.read({ gym, user: null }, (tx) =>
      tx.maybe<{ timeZone: string; country: Country }>(sql`
        select i."timeZone", coalesce(f.country, 'none') as country
        from gym_info i left join fiscal_settings f on f.gym_id = i.gym_id where i.gym_id = ${gym}`),
    )
    const stored = row?.timeZone ?? null
    const zone = stored !== null && (stored === known?.zone || isTimeZone(stored)) ? stored : this.#instead(gym, stored)
    this.#known.set(gym, { zone, country: row?.country ?? 'none', stamp, day: '', dayUntil: 0 })
    return zone
  }

  /** Country of the gym as last read with its zone. */
  country(gym: number): Country {
    return this.#known.get(gym)?.country ?? 'none'
  }

  /** Returns the default zone for an unknown one, and logs it, since the database still uses the stored zone. */
  #instead(gym: number, stored: string | null): string {
    if (stored !== null && !this.#told.has(gym)) {
      this.#told.add(gym)
      this.#log.warn({ gym, stored, zone: defaultTimeZone }, 'a stored zone is not known here')
    }
    return defaultTimeZone
  }

  /** The gym's present day from the cache; null if its zone is not cached. Computed once a minute. */
  today(gym: number, now: Date): string | null {
    const known = this.#known.get(gym)
    if (!known || known.stamp !== this.#live.stamp(gym, sources)) return null
    const time = now.getTime()
    // A day begins on a whole minute in every zone, so the cached day is valid until the minute ends.
    if (time >= known.dayUntil || time < known.dayUntil - 60_000) {
      known.day = toLocalDay(known.zone, now)
      known.dayUntil = Math.floor(time / 60_000) * 60_000 + 60_000
    }
    return known.day
  }
}
