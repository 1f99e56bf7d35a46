// Answers of polled reads, kept as text until something they show changes. What did not change is neither asked of the
// database nor written again. Bounded by bytes: the oldest go first.
const limit = 24 * 1024 * 1024

export interface PolledAnswer {
  tag: string
  /** As it goes over the wire: text would be encoded for every poll anew. */
  bytes: Buffer
}

export class PolledAnswers {
  readonly #kept = new Map<string, PolledAnswer>()
  #size = 0

  /** The answer to a call, while its stamp still holds. */
  find(call: string, tag: string): PolledAnswer | null {
    const kept = this.#kept.get(call)
    return kept && kept.tag === tag ? kept : null
  }

  keep(call: string, answer: PolledAnswer): void {
    this.#drop(call)
    this.#kept.set(call, answer)
    this.#size += answer.bytes.length
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= limit) break
      this.#drop(oldest)
    }
  }

  #drop(call: string): void {
    const kept = this.#kept.get(call)
    if (!kept) return
    this.#size -= kept.bytes.length
    this.#kept.delete(call)
  }
}
