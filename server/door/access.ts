// What only a terminal of the access dialect tells and asks: whom it refused, and whether to open.
import { dayIn } from '@torniquete/contract/dates.ts'
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import { verifyAllowed } from '@torniquete/contract/door.ts'
import type { Services } from '../services.ts'
import { pinState } from './queries.ts'
import { type Refusal, recordRefusals } from './refusals.ts'
import { noteDialect } from './terminal-states.ts'
import type { Terminal } from './terminals.ts'

export class AccessDialect {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #unsettle: (terminal: Terminal) => void

  constructor(services: Pick<Services, 'database' | 'zones'>, unsettle: (terminal: Terminal) => void) {
    this.#services = services
    this.#unsettle = unsettle
  }

  /** A terminal calls in this dialect, or in the other one. */
  async spokenBy(terminal: Terminal, isAccess: boolean, now: Date): Promise<void> {
    if (terminal.isAccess === isAccess) return
    await this.#services.database.write({ gym: terminal.gym, user: null }, (tx) =>
      noteDialect(tx, terminal, isAccess, now),
    )
    terminal.isAccess = isAccess
    this.#unsettle(terminal)
  }

  /** Whom it would not let in, as it tells: kept, and news of a moment ago. */
  async refused(terminal: Terminal, refusals: readonly Refusal[], now: Date): Promise<void> {
    if (refusals.length === 0) return
    const { database, zones } = this.#services
    const { gym, id, sn, name: deviceName } = terminal
    const place = { gym, id, sn, deviceName, zone: await zones.of(gym), now }
    await database.write({ gym, user: null }, (tx) => recordRefusals(tx, place, refusals))
  }

  /** Whether the gym lets in whoever has that number. */
  async letsIn({ gym }: Terminal, pin: string, now: Date): Promise<boolean> {
    const number = pinOfTerminal(pin)
    if (number === null) return false
    const { database, zones } = this.#services
    const today = dayIn(await zones.of(gym), now)
    const state = await database.read({ gym, user: null }, (tx) => pinState(tx, gym, today, number))
    return state.verify === verifyAllowed
  }
}
