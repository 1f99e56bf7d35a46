// Only failures count: 10 per user and address, 100 per address, in 15 minutes. Attempts on one user from one address
// take turns, and no more run at once from an address than it has failures left: many together cannot pass a limit.
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
  readonly #running = new Map<string, { count: number; waiting: (() => void)[] }>()

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
    const inBounds = () => this.#withinAddress(address, attempt)
    const mine = (this.#turns.get(key) ?? Promise.resolve()).then(inBounds, inBounds)
    const settled = mine.catch(() => {})
    this.#turns.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#turns.get(key) === settled) this.#turns.delete(key)
    }
  }

  /** Where all running attempts could use up what the address has left, the next one waits for one of them to end. */
  async #withinAddress<Result>(address: string, attempt: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(address) ?? { count: 0, waiting: [] }
    this.#running.set(address, running)
    while (running.count > 0 && running.count + (this.#windows.get(address)?.count ?? 0) >= perAddress)
      await new Promise<void>((resolve) => running.waiting.push(resolve))
    running.count += 1
    try {
      return await attempt()
    } finally {
      running.count -= 1
      const next = running.waiting.shift()
      if (next) next()
      else if (running.count === 0) this.#running.delete(address)
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
    // The oldest go first: to forget all would let everybody try again.
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < remembered) break
      this.#windows.delete(key)
    }
  }
}
