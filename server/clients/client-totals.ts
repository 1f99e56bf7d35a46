// How many clients a gym has, all and by name: counting is what makes lists slow, and what did not change need not be
// counted again.

import type { Transaction } from '../db/transaction.ts'
import type { Live } from '../live/live.ts'
import { countClients } from './queries.ts'

const remembered = 5000

export class ClientTotals {
  readonly #live: Live
  readonly #known = new Map<string, { stamp: string; total: Promise<number> }>()

  constructor(live: Live) {
    this.#live = live
  }

  async of(tx: Transaction, gym: number, name: string | undefined): Promise<number> {
    const stamp = this.#live.stamp(gym, ['clients'])
    const key = `${gym} ${name?.trim() ?? ''}`
    const known = this.#known.get(key)
    if (known?.stamp === stamp) return known.total
    const total = countClients(tx, gym, name)
    if (this.#known.size >= remembered) this.#known.clear()
    this.#known.set(key, { stamp, total })
    total.catch(() => this.#known.delete(key))
    return total
  }
}
