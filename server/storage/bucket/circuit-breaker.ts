// A bucket that is silent is left alone for a while: a page has many pictures, and each would hold one of the few connections
// that a browser has, which the till needs.
import { fail } from '@torniquete/contract/errors.ts'

/** One asks when it is over; the others wait for what becomes of that. */
export class CircuitBreaker {
  readonly #length: number
  /** By `performance.now()`; null where it answers. */
  #until: number | null = null
  #heard = Number.NEGATIVE_INFINITY
  constructor(length: number) {
    this.#length = length
  }

  get isOn(): boolean {
    return this.#until !== null
  }

  /** Answers a stamp for whoever may ask now; throws where nobody may. */
  begin(): number {
    const now = performance.now()
    if (this.#until !== null) {
      if (now < this.#until) this.refuse()
      this.#until = now + this.#length
    }
    return now
  }

  refuse(): never {
    fail('image.away', { seconds: Math.max(1, Math.ceil(this.#length / 1000)) })
  }

  hear(): void {
    this.#heard = performance.now()
    this.#until = null
  }

  /** What was asked since `begun` has no answer; whether others had one meanwhile tells which of the two is away. */
  miss(begun: number): void {
    if (this.#heard < begun) this.#until = performance.now() + this.#length
  }
}
