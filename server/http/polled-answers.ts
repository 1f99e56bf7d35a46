// Answers of polled reads, kept as bytes until something they show changes. What did not change is neither asked of the
// database nor written again. Bounded by bytes: the oldest go first.
import type { Area } from '@torniquete/contract/endpoint.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Live } from '../live/live.ts'

const limit = 24 * 1024 * 1024
/** What an entry takes beside its bytes, roughly. */
const overhead = 300
/** Screens ask short questions; a longer one is answered, not kept. */
const longestCall = 600

export interface PolledAnswer {
  tag: string
  /** As it goes over the wire: text would be encoded for every poll anew. */
  bytes: Buffer
  /** The same in gzip; null until somebody asked for it. */
  zipped: Buffer | null
}

/** Beyond the announced areas: what else a polled answer depends on, as a text that changes with it. */
export type Freshness = Partial<Record<EndpointName, (gym: number) => string>>

/** Two calls with the same text get the same answer. `url` with its query, as it came. */
export function polledCall(name: EndpointName, gym: number, url: string): string {
  const query = url.indexOf('?')
  return `${gym} ${name} ${query < 0 ? '' : url.slice(query)}`
}

// Twice the bytes: somebody may ask for them in gzip.
const sizeOf = (call: string, { bytes }: PolledAnswer): number => call.length * 2 + bytes.length * 2 + overhead

/** Whether the caller holds the answer of this tag; a proxy that compresses marks tags as weak. */
export const isHeld = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch === tag || (ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false)

export class PolledAnswers {
  readonly #live: Live
  readonly #freshness: Freshness
  readonly #kept = new Map<string, PolledAnswer>()
  readonly #running = new Map<string, Promise<PolledAnswer>>()
  #size = 0

  constructor(live: Live, freshness: Freshness) {
    this.#live = live
    this.#freshness = freshness
  }

  stamp(areas: readonly Area[], gym: number): string {
    return this.#live.stamp(gym, areas)
  }

  /** The ETag of an answer that is true at a stamp and on a day. */
  tag(name: EndpointName, stamp: string, gym: number, today: string): string {
    return `"${stamp}.${today}${this.#freshness[name]?.(gym) ?? ''}"`
  }

  /** The answer to a call, while its tag still holds. */
  find(call: string, tag: string): PolledAnswer | null {
    const kept = this.#kept.get(call)
    return kept && kept.tag === tag ? kept : null
  }

  /** The reading already under way for this question and moment, or a new one. */
  async share(question: string, read: () => Promise<PolledAnswer>): Promise<PolledAnswer> {
    const running = this.#running.get(question) ?? read().finally(() => this.#running.delete(question))
    this.#running.set(question, running)
    return running
  }

  keep(call: string, answer: PolledAnswer): void {
    this.#drop(call)
    if (call.length > longestCall) return
    this.#kept.set(call, answer)
    this.#size += sizeOf(call, answer)
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= limit) break
      this.#drop(oldest)
    }
  }

  #drop(call: string): void {
    const kept = this.#kept.get(call)
    if (!kept) return
    this.#size -= sizeOf(call, kept)
    this.#kept.delete(call)
  }
}
