// Rate limit of unregistered serial numbers per address, against guessing of registered ones.
const aMinute = 60_000
/** Different serial numbers per address and minute. */
const numbersAtOnce = 20
/** Addresses that are remembered; beyond that all are dropped. */
const addressesKept = 10_000

export class UnregisteredCallerLimit {
  readonly #numbers = new Map<string, Set<string>>()
  #since = 0

  isAllowed(address: string, sn: string, now: Date): boolean {
    const at = now.getTime()
    if (at - this.#since >= aMinute || this.#numbers.size >= addressesKept) {
      this.#numbers.clear()
      this.#since = at
    }
    let tried = this.#numbers.get(address)
    if (!tried) {
      tried = new Set()
      this.#numbers.set(address, tried)
    }
    if (tried.has(sn)) return true
    if (tried.size >= numbersAtOnce) return false
    tried.add(sn)
    return true
  }
}
