// Caches each gym's time zone and fiscal country until the gym's information or its fiscal settings change.
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { defaultTimeZone, isTimeZone, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ChangeFeed } from '../../platform/live/change-feed.ts'

const sources = ['gym-info', 'fiscal'] as const

export class GymTimeZones {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #known = new Map<number, { zone: string; country: Country; stamp: string; day: string; dayUntil: number }>()

  constructor(database: Database, live: ChangeFeed) {
    this.#database = database
    this.#live = live
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
    // A restored archive can name a zone that this server does not know.
    const zone = row && isTimeZone(row.timeZone) ? row.timeZone : defaultTimeZone
    this.#known.set(gym, { zone, country: row?.country ?? 'none', stamp, day: '', dayUntil: 0 })
    return zone
  }

  /** Country of the gym as last read with its zone. */
  country(gym: number): Country {
    return this.#known.get(gym)?.country ?? 'none'
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
