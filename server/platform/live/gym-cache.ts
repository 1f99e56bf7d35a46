import type { ApiAreaName } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from './change-feed.ts'

/** Caches one value for each gym, until one of the areas that the value depends on changes. */
export class GymCache<Value> {
  readonly #live: ChangeFeed
  readonly #areas: readonly ApiAreaName[]
  readonly #known = new Map<number, { stamp: string; value: Promise<Value> }>()

  constructor(live: ChangeFeed, areas: readonly ApiAreaName[]) {
    this.#live = live
    this.#areas = areas
  }

  /** `variant` is what the value depends on besides the areas, for example the gym's date. */
  async of(gym: number, variant: string, read: () => Promise<Value>): Promise<Value> {
    // The stamp is taken before the read: a change that arrives during the read makes the next call read again.
    const stamp = `${this.#live.stamp(gym, this.#areas)} ${variant}`
    const known = this.#known.get(gym)
    // The cached promise belongs to another call and may fail for that call's reasons; then this call reads by itself.
    if (known?.stamp === stamp) return known.value.catch(read)
    const value = read()
    this.#known.set(gym, { stamp, value })
    value.catch(() => this.#known.get(gym)?.value === value && this.#known.delete(gym))
    return value
  }
}
