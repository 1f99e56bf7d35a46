// The last requests and answers of each terminal, for diagnosis. Kept in memory in ring buffers, bounded for each terminal and in
// all; those of a terminal that is no longer registered are dropped.
import { isDeepStrictEqual } from 'node:util'
import type { DeviceTraffic, TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import type { AreaName } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'

type Times = 'at' | 'first_at' | 'times'
/** A call as its driver reports it. */
export type LoggedCall = Omit<TrafficCall, Times>

interface Place {
  gym: number
  id: number
  /** The ring is of this serial number: after a change of the device's number it begins anew. */
  sn: string
}

interface Ring extends Place {
  /** Oldest first; equal calls in a row are one entry, since an idle terminal repeats its poll every few seconds. */
  calls: (Pick<TrafficCall, Times> & { said: LoggedCall })[]
  /** How often each unknown page was asked for. */
  unknown: Map<string, number>
}

const callsKept = 50
/** The terminals heard last; together some 15 MB at most. */
const terminalsKept = 1000
const pagesKept = 20
/** The key under which further unknown pages are counted together. */
const otherPages = '…'
const followed: readonly AreaName[] = ['devices', 'gyms']

export class TrafficLog {
  readonly #live: ChangeFeed
  readonly #find: (sn: string) => Promise<Pick<Place, 'gym' | 'id'> | null>
  readonly #since: string
  /** In the order in which they were heard last. */
  readonly #rings = new Map<string, Ring>()
  /** The unsubscribe function of each gym. */
  readonly #listening = new Map<number, () => void>()

  /** `find` answers the gym and device that have a serial number now. */
  constructor(live: ChangeFeed, find: (sn: string) => Promise<Pick<Place, 'gym' | 'id'> | null>, now: Date) {
    this.#live = live
    this.#find = find
    this.#since = now.toISOString()
  }

  /** `isUnknown`: the terminal asked for a page that the protocol does not have. */
  record(place: Place, said: LoggedCall, isUnknown: boolean, now: Date): void {
    const ring = this.#ringOf(place)
    const at = now.toISOString()
    const last = ring.calls.at(-1)
    if (last && isDeepStrictEqual(last.said, said)) Object.assign(last, { at, times: last.times + 1 })
    else ring.calls = [...ring.calls.slice(1 - callsKept), { said, at, first_at: at, times: 1 }]
    if (!isUnknown) return
    const page = ring.unknown.has(said.page) || ring.unknown.size < pagesKept ? said.page : otherPages
    ring.unknown.set(page, (ring.unknown.get(page) ?? 0) + 1)
  }

  read({ gym, id, sn }: Place): Omit<DeviceTraffic, 'unreadable'> {
    const known = this.#rings.get(keyOf({ gym, id }))
    const ring = known?.sn === sn ? known : null
    return {
      since: this.#since,
      calls: (ring?.calls ?? []).toReversed().map(({ said, ...times }) => ({ ...said, ...times })),
      unknown_pages: [...(ring?.unknown ?? [])]
        .map(([page, calls]) => ({ page, calls }))
        .sort((one, other) => other.calls - one.calls),
    }
  }

  #ringOf({ gym, id, sn }: Place): Ring {
    const key = keyOf({ gym, id })
    const known = this.#rings.get(key)
    this.#rings.delete(key)
    const ring = known?.sn === sn ? known : { gym, id, sn, calls: [], unknown: new Map() }
    this.#rings.set(key, ring)
    const [eldest] = this.#rings.values()
    if (eldest && this.#rings.size > terminalsKept) this.#drop(eldest)
    if (!this.#listening.has(gym))
      this.#listening.set(
        gym,
        this.#live.listen(gym, (area) => {
          if (followed.includes(area)) void this.#lookAgain(gym)
        }),
      )
    return ring
  }

  /** Terminals of the gym may have gone, or the gym itself. */
  async #lookAgain(gym: number): Promise<void> {
    const own = [...this.#rings.values()].filter((ring) => ring.gym === gym)
    for (const ring of own) {
      try {
        const found = await this.#find(ring.sn)
        if (found?.gym !== ring.gym || found.id !== ring.id) this.#drop(ring)
      } catch {
        // The database is away: the entries are hidden until the next change.
      }
    }
  }

  #drop(ring: Ring): void {
    const key = keyOf(ring)
    if (this.#rings.get(key) !== ring) return
    this.#rings.delete(key)
    if ([...this.#rings.values()].some(({ gym }) => gym === ring.gym)) return
    this.#listening.get(ring.gym)?.()
    this.#listening.delete(ring.gym)
  }
}

const keyOf = ({ gym, id }: Pick<Place, 'gym' | 'id'>) => `${gym} ${id}`
