const maxKeys = 10_000

/** Limits the values of each key (the calls of an address, the guesses of a gym) in a window of time, on this server. */
export class WindowLimit<Key> {
  readonly #max: number
  readonly #windowMs: number
  readonly #values = new Map<Key, Set<string | number>>()
  #since = 0

  constructor(max: number, windowMs: number) {
    this.#max = max
    this.#windowMs = windowMs
  }

  /** Counts a value of the key; equal values count once, and without a value each call counts. False if it is too many. */
  tryAdd(key: Key, now: Date, value?: string): boolean {
    const values = this.#read(key, now)
    const added = value ?? values.size
    if (values.has(added)) return true
    if (values.size >= this.#max) return false
    this.#values.set(key, values.add(added))
    return true
  }

  /** Milliseconds until the key may have another value; 0 if it may have one now. */
  getWaitMs(key: Key, now: Date): number {
    return this.#read(key, now).size < this.#max ? 0 : this.#since + this.#windowMs - now.getTime()
  }

  #read(key: Key, now: Date): Set<string | number> {
    if (now.getTime() - this.#since >= this.#windowMs || this.#values.size >= maxKeys) {
      this.#values.clear()
      this.#since = now.getTime()
    }
    return this.#values.get(key) ?? new Set()
  }
}
