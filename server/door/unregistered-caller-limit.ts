// Limits unregistered serial numbers per address and minute, so that registered numbers cannot be guessed.
const aMinute = 60_000
const maxNumbersPerMinute = 20
const maxAddresses = 10_000

export class UnregisteredCallerLimit {
  readonly #numbers = new Map<string, Set<string>>()
  #since = 0

  isAllowed(address: string, sn: string, now: Date): boolean {
    const at = now.getTime()
    if (at - this.#since >= aMinute || this.#numbers.size >= maxAddresses) {
      this.#numbers.clear()
      this.#since = at
    }
    let tried = this.#numbers.get(address)
    if (!tried) {
      tried = new Set()
      this.#numbers.set(address, tried)
    }
    if (tried.has(sn)) return true
    if (tried.size >= maxNumbersPerMinute) return false
    tried.add(sn)
    return true
  }
}
