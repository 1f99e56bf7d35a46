// Message channels that only record, and a sender that sends by the test's clock when the test calls it.
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { GymTimeZones } from '../admin/gym-info/gym-time-zones.ts'
import { type Messengers, makeSharedMessengerProvider } from '../messaging/messengers/gym-messengers.ts'
import type { Messenger, OutgoingMessage, SendOutcome } from '../messaging/messengers/messenger.ts'
import { MessageSender } from '../messaging/outbox/message-sender.ts'
import {
  type MessagePlanningServices,
  planGymMessages,
  planMessagesForAllGyms,
} from '../messaging/outbox/plan-messages.ts'
import { countDueQueueRows } from '../messaging/outbox/queries.ts'
import { orderGymsRoundRobin } from '../messaging/outbox/send-loop.ts'
import type { TestApp } from './test-app.ts'

/** Accepts and records every message, or returns the answer that the test has set. */
export class FakeMessenger implements Messenger {
  readonly channel: MessageChannel
  readonly turns: string
  readonly from = 'nadie'
  readonly perSecond = 20
  readonly sent: (OutgoingMessage & { at: Date })[] = []
  answer: (message: OutgoingMessage, signal: AbortSignal) => SendOutcome | Promise<SendOutcome> = ({ key }) => ({
    kind: 'sent',
    providerId: `p-${key}`,
  })
  readonly #now: () => Date
  constructor(channel: MessageChannel, now: () => Date, turns: string = channel) {
    this.channel = channel
    this.turns = turns
    this.#now = now
  }
  async send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> {
    this.sent.push({ ...message, at: this.#now() })
    return this.answer(message, signal)
  }
  close(): void {}
}

/** Plans and sends messages as one server does. */
export class TestMessageSender {
  readonly #test: TestApp
  readonly services: MessagePlanningServices & { clock: () => Date }
  readonly #messengers: Messengers
  readonly #sender: MessageSender
  constructor(test: TestApp, messengers: Messengers) {
    this.#test = test
    const { database, live, clock, app } = test
    this.#messengers = messengers
    const channels = makeSharedMessengerProvider(messengers)
    this.services = {
      database,
      zones: new GymTimeZones(database, live),
      channels,
      clock: clock.now,
      log: app.log,
    }
    this.#sender = new MessageSender(this.services)
  }

  plan(gym?: number): Promise<void> {
    const now = this.services.clock()
    return gym === undefined ? planMessagesForAllGyms(this.services, now) : planGymMessages(this.services, gym, now)
  }

  /** Sends messages due by the test's clock, until none is left or the channel pauses. */
  async send(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const messenger of [this.#messengers.whatsapp, this.#messengers.email])
      if (messenger) while ((await this.#sendRound(messenger, signal)) > 0);
  }

  /** Sends one message of each gym that has due messages; returns the number of gyms, or 0 if the channel paused. */
  async #sendRound(messenger: Messenger, signal: AbortSignal): Promise<number> {
    const due = await countDueQueueRows(this.#test.database, this.services.clock(), 20)
    const turns = orderGymsRoundRobin(due.filter(({ queue }) => queue === `send-${messenger.channel}`))
    for (const gym of turns) if (await this.#sender.deliver(messenger, gym, 1, signal)) return 0
    return turns.length
  }
}

export function makeFakeMessengers(test: TestApp): { whatsapp: FakeMessenger; email: FakeMessenger } {
  return { whatsapp: new FakeMessenger('whatsapp', test.clock.now), email: new FakeMessenger('email', test.clock.now) }
}
