// Shares turns (database connections), so that no gym uses all of them and no user all of a gym's. A free turn goes to
// the gym with the fewest running, among equals to the one served longest ago, then to a user by the same rule.
import { type ErrorName, NamedError } from '@torniquete/contract/shared/errors.ts'

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

interface Queue {
  running: number
  waiting: number
  readonly first: Line
  /** Waiting work by user, in the order in which the users were served. */
  readonly people: Map<number, Line>
}

export interface QueuedWorkOptions {
  user?: number | null
  /** Runs before other work of its gym and beyond the gym's limit, one at a time. */
  highPriority?: boolean | undefined
}

interface QueueLimits {
  maxTurns: number
  maxTurnsPerGym: number
  /** Number of turns reserved for gyms that have none running. */
  reservedTurns?: number
  /** Milliseconds after which waiting work is refused. */
  timeoutMs: number
  /** Error thrown on refusal; by default the one of a busy database. */
  refusal?: ErrorName
}

export class FairQueue {
  readonly #bounds: QueueLimits
  /** Queues by gym, in the order in which the gyms were served. */
  readonly #gyms = new Map<number, Queue>()
  #running = 0
  #gymsRunning = 0
  #waiting = 0

  constructor(bounds: QueueLimits) {
    this.#bounds = bounds
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Runs `work` when it gets a turn. Rejects if it gets none within `timeoutMs`. */
  async run<Result>(gym: number, work: () => Promise<Result>, whose?: QueuedWorkOptions): Promise<Result> {
    const done = await this.tryRun(gym, async () => ({ result: await work() }), whose)
    if (!done) throw new NamedError(this.#bounds.refusal ?? 'database.unavailable', { seconds: 2 })
    return done.result
  }

  /** Like `run`, but returns null if there was no turn within `timeoutMs`. */
  async tryRun<Result>(gym: number, work: () => Promise<Result>, { user, highPriority }: QueuedWorkOptions = {}) {
    const queue: Queue = this.#gyms.get(gym) ?? { running: 0, waiting: 0, first: makeLine(), people: new Map() }
    // Jobs and terminals, which have no user id, share the id 0.
    const person = user ?? 0
    const line = highPriority ? queue.first : (queue.people.get(person) ?? makeLine())
    const take = () => {
      this.#running += 1
      if (queue.running === 0) this.#gymsRunning += 1
      queue.running += 1
      line.running += 1
      moveToEnd(this.#gyms, gym, queue)
      if (!highPriority) moveToEnd(queue.people, person, line)
    }
    const forget = () => {
      if (!highPriority && line.running === 0 && line.waiting.size === 0) queue.people.delete(person)
      if (queue.running === 0 && queue.waiting === 0) this.#gyms.delete(gym)
    }
    // If there is room for this work, no earlier work is waiting for that room, so nothing is overtaken.
    if (this.#hasRoom(queue, highPriority)) take()
    else {
      this.#gyms.set(gym, queue)
      if (!highPriority) queue.people.set(person, line)
      if (!(await this.#turn(queue, line, take, forget))) return null
    }
    try {
      return await work()
    } finally {
      this.#running -= 1
      queue.running -= 1
      line.running -= 1
      if (queue.running === 0) this.#gymsRunning -= 1
      forget()
      this.#pass()
    }
  }

  #hasRoom({ running, first }: Queue, goesFirst = false): boolean {
    const { maxTurns, maxTurnsPerGym, reservedTurns = 0 } = this.#bounds
    if (goesFirst && first.running === 0) return maxTurns > this.#running
    // Turns still reserved for other gyms: each gym that has a turn reduces their number by one.
    const left = running > 0 ? Math.max(0, reservedTurns - this.#gymsRunning + 1) : 0
    return maxTurns - this.#running > left && running < maxTurnsPerGym
  }

  /** Resolves to true if work got its turn within `timeoutMs`. */
  #turn(queue: Queue, line: Line, take: () => void, forget: () => void): Promise<boolean> {
    this.#waiting += 1
    queue.waiting += 1
    return new Promise((resolve) => {
      const leave = () => {
        clearTimeout(timer)
        line.waiting.delete(begin)
        queue.waiting -= 1
        this.#waiting -= 1
      }
      const begin = () => {
        leave()
        take()
        resolve(true)
      }
      const timer = setTimeout(() => {
        leave()
        forget()
        resolve(false)
      }, this.#bounds.timeoutMs)
      line.waiting.add(begin)
    })
  }

  #pass(): void {
    if (this.#waiting === 0) return
    const next = findFewest(
      this.#gyms.values(),
      // A gym with urgent work waiting is ranked by its running urgent work only, which may end the gym's other work.
      (queue) => (queue.first.waiting.size > 0 ? queue.first.running : queue.running),
      (queue) => queue.waiting > 0 && this.#hasRoom(queue, queue.first.waiting.size > 0),
    )
    if (!next) return
    const urgent = next.first.waiting.size > 0 ? next.first : undefined
    const person = findFewest(
      next.people.values(),
      ({ running }) => running,
      ({ waiting }) => waiting.size > 0,
    )
    const [begin] = (urgent ?? person)?.waiting ?? []
    begin?.()
  }
}

const makeLine = (): Line => ({ running: 0, waiting: new Set() })

function findFewest<Each>(all: Iterable<Each>, count: (each: Each) => number, mayBe: (each: Each) => boolean) {
  let found: Each | undefined
  let least = Number.POSITIVE_INFINITY
  for (const each of all) {
    if (count(each) >= least || !mayBe(each)) continue
    found = each
    least = count(each)
  }
  return found
}

function moveToEnd<Value>(map: Map<number, Value>, key: number, value: Value): void {
  map.delete(key)
  map.set(key, value)
}
