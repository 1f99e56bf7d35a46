// Messages by a test's clock: channels that only remember, and a round of jobs when the test says so.
import type { Channel } from '@torniquete/contract/outbox.ts'
import { Zones } from '../gym-info/zones.ts'
import { queueOf, type RowKey } from '../jobs/queues.ts'
import type { Messenger, Outcome, Outgoing } from '../messengers/messenger.ts'
import { fixedChannels, type Messengers } from '../messengers/messengers.ts'
import { type Planning, planAll, planGym } from '../outbox/plan.ts'
import { Sender } from '../outbox/sender.ts'
import type { TestApp } from './test-app.ts'

/** Takes everything and remembers it, or answers what the test says. */
export class FakeMessenger implements Messenger {
  readonly channel: Channel
  readonly turns: string
  readonly from = 'nadie'
  readonly perSecond = 20
  readonly sent: (Outgoing & { at: Date })[] = []
  answer: (message: Outgoing, signal: AbortSignal) => Outcome | Promise<Outcome> = ({ key }) => ({
    kind: 'sent',
    providerId: `p-${key}`,
  })
  readonly #now: () => Date
  constructor(channel: Channel, now: () => Date, turns: string = channel) {
    this.channel = channel
    this.turns = turns
    this.#now = now
  }
  async send(message: Outgoing, signal: AbortSignal): Promise<Outcome> {
    this.sent.push({ ...message, at: this.#now() })
    return this.answer(message, signal)
  }
  close(): void {}
}

/** One server's part in planning and sending. */
export class Postman {
  readonly #test: TestApp
  readonly services: Planning & { clock: () => Date }
  readonly #messengers: Messengers
  readonly #sender: Sender
  constructor(test: TestApp, messengers: Messengers) {
    this.#test = test
    const { database, live, clock, app } = test
    this.#messengers = messengers
    const channels = fixedChannels(messengers)
    this.services = { database, zones: new Zones(database, live, app.log), channels, clock: clock.now, log: app.log }
    this.#sender = new Sender(this.services)
  }

  plan(gym?: number): Promise<void> {
    const now = this.services.clock()
    return gym === undefined ? planAll(this.services, now) : planGym(this.services, gym, now)
  }

  /** Does the jobs that are due by the test's clock, until none is. */
  async send(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const messenger of [this.#messengers.whatsapp, this.#messengers.email])
      for (let rows = messenger ? await this.take(messenger.channel) : []; messenger && rows.length > 0; ) {
        await this.#sender.deliver(messenger, rows, signal)
        rows = await this.take(messenger.channel)
      }
  }

  /** Takes due jobs out of the queue, as pg-boss would were its clock the test's. */
  async take(channel: Channel, limit = 20): Promise<RowKey[]> {
    const { rows } = await this.#test.database.platform.query<{ data: RowKey }>(
      `delete from pgboss.job where name = $1 and id in (
         select id from pgboss.job where name = $1 and state = 'created' and start_after <= $2 order by priority desc, created_on, id limit $3 for update skip locked)
       returning data`,
      [queueOf(channel), this.services.clock(), limit],
    )
    return rows.map(({ data }) => data)
  }
}

export function fakeChannels(test: TestApp): { whatsapp: FakeMessenger; email: FakeMessenger } {
  return { whatsapp: new FakeMessenger('whatsapp', test.clock.now), email: new FakeMessenger('email', test.clock.now) }
}
