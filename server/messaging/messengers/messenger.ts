import type { Channel } from '@torniquete/contract/messaging/outbox.ts'

export interface Outgoing {
  /** The key is the same for all attempts; letters, digits and dashes. */
  key: string
  /** Recipient: `+18095550101`, or an e-mail address. */
  to: string
  text: string
  template: 'aviso' | 'informe'
  subject: string
  replyTo?: string | null
  /** Display name of a mail's sender; the address stays the installation's. */
  senderName?: string
  html?: string
  /** Written by a person, so no header marks it as automatic. */
  byPerson?: true
}

/** The instant distinguishes other installations with the same sender, and ids given again after a restore. */
export const formatMessageKey = (gym: number, id: number, createdAt: string): string =>
  `${gym}-${id}-${Date.parse(createdAt).toString(36)}`

/** The problem, if a person can fix it. */
export type ChannelProblem =
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

/** `reason` is Spanish and shown to people. */
export type Outcome =
  /** Accepted by the channel. */
  | { kind: 'sent'; providerId: string | null }
  /** Try again after at least `after` milliseconds; with `pause`, all messages of the channel wait. */
  | {
      kind: 'retry'
      reason: string
      after?: number
      pause?: boolean
      /** A setting of the server is wrong; a restart with a new one ends the pause. */
      mendable?: boolean
      /** Handed over without an answer: it may have been sent. */
      unsure?: boolean
      trouble?: ChannelProblem
    }
  /** The message is never tried again. */
  | { kind: 'failed'; reason: string; trouble?: ChannelProblem }

export interface Messenger {
  readonly channel: Channel
  /** Key of the rate limit: `email` is the installation's, `email:7` a gym's own. */
  readonly turns: string
  readonly from: string
  /** Messages a second, of all servers together. */
  readonly perSecond: number
  /** Never rejects. */
  send(message: Outgoing, signal: AbortSignal): Promise<Outcome>
  close(): void
}

export const minutesToMs = (count: number): number => count * 60_000

export type Refusal = Exclude<Outcome, { kind: 'sent' }>

/** Pauses all messages of the channel for `after` milliseconds, because each would be refused. */
export const pauseChannelOutcome = (
  reason: string,
  after: number,
  more: { mendable?: true; trouble?: ChannelProblem } = {},
): Refusal => ({
  kind: 'retry',
  reason,
  after,
  pause: true,
  ...more,
})

export const wrongSettingOutcome = (reason: string, trouble: ChannelProblem): Refusal =>
  pauseChannelOutcome(reason, minutesToMs(15), { mendable: true, trouble })

export interface MessageDetailOptions {
  /** True if the environment set it up; its variables are then named in messages. */
  includeVariableNames: boolean
  /** If false, only the server's codes are shown, so that a gym cannot read the answers of a server that it names. */
  includeServerText: boolean
}
