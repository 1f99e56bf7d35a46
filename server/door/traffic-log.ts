// Keeps the last calls of each terminal in memory, for diagnosis.
import { isDeepStrictEqual } from 'node:util'
import type { DeviceTraffic, TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import { LRUCache } from 'lru-cache'

type Times = 'at' | 'first_at' | 'times'
export type LoggedTerminalCall = Omit<TrafficCall, Times>

interface Place {
  gym: number
  id: number
  /** Serial number. If it changes, a new log begins. */
  sn: string
}

interface TerminalLog {
  /** Calls, oldest first. Equal calls in a row are one entry, since an idle terminal polls every few seconds. */
  calls: (Pick<TrafficCall, Times> & { said: LoggedTerminalCall })[]
  unknown: Map<string, number>
}

const callsKept = 50
/** Number of terminals with a log, those that called last. All logs together take at most some 15 MB. */
const terminalsKept = 1000
const pagesKept = 20
const otherPages = '…'

const keyOf = ({ gym, id, sn }: Place) => `${gym} ${id} ${sn}`

export class TrafficLog {
  readonly #since: string
  readonly #logs = new LRUCache<string, TerminalLog>({ max: terminalsKept })

  constructor(now: Date) {
    this.#since = now.toISOString()
  }

  /** `isUnknown`: the protocol has no such page. */
  record(place: Place, said: LoggedTerminalCall, isUnknown: boolean, now: Date): void {
    const log = this.#logs.get(keyOf(place)) ?? { calls: [], unknown: new Map() }
    this.#logs.set(keyOf(place), log)
    const at = now.toISOString()
    const last = log.calls.at(-1)
    if (last && isDeepStrictEqual(last.said, said)) Object.assign(last, { at, times: last.times + 1 })
    else log.calls = [...log.calls.slice(1 - callsKept), { said, at, first_at: at, times: 1 }]
    if (!isUnknown) return
    const page = log.unknown.has(said.page) || log.unknown.size < pagesKept ? said.page : otherPages
    log.unknown.set(page, (log.unknown.get(page) ?? 0) + 1)
  }

  read(place: Place): Omit<DeviceTraffic, 'unreadable'> {
    const log = this.#logs.peek(keyOf(place))
    return {
      since: this.#since,
      calls: (log?.calls ?? []).toReversed().map(({ said, ...times }) => ({ ...said, ...times })),
      unknown_pages: [...(log?.unknown ?? [])]
        .map(([page, calls]) => ({ page, calls }))
        .sort((one, other) => other.calls - one.calls),
    }
  }
}
