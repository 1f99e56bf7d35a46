// Which terminals of a gym are alarming, for what every page shows of them. Remembered, and found out again a few seconds
// after something about the door has changed: while a terminal is filled that is all the time.
import type { AreaName } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from '../live/change-feed.ts'

const areas: readonly AreaName[] = ['devices', 'door']
/** Milliseconds for which what is known is not doubted. */
const lookAgainEvery = 5000

interface Known {
  stamp: string
  /** What was announced of the devices themselves: that is seen at once. */
  devices: string
  looked: number
  found: { day: string; stamp: string; ids: Promise<ReadonlySet<number>> } | null
}

export class Alarms {
  readonly #live: ChangeFeed
  readonly #known = new Map<number, Known>()

  constructor(live: ChangeFeed) {
    this.#live = live
  }

  /** Changes when other terminals may be alarming. */
  freshness(gym: number, now: Date): string {
    return this.#of(gym, now).stamp
  }

  /** The ids of those that are, on the gym's day; `find` asks the database. */
  async among(
    { gym, today, now }: { gym: number; today: string; now: Date },
    find: () => Promise<ReadonlySet<number>>,
  ): Promise<ReadonlySet<number>> {
    const known = this.#of(gym, now)
    const { stamp, found } = known
    // Another call's, which may have failed for reasons of its own: then this one asks.
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
    if (known?.devices === devices && Math.abs(at - known.looked) < lookAgainEvery) return known
    const made = { stamp: this.#live.stamp(gym, areas), devices, looked: at, found: known?.found ?? null }
    this.#known.set(gym, made)
    return made
  }
}
