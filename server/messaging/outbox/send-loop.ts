// Sends due messages and fiscal documents. Each channel of the installation or of a gym has its own lane, so that a slow
// channel delays no other. The tables are the queue; a lane only knows which gyms have due rows.
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { type JobLoop, recordJobFailure, startJobLoop } from '../../platform/jobs/job-loop.ts'
import type { Services } from '../../services.ts'
import { pauseChannel, waitForSendSlot } from '../messengers/channel-rate-limit.ts'
import type { Messenger } from '../messengers/messenger.ts'
import { countDueQueueRows, type DueQueueRowCount, type QueueName } from './queries.ts'

/** If this number of lanes is running, no further lane for a gym's own channel is started. */
const maxLanes = 25
/** Number of messages that a lane sends before it queries the due messages again. */
const laneLength = 40
/** Number of rows sent at once; the rate limit keeps to the allowed number per second. */
const batchSizes = { email: 1, whatsapp: 5, fiscal: 10 }
const wakeDelayMs = 1_000
/** Milliseconds that messages being sent get to finish when the server stops. */
const graceMs = 3_000

/** Messenger, or the way of a gym's fiscal documents. */
export interface RateLimitedChannel extends Pick<Messenger, 'turns' | 'perSecond'> {
  channel: MessageChannel | 'fiscal'
}

export interface SendQueue {
  messengerFor(gym: number): Promise<RateLimitedChannel | null>
  /** Sends up to `count` due rows of a gym; returns the milliseconds that the channel must pause. */
  send(channel: RateLimitedChannel, gym: number, count: number, signal: AbortSignal): Promise<number>
}

interface Lane {
  key: string
  name: QueueName
  queue: SendQueue
  messenger: RateLimitedChannel
  due: DueQueueRowCount[]
  /** Gyms whose last attempt failed and which are skipped for the remainder of this run. */
  failed: Set<number>
}

/** Orders the messages round-robin: one of each gym, then the next of each gym. */
export const orderGymsRoundRobin = (due: readonly DueQueueRowCount[]): number[] =>
  due
    .flatMap(({ gym, count }) => Array.from({ length: count }, (_, turn) => ({ gym, turn })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ gym }) => gym)

type SendServices = Pick<Services, 'database' | 'log' | 'clock'>

export class SendLoop {
  readonly #services: SendServices
  readonly #queues: Record<QueueName, SendQueue>
  readonly #loop: JobLoop
  readonly #running = new Map<string, Promise<void>>()
  /** Lanes and gyms whose last attempt failed, so that a failure is logged only once. */
  readonly #failing = new Set<string>()
  readonly #stopping = new AbortController()
  readonly #hurry = new AbortController()
  #waking: NodeJS.Timeout | undefined
  /** True if lanes could not be started because too many are running. */
  #isFull = false

  constructor(services: SendServices, queues: Record<QueueName, SendQueue>, everyMs: number) {
    this.#services = services
    this.#queues = queues
    this.#loop = startJobLoop({ name: 'send', log: services.log, everyMs }, () => this.#startLanes())
  }

  /** Queries the due rows soon; requests shortly after each other count as one. */
  wakeSoon(): void {
    if (this.#stopping.signal.aborted) return
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined
      this.#loop.wake()
    }, wakeDelayMs)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#waking)
    const timer = setTimeout(() => this.#hurry.abort(), graceMs)
    await this.#loop.stop()
    await Promise.all(this.#running.values())
    clearTimeout(timer)
  }

  async #startLanes(): Promise<void> {
    const lanes = new Map<string, Lane>()
    for (const due of await countDueQueueRows(this.#services.database, this.#services.clock(), laneLength)) {
      const queue = this.#queues[due.queue]
      const messenger = await queue.messengerFor(due.gym)
      // Without a channel the message is skipped; the next planning moves it to another channel.
      if (!messenger) continue
      const key = `${due.queue} ${messenger.turns}`
      const lane = lanes.get(key) ?? { key, name: due.queue, queue, messenger, due: [], failed: new Set() }
      lane.due.push(due)
      lanes.set(key, lane)
    }
    for (const lane of lanes.values()) this.#start(lane)
  }

  #start(lane: Lane): void {
    const { key, messenger } = lane
    const isOwn = messenger.turns !== messenger.channel
    if (this.#stopping.signal.aborted || this.#running.has(key)) return
    if (isOwn && this.#running.size >= maxLanes) {
      this.#isFull = true
      return
    }
    const running = this.#run(lane)
      .catch((error) => this.#noteFailure(error, lane))
      .finally(() => {
        this.#running.delete(key)
        if (this.#isFull) this.wakeSoon()
        this.#isFull = false
      })
    this.#running.set(key, running)
  }

  async #run(lane: Lane): Promise<void> {
    const { key, messenger, due, failed } = lane
    const { database } = this.#services
    const size = Math.max(1, Math.min(batchSizes[messenger.channel], Math.floor(messenger.perSecond)))
    const turns = orderGymsRoundRobin(due).slice(0, laneLength)
    const isCut = turns.length === laneLength
    while (turns.length > 0 && !this.#stopping.signal.aborted) {
      const batch = turns.splice(0, size).filter((gym) => !failed.has(gym))
      if (batch.length === 0) continue
      if ((await waitForSendSlot(database, messenger, batch.length, this.#stopping.signal)) > 0) return
      const gyms = [...new Set(batch)]
      const rests = await Promise.all(
        gyms.map((gym) => this.#send(lane, gym, batch.filter((each) => each === gym).length)),
      )
      const rest = Math.max(...rests)
      if (rest > 0) return pauseChannel(database, messenger.turns, rest)
    }
    this.#failing.delete(key)
    if (isCut && failed.size === 0) this.#loop.wake()
  }

  /** Sends messages of one gym; if they cannot be claimed, the lane goes on with other gyms. */
  async #send(lane: Lane, gym: number, count: number): Promise<number> {
    const { key, queue, messenger } = lane
    try {
      const rest = await queue.send(messenger, gym, count, this.#hurry.signal)
      this.#failing.delete(`${key} ${gym}`)
      return rest
    } catch (error) {
      lane.failed.add(gym)
      await this.#noteFailure(error, lane, gym)
      return 0
    }
  }

  async #noteFailure(error: unknown, { key, name }: Lane, gym?: number): Promise<void> {
    const subject = gym === undefined ? key : `${key} ${gym}`
    // On shutdown, waits for a time slot are aborted; the resulting error is no failure.
    if (this.#stopping.signal.aborted || this.#failing.has(subject)) return
    this.#failing.add(subject)
    this.#services.log.warn({ err: error, queue: key, gym }, 'messages were not sent')
    // Errors are ignored here, because the database itself may be the cause of the failure.
    await recordJobFailure(this.#services.database.platform, name).catch(() => {})
  }
}
