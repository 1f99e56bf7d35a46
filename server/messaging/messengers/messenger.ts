import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'

export interface OutgoingMessage {
  /** Unique key of the message, the same for all its attempts; consists of letters, digits and dashes. */
  key: string
  /** Recipient: `+18095550101`, or an e-mail address. */
  to: string
  text: string
  template: 'aviso' | 'informe'
  subject: string
  replyTo?: string | null
  /** Display name of the sender in a mail; the sender address is that of the channel. */
  senderName?: string
  html?: string
  /** True if a person wrote the message, so that no header marks it as automatic. */
  byPerson?: true
}

/** The creation time makes keys unique across installations with one sender, and after a restore that reuses ids. */
export const formatMessageKey = (gym: number, id: number, createdAt: string): string =>
  `${gym}-${id}-${Date.parse(createdAt).toString(36)}`

/** Kind of the problem, if a person can fix it. */
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

/** Result of sending a message; `reason` is a Spanish text shown to users. */
export type SendOutcome =
  /** The channel accepted the message. */
  | { kind: 'sent'; providerId: string | null }
  /** The message is retried after at least `after` milliseconds; with `pause`, all messages of the channel wait. */
  | {
      kind: 'retry'
      reason: string
      after?: number
      pause?: boolean
      /** True if the channel got the message but did not respond, so that it may have been sent. */
      unsure?: boolean
      trouble?: ChannelProblem
    }
  /** The message failed and is never retried. */
  | { kind: 'failed'; reason: string; trouble?: ChannelProblem }

export interface Messenger {
  readonly channel: MessageChannel
  /** Key of the rate limit: `email` for the installation's channel, `email:7` for that of gym 7. */
  readonly turns: string
  readonly from: string
  /** Messages that all servers together may send per second. */
  readonly perSecond: number
  /** Sends a message; errors become an outcome, so the promise never rejects. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>
  close(): void
}

export const minutesToMs = (count: number): number => count * 60_000

export type FailedSendOutcome = Exclude<SendOutcome, { kind: 'sent' }>

/** Outcome that pauses all messages of the channel for `after` milliseconds, because each of them would be refused. */
export const makePauseChannelOutcome = (
  reason: string,
  after: number,
  more: { trouble?: ChannelProblem } = {},
): FailedSendOutcome => ({
  kind: 'retry',
  reason,
  after,
  pause: true,
  ...more,
})

export const makeWrongSettingOutcome = (reason: string, trouble: ChannelProblem): FailedSendOutcome =>
  makePauseChannelOutcome(reason, minutesToMs(15), { trouble })

export interface ErrorTextOptions {
  /** True if the channel was set up by environment variables, which error texts then name. */
  includeVariableNames: boolean
  /** False shows only error codes, so that a gym cannot read texts of a server whose address it entered. */
  includeServerText: boolean
}
