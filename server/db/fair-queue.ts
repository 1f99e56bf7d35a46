// A queue that keeps one gym from taking every connection: each gym runs a limited number of turns at once, the rest of its
// work waits. A turn that ends goes to the gym with the fewest running, and among equals to the one served longest ago.
import { type ErrorName, Failure } from '@torniquete/contract/errors.ts'

interface Queue {
  running: number
  waiting: Set<() => void>
}

export interface Bounds {
  /** Turns that there are. */
  all: number
  /** Turns that one gym has at most. */
  ofOneGym: number
  /** Turns that only a gym begins which has none: however long those of the others are, it waits for none of them. */
  kept?: number
  /** Milliseconds after which who has had no turn is refused. */
  patience: number
  /** As what; as the database's where nothing is said. */
  refusal?: ErrorName
}

export class FairQueue {
  readonly #bounds: Bounds
  /** In the order in which they were served. */
  readonly #gyms = new Map<number, Queue>()
  #running = 0
  #gymsRunning = 0
  #waiting = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** How many have no turn yet. */
  get waiting(): number {
    return this.#waiting
  }

  /** Rejects with the bounds' refusal where there was no turn in time. */
  async run<Result>(gym: number, work: () => Promise<Result>): Promise<Result> {
    const done = await this.tryRun(gym, async () => ({ result: await work() }))
    if (!done) throw new Failure(this.#bounds.refusal ?? 'database.unavailable', { seconds: 2 })
    return done.result
  }

  /** Null where there was no turn in time. */
  async tryRun<Result>(gym: number, work: () => Promise<Result>): Promise<Result | null> {
    const queue = this.#gyms.get(gym) ?? { running: 0, waiting: new Set() }
    // Work that waits had no room itself, so starting this one at once overtakes nobody.
    if (this.#hasRoom(queue)) this.#take(gym, queue)
    else if (!(await this.#turn(gym, queue))) return null
    try {
      return await work()
    } finally {
      this.#running -= 1
      queue.running -= 1
      if (queue.running === 0) this.#gymsRunning -= 1
      this.#forget(gym, queue)
      this.#pass()
    }
  }

  #hasRoom({ running }: Queue): boolean {
    const { all, ofOneGym, kept = 0 } = this.#bounds
    // With each gym that has a turn already, one less is kept for those without.
    const left = running > 0 ? Math.max(0, kept - this.#gymsRunning + 1) : 0
    return all - this.#running > left && running < ofOneGym
  }

  #take(gym: number, queue: Queue): void {
    this.#running += 1
    if (queue.running === 0) this.#gymsRunning += 1
    queue.running += 1
    this.#gyms.delete(gym)
    this.#gyms.set(gym, queue)
  }

  /** Whether there was one in time. */
  #turn(gym: number, queue: Queue): Promise<boolean> {
    this.#gyms.set(gym, queue)
    this.#waiting += 1
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer)
        queue.waiting.delete(begin)
        this.#waiting -= 1
      }
      const begin = () => {
        leave()
        this.#take(gym, queue)
        resolve(true)
      }
      const timer = setTimeout(() => {
        leave()
        this.#forget(gym, queue)
        resolve(false)
      }, this.#bounds.patience)
      queue.waiting.add(begin)
    })
  }

  #pass(): void {
    if (this.#waiting === 0) return
    let next: Queue | undefined
    for (const queue of this.#gyms.values())
      if (queue.waiting.size > 0 && this.#hasRoom(queue) && queue.running < (next?.running ?? Number.POSITIVE_INFINITY))
        next = queue
    const [begin] = next?.waiting ?? []
    begin?.()
  }

  #forget(gym: number, { running, waiting }: Queue): void {
    if (running === 0 && waiting.size === 0) this.#gyms.delete(gym)
  }
}
