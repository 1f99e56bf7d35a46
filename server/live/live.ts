// What changed, gym by gym and area by area: revisions that polled reads and caches compare, and listeners that
// streams and doors hang on. Fed by this server's commits at once and by other servers' announcements.
import { type Area, areas } from '@torniquete/contract/endpoint.ts'
import type { Changes } from '../db/transaction.ts'

export type Listener = (area: Area) => void

const indexOf = new Map<string, number>(areas.map((area, index) => [area, index]))

export class Live {
  #epoch = newEpoch()
  readonly #revisions = new Map<number, Uint32Array>()
  /** When each area last changed, in milliseconds since 1970. */
  readonly #changedAt = new Map<number, Float64Array>()
  /** Before this nothing is known for certain. */
  #heardFrom = Date.now()
  readonly #listeners = new Map<number, Set<Listener>>()

  /** Two equal stamps of the same areas: nothing of them changed between. */
  stamp(gym: number, of: readonly Area[]): string {
    const revisions = this.#revisions.get(gym)
    if (!revisions) return `${this.#epoch}.0`
    let sum = 0
    for (const area of of) sum += revisions[indexOf.get(area) ?? 0] ?? 0
    return `${this.#epoch}.${sum}`
  }

  changed(changes: Changes): void {
    for (const { gym, area } of changes) {
      const index = indexOf.get(area)
      const known = areas[index ?? -1]
      if (index === undefined || !known) continue
      let revisions = this.#revisions.get(gym)
      if (!revisions) {
        revisions = new Uint32Array(areas.length)
        this.#revisions.set(gym, revisions)
      }
      revisions[index] = (revisions[index] ?? 0) + 1
      const changedAt = this.#changedAt.get(gym) ?? new Float64Array(areas.length)
      changedAt[index] = Date.now()
      this.#changedAt.set(gym, changedAt)
      for (const listener of this.#listeners.get(gym) ?? []) listener(known)
    }
  }

  /** The areas of a gym that changed since an instant, or may have. */
  changedSince(gym: number, since: number): Area[] {
    if (since < this.#heardFrom) return [...areas]
    const changedAt = this.#changedAt.get(gym)
    return changedAt ? areas.filter((_, index) => (changedAt[index] ?? 0) >= since) : []
  }

  /** Hears of each change of a gym until the answered function is called. */
  listen(gym: number, listener: Listener): () => void {
    let listeners = this.#listeners.get(gym)
    if (!listeners) {
      listeners = new Set()
      this.#listeners.set(gym, listeners)
    }
    const all = listeners
    all.add(listener)
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.#listeners.get(gym) === all) this.#listeners.delete(gym)
    }
  }

  /** Announcements may have been missed: nothing remembered counts any more, and everyone looks again. */
  forget(): void {
    this.#epoch = newEpoch()
    this.#revisions.clear()
    this.#changedAt.clear()
    this.#heardFrom = Date.now()
    for (const listeners of this.#listeners.values())
      for (const listener of listeners) for (const area of areas) listener(area)
  }
}

const newEpoch = () => Math.random().toString(36).slice(2, 10)
