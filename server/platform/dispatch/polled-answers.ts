// Caches polled answers as bytes until the shown data change, so an unchanged poll needs no query and no serialisation.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type EndpointName, endpointNames, listAreasInResponse } from '@torniquete/contract/endpoints.ts'
import { LRUCache } from 'lru-cache'
import { compressionThresholdBytes } from '../http/create-fastify.ts'
import type { ChangeFeed } from '../live/change-feed.ts'
import type { Gauges } from '../metrics.ts'

const megabyte = 1024 * 1024
const maxUrlLength = 600

interface PolledAnswer {
  /** Stamp of changes, day and freshness as text; the answer is valid as long as these are the same. */
  moment: string
  /** ETag made from the bytes, so that all servers give the same answer the same ETag. */
  tag: string
  bytes: Buffer
  /** The compressed bytes; null if the answer is too short to compress. */
  zipped: Buffer | null
}

/** State besides announced changes on which a polled answer depends, as text. */
type Freshness = Partial<Record<EndpointName, (gym: number) => string>>

type Poll = { name: EndpointName; gym: number; url: string; today: string }

const shownAreas = new Map(endpointNames.map((name) => [name, listAreasInResponse(name)]))

function encodeAnswer(text: string, moment: string): PolledAnswer {
  // Allocated outside of Node's shared pool, because one small answer would keep all of the pool in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return { moment, tag, bytes, zipped: bytes.length > compressionThresholdBytes ? gzipSync(bytes, { level: 4 }) : null }
}

export class PolledAnswerCache {
  readonly #live: ChangeFeed
  readonly #freshness: Freshness
  readonly #kept = new LRUCache<string, PolledAnswer>({
    maxSize: 24 * megabyte,
    maxEntrySize: 4 * megabyte,
    // Each entry takes some 300 bytes in addition to its texts.
    sizeCalculation: ({ bytes, zipped }, question) => bytes.length + (zipped?.length ?? 0) + question.length * 2 + 300,
  })
  readonly #running = new Map<string, Promise<PolledAnswer>>()
  #unchanged = 0

  constructor(live: ChangeFeed, freshness: Freshness) {
    this.#live = live
    this.#freshness = freshness
  }

  /** Returns the cached answer if it is valid, otherwise the result of `read`, shared by simultaneous polls. */
  async answer({ name, gym, url, today }: Poll, read: () => Promise<string>): Promise<PolledAnswer> {
    const question = `${gym} ${name} ${url}`
    // Taken before the read, so that a change during the read makes the cached answer invalid.
    const stamp = this.#live.stamp(gym, shownAreas.get(name) ?? [])
    const moment = `${stamp}.${today}${this.#freshness[name]?.(gym) ?? ''}`
    const kept = this.#kept.get(question)
    if (kept?.moment === moment) {
      this.#unchanged += 1
      return kept
    }
    const key = `${moment} ${question}`
    const reading = async () => {
      const answer = encodeAnswer(await read(), moment)
      if (url.length <= maxUrlLength) this.#kept.set(question, answer)
      return answer
    }
    const running = this.#running.get(key) ?? reading().finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  get gauges(): Gauges {
    return {
      torniquete_polls_bytes: { help: 'What answers to polls take in memory.', value: () => this.#kept.calculatedSize },
      torniquete_polls_unchanged: { help: 'Polls answered from memory.', value: () => this.#unchanged },
    }
  }
}
