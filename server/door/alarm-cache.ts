// Caches which terminals of a gym have an alarm, since every page shows it. A change of the door refreshes the cache
// after a few seconds, not at once: filling a terminal changes the door all the time.
import type { AreaName } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'

const areas: readonly AreaName[] = ['devices', 'door']
const rereadIntervalMs = 5000

interface Known {
  stamp: string
  /** The stamp of the area `devices`: a change of it invalidates the cache at once. */
  devices: string
  looked: number
  found: { day: string; stamp: string; ids: Promise<ReadonlySet<number>> } | null
}

export class AlarmCache {
  readonly #live: ChangeFeed
  readonly #known = new Map<number, Known>()

  constructor(live: ChangeFeed) {
    this.#live = live
  }

  getCacheKey(gym: number, now: Date): string {
    return this.#of(gym, now).stamp
  }

  async findAlarming(
    { gym, today, now }: { gym: number; today: string; now: Date },
    find: () => Promise<ReadonlySet<number>>,
  ): Promise<ReadonlySet<number>> {
    const known = this.#of(gym, now)
    const { stamp, found } = known
    // The shared promise belongs to another call; if that failed, this call queries the database itself.
    if (found?.day === today && found.stamp === stamp) return found.ids.catch(find)
    const ids = find()
    known.found = { day: today, stamp, ids }
    ids.catch(() => {
      if (known.found?.ids === ids) known.found = null
    })
    return ids
  }

  #of(gym: number, now: Date): Known {
    const at = now.getTime()
    const known = this.#known.get(gym)
    const devices = this.#live.stamp(gym, ['devices'])
    if (known?.devices === devices && Math.abs(at - known.looked) < rereadIntervalMs) return known
    const made = { stamp: this.#live.stamp(gym, areas), devices, looked: at, found: known?.found ?? null }
    this.#known.set(gym, made)
    return made
  }
}
