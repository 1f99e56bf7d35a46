// Answers of polled reads, kept as bytes until something they show changes. What did not change is neither asked of the
// database nor written again. Bounded by bytes, of one gym and of all.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import { type AreaName, type EndpointName, endpointNames, endpoints } from '@torniquete/contract/endpoints.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import type { Gauges } from '../measurements.ts'
import { ByteCache } from './byte-cache.ts'

const megabyte = 1024 * 1024
const most = { ofAll: 24 * megabyte, ofOneGym: 4 * megabyte }
/** What an entry takes beside its bytes, roughly. */
const overhead = 300
/** Screens ask short questions; a longer one is answered, not kept. */
const longestCall = 600

export interface PolledAnswer {
  /** When it was true, by `moment()`: it is answered from memory while that holds. */
  moment: string
  /** Its ETag. Made of the bytes alone, so that all servers give one answer one tag, and none to another. */
  tag: string
  /** As it goes over the wire: text would be encoded for every poll anew. */
  bytes: Buffer
  /** The same in gzip; null until somebody asked for it. */
  zipped: Buffer | null
}

/** Beyond the announced areas: what else a polled answer depends on, as a text that changes with it. */
export type Freshness = Partial<Record<EndpointName, (gym: number) => string>>

/** What a call asks beside its name, by the contract. */
const known = new Map(
  endpointNames.map((name) => {
    const { query }: Endpoint = endpoints[name]
    return [name, new Set(query && 'shape' in query ? Object.keys(Object(query.shape)) : [])] as const
  }),
)

/**
 * What is asked of a gym: two calls with the same text get the same answer, whatever else their addresses say, in
 * whatever order. Null where that cannot be told without reading them.
 */
export function polledCall(name: EndpointName, gym: number, url: string): string | null {
  const asked: string[] = []
  const names = new Set<string>()
  const from = url.indexOf('?')
  for (const part of from < 0 ? [] : url.slice(from + 1).split('&')) {
    const end = part.indexOf('=')
    const field = end < 0 ? part : part.slice(0, end)
    // Written otherwise it may be one that is known.
    if (/[%+]/.test(field) || names.has(field)) return null
    if (!known.get(name)?.has(field)) continue
    names.add(field)
    asked.push(part)
  }
  const call = `${gym} ${name} ${asked.sort().join('&')}`
  return call.length > longestCall ? null : call
}

const sizeOf = ({ bytes, zipped }: PolledAnswer): number => bytes.length + (zipped?.length ?? 0) + overhead

/** The text in memory of its own: what is kept would otherwise hold on to a piece that others share. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

export function answerOf(text: string, moment: string): PolledAnswer {
  const bytes = ownBytes(text)
  return { moment, tag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, bytes, zipped: null }
}

/** Whether the caller holds the answer of this tag; a proxy that compresses marks tags as weak. */
export const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch === tag || (ifNoneMatch?.split(',').some((each) => each.trim().replace(/^W\//, '') === tag) ?? false)

export class PolledAnswers {
  readonly #live: ChangeFeed
  readonly #freshness: Freshness
  readonly #kept = new ByteCache<PolledAnswer>(most, sizeOf)
  readonly #running = new Map<string, Promise<PolledAnswer>>()

  constructor(live: ChangeFeed, freshness: Freshness) {
    this.#live = live
    this.#freshness = freshness
  }

  stamp(areas: readonly AreaName[], gym: number): string {
    return this.#live.stamp(gym, areas)
  }

  /** All that an answer depends on at a stamp and on a day: on this server two equal ones mean the same answer. */
  moment(name: EndpointName, stamp: string, gym: number, today: string): string {
    return `${stamp}.${today}${this.#freshness[name]?.(gym) ?? ''}`
  }

  /** The answer to a call, while its moment still holds. */
  find(call: string, moment: string): PolledAnswer | null {
    const kept = this.#kept.get(call)
    return kept?.moment === moment ? kept : null
  }

  /** In gzip, made when it is first asked for. */
  zip(gym: number, call: string, answer: PolledAnswer): Buffer {
    if (answer.zipped) return answer.zipped
    const zipped = gzipSync(answer.bytes, { level: 4 })
    this.keep(gym, call, { ...answer, zipped })
    return zipped
  }

  /** The reading already under way for this question and moment, or a new one. */
  async share(question: string, read: () => Promise<PolledAnswer>): Promise<PolledAnswer> {
    const running = this.#running.get(question) ?? read().finally(() => this.#running.delete(question))
    this.#running.set(question, running)
    return running
  }

  keep(gym: number, call: string, answer: PolledAnswer): void {
    this.#kept.set(gym, call, answer)
  }

  get gauges(): Gauges {
    return { torniquete_polls_bytes: { help: 'What answers to polls take in memory.', value: () => this.#kept.size } }
  }
}
