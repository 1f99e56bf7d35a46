// Requires the last four characters of a serial number to register a terminal, which are hidden in the list of
// unregistered ones: several gyms may share a network, but only the owner can read the label.
import { fail } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { compareSerialSuffix } from './queries.ts'

const hourMs = 3_600_000
/** Different wrong numbers per gym, hour and server; trying all ten thousand would take six weeks. */
const maxWrongPerHour = 10

export class SerialNumberCheck {
  readonly #wrong = new Map<number, Set<string>>()
  #since = 0

  /** Fails if the number differs from an unregistered one in its last four characters only. */
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
