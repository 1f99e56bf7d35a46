// Only failures count: 10 per user and address, 100 per address, in 15 minutes. Attempts on one user from one address
// take turns, so that many at once cannot pass the limit together.
const windowLength = 15 * 60_000
const perUser = 10
const perAddress = 100
const remembered = 50_000

interface Window {
  count: number
  ends: number
}

export class FailedLogins {
  readonly #windows = new Map<string, Window>()
  readonly #turns = new Map<string, Promise<unknown>>()

  /** Milliseconds until the next attempt is let through; 0 where it may go now. */
  wait(username: string, address: string, now: number): number {
    const limits = [
      [this.#current(`${address} ${username}`, now), perUser],
      [this.#current(address, now), perAddress],
    ] as const
    return Math.max(0, ...limits.map(([window, limit]) => (window && window.count >= limit ? window.ends - now : 0)))
  }

  note(username: string, address: string, now: number): void {
    for (const key of [`${address} ${username}`, address]) {
      const window = this.#current(key, now) ?? { count: 0, ends: now + windowLength }
      window.count += 1
      if (this.#windows.size >= remembered) this.#prune(now)
      this.#windows.set(key, window)
    }
  }

  /** Runs attempts on one user from one address one after the other. */
  async inTurn<Result>(username: string, address: string, attempt: () => Promise<Result>): Promise<Result> {
    const key = `${address} ${username}`
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(attempt, attempt)
    const settled = mine.catch(() => {})
    this.#turns.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#turns.get(key) === settled) this.#turns.delete(key)
    }
  }

  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    if (window && window.ends > now) return window
    this.#windows.delete(key)
    return undefined
  }

  #prune(now: number): void {
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key)
    if (this.#windows.size >= remembered) this.#windows.clear()
  }
}
