// Caches answers of polled reads as bytes until something that they show changes, so an unchanged poll needs no query
// and no serialisation.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type EndpointName, endpointNames, endpoints, listShownAreas } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { LRUCache } from 'lru-cache'
import { compressionThreshold } from '../http/framework.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import type { Gauges } from '../measurements.ts'

const megabyte = 1024 * 1024
/** Estimated bytes of an entry besides its texts. */
const entryOverhead = 300
/** Longest query string that is cached. */
const maxQueryLength = 600

interface PolledAnswer {
  /** The answer is current while `moment()` still returns this. */
  moment: string
  /** Hash of the bytes, so all servers give one answer the same tag. */
  tag: string
  /** Encoded once instead of at every poll. */
  bytes: Buffer
  /** Null for answers too short to compress. */
  zipped: Buffer | null
}

/** State beyond announced areas on which a polled answer depends, as text. */
type Freshness = Partial<Record<EndpointName, (gym: number) => string>>

interface Poll {
  name: EndpointName
  gym: number
  url: string
  /** The gym's day. */
  today: string
}

const polledEndpoints = new Map(
  endpointNames.map((name) => {
    const { query }: Endpoint = endpoints[name]
    const parameters = new Set(query ? Object.keys(query.shape) : [])
    return [name, { parameters, areas: listShownAreas(name) }] as const
  }),
)

/**
 * The cache key of a poll: equal for addresses that ask the same, in any order and with any unknown parameters. Null if
 * that is not certain without parsing.
 */
function readQuestion({ name, gym, url }: Poll): string | null {
  const known: string[] = []
  const names = new Set<string>()
  const from = url.indexOf('?')
  for (const part of from < 0 ? [] : url.slice(from + 1).split('&')) {
    const end = part.indexOf('=')
    const field = end < 0 ? part : part.slice(0, end)
    // An encoded name may be a known one.
    if (/[%+]/.test(field) || names.has(field)) return null
    if (!polledEndpoints.get(name)?.parameters.has(field)) continue
    names.add(field)
    known.push(part)
  }
  const question = `${gym} ${name} ${known.sort().join('&')}`
  return question.length > maxQueryLength ? null : question
}

function encodeAnswer(text: string, moment: string): PolledAnswer {
  // Not from Node's shared pool, which would be retained as a whole.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return { moment, tag, bytes, zipped: bytes.length > compressionThreshold ? gzipSync(bytes, { level: 4 }) : null }
}

export class PolledAnswers {
  readonly #live: ChangeFeed
  readonly #freshness: Freshness
  readonly #kept = new LRUCache<string, PolledAnswer>({
    maxSize: 24 * megabyte,
    maxEntrySize: 4 * megabyte,
    sizeCalculation: ({ bytes, zipped }, question) =>
      bytes.length + (zipped?.length ?? 0) + question.length * 2 + entryOverhead,
  })
  readonly #running = new Map<string, Promise<PolledAnswer>>()
  #unchanged = 0

  constructor(live: ChangeFeed, freshness: Freshness) {
    this.#live = live
    this.#freshness = freshness
  }

  /** Everything that an answer depends on, as text. */
  #moment({ name, gym, today }: Poll): string {
    const areas = polledEndpoints.get(name)?.areas ?? []
    return `${this.#live.stamp(gym, areas)}.${today}${this.#freshness[name]?.(gym) ?? ''}`
  }

  /** Returns the cached answer if current, else that of `read`, which simultaneous polls share. */
  async answer(poll: Poll, read: () => Promise<string>): Promise<PolledAnswer> {
    const question = readQuestion(poll)
    // Taken before the read: it may miss a change during the read.
    const moment = this.#moment(poll)
    const kept = question === null ? undefined : this.#kept.get(question)
    if (kept?.moment === moment) {
      this.#unchanged += 1
      return kept
    }
    const key = `${moment} ${question ?? `${poll.gym} ${poll.name} as ${poll.url}`}`
    const running =
      this.#running.get(key) ?? this.#read(question, moment, read).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  async #read(question: string | null, moment: string, read: () => Promise<string>): Promise<PolledAnswer> {
    const answer = encodeAnswer(await read(), moment)
    if (question !== null) this.#kept.set(question, answer)
    return answer
  }

  get gauges(): Gauges {
    return {
      torniquete_polls_bytes: {
        help: 'What answers to polls take in memory.',
        value: () => this.#kept.calculatedSize,
      },
      torniquete_polls_unchanged: { help: 'Polls answered from memory.', value: () => this.#unchanged },
    }
  }
}
