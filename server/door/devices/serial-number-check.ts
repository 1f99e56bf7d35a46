// Registering a terminal that is offered asks for the last four characters of its number, which only its label tells: it is
// offered to all who share an address, and not all of them have it before them.
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readEnding } from './queries.ts'

const anHour = 3_600_000
/** Different wrong numbers of a gym in an hour, on each server: ten thousand would be tried in a month and a half. */
const wrongInAnHour = 10

export class Endings {
  readonly #wrong = new Map<number, Set<string>>()
  #since = 0

  /** Refuses a number that differs from one that is offered by its last four characters alone. */
  async require(tx: Transaction, gym: number, sn: string, now: Date): Promise<void> {
    const ending = await readEnding(tx, gym, sn)
    if (ending === null) return
    const at = now.getTime()
    if (at - this.#since >= anHour) {
      this.#wrong.clear()
      this.#since = at
    }
    const wrong = this.#wrong.get(gym) ?? new Set()
    const left = this.#since + anHour - at
    if (wrong.size >= wrongInAnHour)
      fail('session.too-many', { minutes: Math.ceil(left / 60_000), seconds: Math.ceil(left / 1000) })
    if (ending === 'right') return
    this.#wrong.set(gym, wrong.add(sn))
    fail('device.ending')
  }
}
