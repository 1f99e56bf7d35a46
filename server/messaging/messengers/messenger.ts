// One way out for every message, whatever carries it.
import type { Channel } from '@torniquete/contract/outbox.ts'

export interface Outgoing {
  /** Stable over all attempts; letters, digits and dashes. */
  key: string
  /** `+18095550101`, or an e-mail address. */
  to: string
  text: string
  /** Which WhatsApp template carries it. */
  template: 'aviso' | 'informe'
  /** Of a mail. */
  subject: string
  /** Who is answered, of a mail. */
  replyTo?: string | null
  /** In whose name a mail comes; the address stays the installation's. */
  senderName?: string
  /** The same as a page, of a mail. */
  html?: string
  /** A person wrote it; all else says that a machine did, and no holiday notice answers that. */
  byPerson?: true
}

/**
 * Names a row for good: with its instant, since other installations send from the same host and number, and one that was
 * restored gives its numbers once more.
 */
export const keyOf = (gym: number, id: number, createdAt: string): string =>
  `${gym}-${id}-${Date.parse(createdAt).toString(36)}`

/** What is wrong, where a person may mend it. */
export type Trouble =
  | 'login'
  | 'certificate'
  | 'encryption'
  | 'no-server'
  | 'unreachable'
  | 'silent'
  | 'inside'
  | 'sender'
  | 'recipient'
  | 'limit'
  | 'number'
  | 'template'

/** `reason` is Spanish, for a person. */
export type Outcome =
  /** The channel took it. */
  | { kind: 'sent'; providerId: string | null }
  /** Later, perhaps: after so many milliseconds at least; with `pause`, nothing else goes out on the channel before. */
  | {
      kind: 'retry'
      reason: string
      after?: number
      pause?: boolean
      /** What is refused is a setting of the server: whoever mends it starts it anew. */
      mendable?: boolean
      /** It was handed over and nobody answered: perhaps it went out. */
      unsure?: boolean
      trouble?: Trouble
    }
  /** Not by another attempt either. */
  | { kind: 'failed'; reason: string; trouble?: Trouble }

export interface Messenger {
  readonly channel: Channel
  /** Whose pace and rests it has: `email` is the installation's, `email:7` a gym's own. */
  readonly turns: string
  /** An address, or the number's id. */
  readonly from: string
  /** Messages per second that the channel takes from all servers together. */
  readonly perSecond: number
  /** Never rejects. */
  send(message: Outgoing, signal: AbortSignal): Promise<Outcome>
  close(): void
}

export const minutes = (count: number): number => count * 60_000

/** What becomes of a message that was not taken. */
export type Refusal = Exclude<Outcome, { kind: 'sent' }>

/** Every message would be refused the same way, for so many milliseconds. */
export const pause = (reason: string, after: number, more: { mendable?: true; trouble?: Trouble } = {}): Refusal => ({
  kind: 'retry',
  reason,
  after,
  pause: true,
  ...more,
})

/** What is refused is written in the channel's settings. */
export const wrongSetting = (reason: string, trouble: Trouble): Refusal =>
  pause(reason, minutes(15), { mendable: true, trouble })

/** How a channel tells what went wrong. */
export interface Telling {
  /** It was set up by the environment, whose variables are named. */
  names: boolean
  /** The words of whoever refused stand behind ours; else only its numbers: a server that a gym names is not to be read by it. */
  words: boolean
}
