// Faults of the stand-in. Each has a share of the calls that it hits: 0 is never, 1 always.
import { z } from 'zod'

/** Faults by name, each with its effect. */
export const faultNames = [
  /** Answers late, by up to `latencyMs`. */
  'slow',
  /** Cuts the connection before the call is read. */
  'cut',
  /** Answers 500 and does nothing. */
  'error',
  /** Does what the call asks, then cuts the connection. */
  'cutAfter',
  /** Does what the call asks, then answers 500. */
  'errorAfter',
  /** Does what the call asks, then cuts the connection within the answer. */
  'halfAnswer',
  /** Answers 504, and takes the document `latencyMs` later. */
  'late',
  /** Answers 200 with an error message and does nothing. */
  'unavailable',
  /** Answers the upload of a document with 400, without track id. */
  'refuse',
  /** Answers that it does not know a track id. */
  'notFound',
  /** Refuses a valid token. */
  'expiredToken',
  /** Accepts with remarks. */
  'remarks',
  /** Rejects, and the number may be used again. */
  'rejectFree',
  /** Rejects, and the number is used up. */
  'rejectUsed',
] as const
export type FaultName = (typeof faultNames)[number]

const share = z.number().min(0).max(1)

export const FaultSettings = z
  .object({
    ...(Object.fromEntries(faultNames.map((name) => [name, share])) as Record<FaultName, typeof share>),
    latencyMs: z.number().int().min(0),
    /** Milliseconds from the reception of a document to the decision about it. */
    processingMs: z.number().int().min(0),
    /** Milliseconds by which the times in answers are ahead of the clock. */
    clockOffMs: z.number().int(),
  })
  .partial()
export type FaultSettings = z.infer<typeof FaultSettings>

export class FaultInjector {
  settings: FaultSettings
  #state: number

  constructor(settings: FaultSettings = {}, seed = 1) {
    this.settings = settings
    this.#state = seed >>> 0
  }

  /** A number from 0 to 1, excluding 1 (generator mulberry32). */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  isHit(name: FaultName): boolean {
    const chance = this.settings[name] ?? 0
    return chance > 0 && this.random() < chance
  }

  get latencyMs(): number {
    return this.random() * (this.settings.latencyMs ?? 0)
  }
}
