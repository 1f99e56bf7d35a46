// One gym cannot take all that the others need too: of each kind of work it has so many turns at once, the rest waits.
import { Failure } from '@torniquete/contract/errors.ts'

interface Queue {
  running: number
  waiting: Set<() => void>
}

export class Turns {
  readonly #most: number
  readonly #patience: number
  readonly #gyms = new Map<number, Queue>()

  /** `patience`: milliseconds after which who has had no turn is refused. */
  constructor(most: number, patience: number) {
    this.#most = most
    this.#patience = patience
  }

  async run<Result>(gym: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#gyms.get(gym) ?? { running: 0, waiting: new Set() }
    this.#gyms.set(gym, queue)
    if (queue.running < this.#most) queue.running += 1
    else await this.#turn(queue)
    try {
      return await work()
    } finally {
      this.#pass(gym, queue)
    }
  }

  #turn({ waiting }: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new Failure('database.unavailable', { seconds: 2 }))
      }, this.#patience)
      waiting.add(begin)
    })
  }

  /** To whom waits longest; else there is one turn more. */
  #pass(gym: number, queue: Queue): void {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      next()
    } else {
      queue.running -= 1
      if (queue.running === 0) this.#gyms.delete(gym)
    }
  }
}
