// How many clients a gym has. Counting is what makes lists slow, and what did not change need not be counted again.
import type { Transaction } from '../db/gym-statements.ts'
import type { Live } from '../live/live.ts'
import { countClients } from './queries.ts'

export class ClientTotals {
  readonly #live: Live
  readonly #known = new Map<number, { stamp: string; total: Promise<number> }>()

  constructor(live: Live) {
    this.#live = live
  }

  async of(tx: Transaction, gym: number): Promise<number> {
    // Taken before the count: a client that comes while it runs is counted at the next call.
    const stamp = this.#live.stamp(gym, ['clients'])
    const known = this.#known.get(gym)
    // Counted within somebody else's call, which may fail for reasons of its own.
    if (known?.stamp === stamp) return known.total.catch(() => countClients(tx, gym))
    const total = countClients(tx, gym)
    this.#known.set(gym, { stamp, total })
    total.catch(() => this.#known.get(gym)?.total === total && this.#known.delete(gym))
    return total
  }
}
