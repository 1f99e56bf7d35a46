// Ring buffers in memory, for diagnosis.
import { isDeepStrictEqual } from 'node:util'
import type { DeviceTraffic, TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import type { AreaName } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'

type Times = 'at' | 'first_at' | 'times'
export type LoggedCall = Omit<TrafficCall, Times>

interface Place {
  gym: number
  id: number
  /** The ring belongs to this serial number; after a change it begins anew. */
  sn: string
}

interface Ring extends Place {
  /** Oldest first. Equal calls in a row are one entry, since an idle terminal polls every few seconds. */
  calls: (Pick<TrafficCall, Times> & { said: LoggedCall })[]
  unknown: Map<string, number>
}

const callsKept = 50
/** The most recent callers; together at most some 15 MB. */
const terminalsKept = 1000
const pagesKept = 20
const otherPages = '…'
const followed: readonly AreaName[] = ['devices', 'gyms']

export class TrafficLog {
  readonly #live: ChangeFeed
  readonly #find: (sn: string) => Promise<Pick<Place, 'gym' | 'id'> | null>
  readonly #since: string
  /** In order of the last call. */
  readonly #rings = new Map<string, Ring>()
  readonly #listening = new Map<number, () => void>()

  constructor(live: ChangeFeed, find: (sn: string) => Promise<Pick<Place, 'gym' | 'id'> | null>, now: Date) {
    this.#live = live
    this.#find = find
    this.#since = now.toISOString()
  }

  /** `isUnknown`: the protocol has no such page. */
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

  /** Drops terminals that were removed, perhaps with their gym. */
  async #lookAgain(gym: number): Promise<void> {
    const own = [...this.#rings.values()].filter((ring) => ring.gym === gym)
    for (const ring of own) {
      try {
        const found = await this.#find(ring.sn)
        if (found?.gym !== ring.gym || found.id !== ring.id) this.#drop(ring)
      } catch {
        // The database is unavailable, so the entries stay until the next change.
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
