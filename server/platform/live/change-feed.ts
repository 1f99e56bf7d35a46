// Changes by gym and area: stamps that caches compare, and listeners for streams and terminals. It gets this server's
// commits at once, and announcements of all servers.
import { type ApiAreaName, apiAreaNames as areas } from '@torniquete/contract/endpoints.ts'
import type { AreaChanges, CommitObserver, CommitResult } from '../db/transaction.ts'

export type ChangeListener = (area: ApiAreaName, gym: number) => void

const indexOf = new Map<string, number>(areas.map((area, index) => [area, index]))
const readingLifetimeMs = 4_000
/** Maximum age of cached values. It is longer for terminals, as a thousand cannot be compared each minute. */
const maxAgeMs = { shown: 60_000, door: 900_000 }
type Use = keyof typeof maxAgeMs
/** Spreads the expiry times of gyms evenly, so that not all caches expire at once. */
const goldenRatio = 0.618_033_988_75

export const anyGymId = -1

interface Revisions {
  counts: Uint32Array
  /** Time of the last change of each area, in milliseconds since 1970. */
  changedAt: Float64Array
  /** Counters that advance at time `until`, when cached values of that use reach their maximum age. */
  ages: Record<Use, { age: number; until: number }>
}

/** Source of other servers' commits; `nudge` tells the other servers to read new ones. */
export type AnnouncementSource = CommitObserver['announcing'] & { nudge(): void }

export class ChangeFeed implements CommitObserver {
  readonly #now: () => number
  #epoch = newEpoch()
  #heard = Number.NEGATIVE_INFINITY
  #unheard = 0
  readonly #revisions = new Map<number, Revisions>()
  /** Changes made before this time may have been missed. */
  #heardFrom = Date.now()
  readonly #listeners = new Map<number, Set<ChangeListener>>()
  /** Transaction ids of this server's commits that announcements will still report. */
  readonly #own = new Set<string>()
  announcing: AnnouncementSource = { nudge: () => {}, look: async () => {}, run: null, restart: () => {} }

  /** Milliseconds by which this machine's clock is ahead of the database's; 0 if they agree. */
  clockAhead = 0

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** True while this server gets other servers' commits. Otherwise no stamp equals another, so no cache is used. */
  get isConnected(): boolean {
    return this.#now() - this.#heard < readingLifetimeMs
  }

  /** Returns a text that stays the same as long as nothing changed in these areas. */
  stamp(gym: number, of: readonly ApiAreaName[], use: Use = 'shown'): string {
    const now = this.#now()
    if (now - this.#heard >= readingLifetimeMs) {
      this.#unheard += 1
      return `unheard.${this.#unheard}`
    }
    const { ages, counts } = this.#of(gym)
    const come = ages[use]
    if (now >= come.until) {
      come.age += 1
      come.until = now + maxAgeMs[use]
    }
    let sum = come.age
    for (const area of of) sum += counts[indexOf.get(area) ?? 0] ?? 0
    return `${this.#epoch}.${gym}.${sum}`
  }

  /** Called for a commit of this server before the caller gets its answer. */
  committed({ xid, changes }: CommitResult): void {
    if (changes.length === 0) return
    if (xid !== null) this.#own.add(xid)
    this.#changed(changes)
    this.announcing.nudge()
  }

  /** Called with announced commits. `since` is when they were requested, `horizon` the oldest running transaction. */
  applyChanges(since: number, horizon: string, changed: readonly { xid: string; changes: AreaChanges }[]): void {
    // Skips this server's own commits, which were counted already. Ids older than the horizon are forgotten below.
    for (const { xid, changes } of changed) if (!this.#own.delete(xid)) this.#changed(changes)
    const past = BigInt(horizon)
    for (const xid of this.#own) if (BigInt(xid) < past) this.#own.delete(xid)
    this.#heard = since
  }

  /** Lists areas of a gym that changed after `since`, or may have. */
  listChangedAreas(gym: number, since: number): ApiAreaName[] {
    if (!this.isConnected || since < this.#heardFrom) return [...areas]
    const changedAt = this.#revisions.get(gym)?.changedAt
    return changedAt ? areas.filter((_, index) => (changedAt[index] ?? 0) >= since) : []
  }

  /** Calls the listener for each change of a gym (or of `anyGymId`), until the returned function is called. */
  listen(gym: number, listener: ChangeListener): () => void {
    const all = this.#listeners.get(gym) ?? new Set()
    this.#listeners.set(gym, all)
    all.add(listener)
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.#listeners.get(gym) === all) this.#listeners.delete(gym)
    }
  }

  /** Invalidates all caches and calls all listeners, because announcements may have been missed. */
  invalidateAll(): void {
    this.#epoch = newEpoch()
    this.#revisions.clear()
    this.#own.clear()
    this.#heardFrom = Date.now()
    for (const [gym, listeners] of this.#listeners)
      for (const listener of listeners) for (const area of areas) listener(area, gym)
  }

  markDisconnected(): void {
    this.#heard = Number.NEGATIVE_INFINITY
  }

  #of(gym: number): Revisions {
    const known = this.#revisions.get(gym)
    if (known) return known
    const made = {
      counts: new Uint32Array(areas.length),
      changedAt: new Float64Array(areas.length),
      ages: {
        shown: { age: 0, until: this.#now() + maxAgeMs.shown },
        door: { age: 0, until: this.#now() + maxAgeMs.door * ((gym * goldenRatio) % 1) },
      },
    }
    this.#revisions.set(gym, made)
    return made
  }

  #changed(changes: AreaChanges): void {
    for (const { gym, area } of changes) {
      const index = indexOf.get(area)
      const known = areas[index ?? -1]
      if (index === undefined || !known) continue
      for (const each of [gym, anyGymId]) {
        const { counts, changedAt } = this.#of(each)
        counts[index] = (counts[index] ?? 0) + 1
        changedAt[index] = Date.now()
        for (const listener of this.#listeners.get(each) ?? []) listener(known, gym)
      }
    }
  }
}

const newEpoch = () => Math.random().toString(36).slice(2, 10)
