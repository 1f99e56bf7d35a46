// Registering a terminal that is offered asks for the last four characters of its number, which only its label tells: it is
// offered to all who share an address, and not all of them have it before them.
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { compareSerialSuffix } from './queries.ts'

const hourMs = 3_600_000
/** Different wrong numbers of a gym in an hour, on each server: ten thousand would be tried in a month and a half. */
const maxWrongPerHour = 10

export class SerialNumberCheck {
  readonly #wrong = new Map<number, Set<string>>()
  #since = 0

  /** Refuses a number that differs from one that is offered by its last four characters alone. */
  async require(tx: Transaction, gym: number, sn: string, now: Date): Promise<void> {
    const suffix = await compareSerialSuffix(tx, gym, sn)
    if (suffix === null) return
    const at = now.getTime()
    if (at - this.#since >= hourMs) {
      this.#wrong.clear()
      this.#since = at
    }
    const wrong = this.#wrong.get(gym) ?? new Set()
    const left = this.#since + hourMs - at
    if (wrong.size >= maxWrongPerHour)
      fail('session.too-many', { minutes: Math.ceil(left / 60_000), seconds: Math.ceil(left / 1000) })
    if (suffix === 'right') return
    this.#wrong.set(gym, wrong.add(sn))
    fail('device.ending')
  }
}
