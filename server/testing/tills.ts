// Sellers for failure tests: each sale is repeated with its key until its answer is definite, as the browser does.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

interface Sold {
  at: number
  id: number
  number: number
  /** Port that was asked. */
  port: number
}

interface Shop {
  token: string
  id_product: number
  id_client: number
}

/** Timeout and pause between attempts, in milliseconds. */
const [patience, rest] = [10_000, 20]

export class Tills {
  readonly #shop: Shop
  readonly #ways: readonly number[]
  readonly sold: Sold[] = []
  /** Number of other answers by text. */
  readonly refusals = new Map<string, number>()
  /** Time of each seller's last definite answer. */
  readonly #heardAt: number[]
  #open = true
  #isLeft = false
  readonly #sellers: Promise<void>[]

  /** `ways` is the port of each seller. */
  constructor(shop: Shop, ways: readonly number[]) {
    this.#shop = shop
    this.#ways = ways
    this.#heardAt = ways.map(() => 0)
    this.#sellers = ways.map((port, seller) => this.#sell(port, seller))
  }

  async #sell(port: number, seller: number): Promise<void> {
    while (this.#open) {
      const key = randomUUID()
      for (let sold = false; !sold && !this.#isLeft; ) {
        const answer = await this.#ask(port, key).catch((error: Error) => error.name)
        sold = typeof answer === 'object'
        if (typeof answer === 'object') {
          this.#heardAt[seller] = performance.now()
          this.sold.push({ ...answer, port, at: performance.now() })
        } else this.refusals.set(answer, (this.refusals.get(answer) ?? 0) + 1)
        await pause(rest)
      }
    }
  }

  /** The sale, or the text of another answer. */
  async #ask(port: number, key: string): Promise<{ id: number; number: number } | string> {
    const { token, id_product, id_client } = this.#shop
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sales/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ id_client, items: [{ id_product, quantity: 1 }] }),
      signal: AbortSignal.timeout(patience),
    })
    const text = await answer.text()
    if (answer.status === 201) return JSON.parse(text)
    const again = answer.headers.get('retry-after')
    return `${answer.status}${again === null ? '' : ', again later'}`
  }

  /** Resolves when every seller has sold after that instant. */
  async sellSince(instant: number): Promise<void> {
    const ways = () => this.#ways.every((port) => this.firstSince(instant, port) !== undefined)
    const all = () => ways() && this.#heardAt.every((at) => at > instant)
    await expect.poll(all, { timeout: 60_000, interval: 20 }).toBe(true)
  }

  firstSince(instant: number, way: number): number | undefined {
    return this.sold.find(({ at, port }) => at > instant && port === way)?.at
  }

  /** Longest time in milliseconds without a sale on one port, from an instant on. */
  longestPause(since: number, way: number): number {
    const instants = [since, ...this.sold.filter(({ at, port }) => at > since && port === way).map(({ at }) => at)]
    return Math.max(...instants.slice(1).map((at, before) => at - (instants[before] ?? at)))
  }

  /** Ends after a definite answer to each sale, or at once with `isLeft`. */
  async close({ isLeft = false } = {}): Promise<void> {
    this.#open = false
    this.#isLeft = isLeft
    await Promise.all(this.#sellers)
  }
}
