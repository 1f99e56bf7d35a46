// Messages that go out by a gym's own channel, each channel at its own pace: one that is slow, or that nobody answers, keeps no
// other gym's messages waiting. A row that is lost with the server that had it here is found by the planning.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { RowKey } from '../jobs/queues.ts'
import { pauseChannel, waitForTurn } from '../messengers/channel-turns.ts'
import type { Messenger } from '../messengers/messenger.ts'

/** Channels that this server sends by at the same time; others wait for one to end. */
const mostAtOnce = 25
/** Rows of a channel between two looks at who else waits. */
const turnOf = 20
const patience = 3_000

interface ChannelQueue {
  messenger: Messenger
  gym: number
  ids: Set<number>
}

/** How rows of a kind go out, and what becomes of those that cannot for so many milliseconds. */
export interface DeliveryHooks {
  deliver: (
    messenger: Messenger,
    rows: readonly RowKey[],
    signal: AbortSignal,
  ) => Promise<{ for: number; mendable: boolean } | null>
  leave: (messenger: Messenger, rows: readonly RowKey[], wait: number) => Promise<unknown>
}

interface Parts extends DeliveryHooks {
  database: Database
  log: FastifyBaseLogger
}

export class ChannelQueues {
  readonly #parts: Parts
  /** In the order of their turns. */
  readonly #queues = new Map<string, ChannelQueue>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #hurry = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What is there already is not sent twice. */
  add(messenger: Messenger, { gym, id }: RowKey): void {
    const queue = this.#queues.get(messenger.turns) ?? { messenger, gym, ids: new Set<number>() }
    queue.messenger = messenger
    queue.ids.add(id)
    this.#queues.set(messenger.turns, queue)
    this.#start()
  }

  /** What is being handed over gets 3 seconds to end; the rest is left to whoever goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => this.#hurry.abort(), patience)
    await Promise.all(this.#running.values())
    clearTimeout(timer)
    for (const queue of this.#queues.values()) await this.#leave(queue, 0)
  }

  #start(): void {
    for (const [turns, queue] of this.#queues) {
      if (this.#running.size >= mostAtOnce || this.#stopping.signal.aborted) return
      if (this.#running.has(turns)) continue
      this.#running.set(turns, this.#run(turns, queue))
    }
  }

  async #run(turns: string, queue: ChannelQueue): Promise<void> {
    try {
      for (let sent = 0; sent < turnOf && queue.ids.size > 0 && !this.#stopping.signal.aborted; )
        sent += await this.#send(queue)
    } catch (error) {
      // A stop breaks off what waits for its turn.
      if (!this.#stopping.signal.aborted) {
        this.#parts.log.warn({ err: error, gym: queue.gym }, 'messages by a channel of its own were not sent')
        queue.ids.clear()
      }
    }
    this.#running.delete(turns)
    // Behind those that wait.
    this.#queues.delete(turns)
    if (queue.ids.size > 0) this.#queues.set(turns, queue)
    this.#start()
  }

  /** Answers how many it dealt with. */
  async #send(queue: ChannelQueue): Promise<number> {
    const { database, deliver } = this.#parts
    const { messenger, gym, ids } = queue
    const taken = [...ids].slice(0, Math.max(1, Math.min(5, Math.floor(messenger.perSecond))))
    const resting = await waitForTurn(database, messenger, taken.length, this.#stopping.signal)
    if (resting > 0) {
      await this.#leave(queue, resting)
      return 0
    }
    for (const id of taken) ids.delete(id)
    const rows = taken.map((id) => ({ gym, id }))
    const rest = await deliver(messenger, rows, this.#hurry.signal)
    if (rest) {
      await pauseChannel(database, messenger.turns, rest)
      await this.#leave(queue, rest.for)
    }
    return taken.length
  }

  /** For so many milliseconds. */
  async #leave({ messenger, gym, ids }: ChannelQueue, wait: number): Promise<void> {
    const rows = [...ids].map((id) => ({ gym, id }))
    ids.clear()
    await this.#parts.leave(messenger, rows, wait)
  }
}
