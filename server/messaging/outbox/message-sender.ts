// Hands messages to their channel and stores the outcome. Hand-over and outcome are committed separately, so after a
// crash the row still shows the hand-over.
import { setTimeout as pause } from 'node:timers/promises'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import type { Messenger, SendOutcome } from '../messengers/messenger.ts'
import { type ClaimedMessage, claimMessages } from './claim-messages.ts'
import { computeBackOffMs, findNextSendTime } from './message-schedule.ts'

type SenderServices = Pick<Services, 'database' | 'zones' | 'channels' | 'clock'>

const storeAttempts = 5
const storeRetryMs = 2_000

export class MessageSender {
  readonly #services: SenderServices
  /** Number of messages sent or failed by this server, by channel. */
  readonly tally = new Map<string, number>()
  constructor(services: SenderServices) {
    this.#services = services
  }

  /** Sends up to `count` due messages of a gym at once; returns the milliseconds that the channel must pause. */
  async deliver(messenger: Messenger, gym: number, count: number, signal: AbortSignal): Promise<number> {
    const { zones, channels, database, clock } = this.#services
    const [zone, messengers] = await Promise.all([zones.of(gym), channels.of(gym)])
    const at = { gym, zone, now: clock() }
    const claimed = await database.write({ gym, user: null }, (tx) =>
      claimMessages(messengers, tx, at, messenger.channel, count),
    )
    const rests = await Promise.all(
      claimed.map(async (message): Promise<number> => {
        const outcome = await messenger.send(message.outgoing, signal)
        // If the server stops while a message is being sent, its outcome stays unknown, as after a crash.
        if (signal.aborted && outcome.kind === 'retry') return 0
        await this.#note(gym, zone, message, outcome)
        if (outcome.kind !== 'retry' || !outcome.pause) return 0
        return outcome.after ?? computeBackOffMs(message.attempts)
      }),
    )
    return Math.max(0, ...rests)
  }

  /** Storing is retried, because the outcome must survive a restart of the database. */
  async #note(gym: number, zone: string, message: ClaimedMessage, outcome: SendOutcome): Promise<void> {
    const now = this.#services.clock()
    for (let attempt = 1; ; attempt += 1) {
      try {
        const state = await this.#services.database.write({ gym, user: null, allowedOnFullDisk: true }, (tx) =>
          storeOutcome(tx, gym, zone, message, outcome, now),
        )
        if (state) this.#count(message.channel, state)
        return
      } catch (error) {
        if (attempt === storeAttempts) throw error
        await pause(storeRetryMs)
      }
    }
  }

  #count(channel: MessageChannel, state: 'sent' | 'failed'): void {
    const key = `channel="${channel}",state="${state}"`
    this.tally.set(key, (this.tally.get(key) ?? 0) + 1)
  }
}

async function storeOutcome(
  tx: Transaction,
  gym: number,
  zone: string,
  { id, attempts, until, byDay }: ClaimedMessage,
  outcome: SendOutcome,
  now: Date,
): Promise<'sent' | 'failed' | null> {
  const pending = sql`where gym_id = ${gym} and id = ${id} and state = 'pending'`
  if (outcome.kind === 'sent') {
    // A delivery report may have arrived before this response; its state is then kept.
    await tx.run(sql`
      update outbox set provider_id = coalesce(provider_id, ${outcome.providerId}), sent_at = coalesce(sent_at, ${now}), handed_at = null,
        state = case when ${wasReported} then 'sent' else state end, state_at = case when ${wasReported} then ${now} else state_at end,
        reason = case when ${wasReported} then null else reason end, next_attempt_at = null
      where gym_id = ${gym} and id = ${id}`)
    return 'sent'
  }
  if (outcome.kind === 'retry') {
    const later = new Date(now.getTime() + computeBackOffMs(attempts, outcome.after))
    const next = byDay ? findNextSendTime(zone, later) : later
    if (next < until) {
      // If the message may have been sent, `handed_at` is kept, so its outcome stays unknown, as after a crash.
      await tx.run(sql`
        update outbox set handed_at = case when ${outcome.unsure === true}::boolean then handed_at end, reason = ${outcome.reason},
          next_attempt_at = ${next} ${pending}`)
      return null
    }
  }
  await tx.run(sql`
    update outbox set state = 'failed', state_at = ${now}, reason = ${outcome.reason}, handed_at = null, next_attempt_at = null ${pending}`)
  return 'failed'
}

// True if the channel has not reported a state yet; a reported state is never overwritten.
const wasReported = sql`(state = 'pending' or state = 'failed' and provider_id is null)`
