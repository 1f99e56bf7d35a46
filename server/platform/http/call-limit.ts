const aMinute = 60_000
const maxAddresses = 10_000

/** Limits the calls of each address per minute, on this server. */
export class CallRateLimit {
  readonly #maxPerMinute: number
  readonly #counts = new Map<string, number>()
  #since = 0

  constructor(maxPerMinute: number) {
    this.#maxPerMinute = maxPerMinute
  }

  /** Counts a call; false if it is one too many. */
  tryCall(address: string, now: Date): boolean {
    const at = now.getTime()
    if (at - this.#since >= aMinute || this.#counts.size >= maxAddresses) {
      this.#counts.clear()
      this.#since = at
    }
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= this.#maxPerMinute
  }
}
