import type { AreaName } from '@torniquete/contract/endpoints.ts'
import type { Live } from './live.ts'

/** A value of each gym that is read again only after something that it depends on has changed. */
export class Remembered<Value> {
  readonly #live: Live
  readonly #areas: readonly AreaName[]
  readonly #known = new Map<number, { stamp: string; value: Promise<Value> }>()

  constructor(live: Live, areas: readonly AreaName[]) {
    this.#live = live
    this.#areas = areas
  }

  /** `beside` is what else it depends on, as a text that changes with it: the day for one. */
  async of(gym: number, beside: string, read: () => Promise<Value>): Promise<Value> {
    // Taken before the reading: what comes while it runs is read at the next call.
    const stamp = `${this.#live.stamp(gym, this.#areas)} ${beside}`
    const known = this.#known.get(gym)
    // Read within somebody else's call, which may fail for reasons of its own.
    if (known?.stamp === stamp) return known.value.catch(read)
    const value = read()
    this.#known.set(gym, { stamp, value })
    value.catch(() => this.#known.get(gym)?.value === value && this.#known.delete(gym))
    return value
  }
}
