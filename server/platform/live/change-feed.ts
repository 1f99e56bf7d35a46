// What changed, gym by gym and area by area: revisions that polled reads and caches compare, and listeners that
// streams and doors hang on. Fed by this server's commits at once and by announcements of all servers' commits.
import { type AreaName, areaNames as areas } from '@torniquete/contract/endpoints.ts'
import type { Changes, Commit, CommitObserver } from '../db/transaction.ts'

export type Listener = (area: AreaName, gym: number) => void

const indexOf = new Map<string, number>(areas.map((area, index) => [area, index]))
/** Milliseconds that a word of the database holds for: after them it counts as silent. */
const holds = 4_000
/**
 * Milliseconds after which nothing remembered counts, whatever was heard of it: what people are shown, and what terminals are
 * told from. Of a thousand settled ones each would be looked at again, by four transactions, every minute.
 */
const oldest = { shown: 60_000, door: 900_000 }
type Use = keyof typeof oldest
/** Multiples of it lie evenly between whole numbers: gyms take turns, instead of all at once. */
const goldenRatio = 0.618_033_988_75

/** In a gym's place in `stamp`: all of them together. */
export const anyGym = -1

interface Revisions {
  counts: Uint32Array
  /** When each area was last heard to have changed, in milliseconds since 1970. */
  changedAt: Float64Array
  /** Each moves when what was remembered for that has come of age, by the time in `until`. */
  ages: Record<Use, { age: number; until: number }>
}

/** The way to the other servers, where there is one. */
export interface Announcing {
  /** Tells them to look. */
  nudge(): void
  /** Looks now, and answers when all that was committed before is heard. */
  look(): Promise<void>
  /** The run of the database server that is listened to; null where none is. */
  readonly run: string | null
  /** Listens anew, where connections lead now. */
  restart(): void
}

export class ChangeFeed implements CommitObserver {
  /** Milliseconds that only go forward. */
  readonly #now: () => number
  #epoch = newEpoch()
  #heard = Number.NEGATIVE_INFINITY
  #unheard = 0
  readonly #revisions = new Map<number, Revisions>()
  /** Before this nothing is known for certain, in milliseconds since 1970. */
  #heardFrom = Date.now()
  readonly #listeners = new Map<number, Set<Listener>>()
  /** Commits of this server that announcements have yet to bring back. */
  readonly #own = new Set<string>()
  announcing: Announcing = { nudge: () => {}, look: async () => {}, run: null, restart: () => {} }

  /** Milliseconds that this clock is ahead of the database's, which all servers share; 0 where they agree. */
  clockAhead = 0

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Whether what others commit is heard. While it is not, no stamp is ever equal to another: nothing is remembered. */
  get hears(): boolean {
    return this.#now() - this.#heard < holds
  }

  /** Two equal stamps of the same areas, for the same use: of one gym, and nothing of them changed between. */
  stamp(gym: number, of: readonly AreaName[], use: Use = 'shown'): string {
    const now = this.#now()
    if (now - this.#heard >= holds) {
      this.#unheard += 1
      return `unheard.${this.#unheard}`
    }
    const { ages, counts } = this.#of(gym)
    const come = ages[use]
    if (now >= come.until) {
      come.age += 1
      come.until = now + oldest[use]
    }
    let sum = come.age
    for (const area of of) sum += counts[indexOf.get(area) ?? 0] ?? 0
    return `${this.#epoch}.${gym}.${sum}`
  }

  /** What this server committed itself: true before its caller is answered. */
  committed({ xid, changes }: Commit): void {
    if (changes.length === 0) return
    if (xid !== null) this.#own.add(xid)
    this.#changed(changes)
    this.announcing.nudge()
  }

  /** What announcements bring; `since` is when it was asked for, `horizon` the transaction before which all are over. */
  heard(since: number, horizon: string, changed: readonly { xid: string; changes: Changes }[]): void {
    // Each is read once. What was read before its commit was answered here is dropped when it is past.
    for (const { xid, changes } of changed) if (!this.#own.delete(xid)) this.#changed(changes)
    const past = BigInt(horizon)
    for (const xid of this.#own) if (BigInt(xid) < past) this.#own.delete(xid)
    this.#heard = since
  }

  /** The areas of a gym that changed since an instant, or may have. */
  changedSince(gym: number, since: number): AreaName[] {
    if (!this.hears || since < this.#heardFrom) return [...areas]
    const changedAt = this.#revisions.get(gym)?.changedAt
    return changedAt ? areas.filter((_, index) => (changedAt[index] ?? 0) >= since) : []
  }

  /** Hears of each change of a gym, or of any, until the answered function is called. */
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
    this.#own.clear()
    this.#heardFrom = Date.now()
    for (const [gym, listeners] of this.#listeners)
      for (const listener of listeners) for (const area of areas) listener(area, gym)
  }

  /** Nothing is heard from here on. */
  deafen(): void {
    this.#heard = Number.NEGATIVE_INFINITY
  }

  #of(gym: number): Revisions {
    const known = this.#revisions.get(gym)
    if (known) return known
    const made = {
      counts: new Uint32Array(areas.length),
      changedAt: new Float64Array(areas.length),
      ages: {
        shown: { age: 0, until: this.#now() + oldest.shown },
        door: { age: 0, until: this.#now() + oldest.door * ((gym * goldenRatio) % 1) },
      },
    }
    this.#revisions.set(gym, made)
    return made
  }

  #changed(changes: Changes): void {
    for (const { gym, area } of changes) {
      const index = indexOf.get(area)
      const known = areas[index ?? -1]
      if (index === undefined || !known) continue
      for (const each of [gym, anyGym]) {
        const { counts, changedAt } = this.#of(each)
        counts[index] = (counts[index] ?? 0) + 1
        changedAt[index] = Date.now()
        for (const listener of this.#listeners.get(each) ?? []) listener(known, gym)
      }
    }
  }
}

const newEpoch = () => Math.random().toString(36).slice(2, 10)
