import { parseTerminalPin } from '@torniquete/contract/door/device-people.ts'
import { verifyAllowed } from '@torniquete/contract/door/door.ts'
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { isLimitedByPlans, selectPlanDenialReason } from './plan-doors-and-hours.ts'
import { readPinState } from './queries.ts'
import { type Refusal, recordRefusals } from './refusals.ts'
import { recordDialectChange } from './terminal-states.ts'
import type { Terminal } from './terminals.ts'

const descriptionIntervalMs = 600_000

export class AccessPanels {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #invalidate: (terminal: Terminal) => void
  readonly #askedDescription = new Map<string, number>()

  constructor(services: Pick<Services, 'database' | 'zones'>, invalidate: (terminal: Terminal) => void) {
    this.#services = services
    this.#invalidate = invalidate
  }

  shouldAskDescription({ sn }: Terminal, now: Date): boolean {
    const at = now.getTime()
    if (at - (this.#askedDescription.get(sn) ?? Number.NEGATIVE_INFINITY) < descriptionIntervalMs) return false
    this.#askedDescription.set(sn, at)
    return true
  }

  async recordDialect(terminal: Terminal, isAccess: boolean, now: Date): Promise<void> {
    if (terminal.isAccess === isAccess) return
    await this.#services.database.write({ gym: terminal.gym, user: null }, (tx) =>
      recordDialectChange(tx, terminal, isAccess, now),
    )
    terminal.isAccess = isAccess
    this.#invalidate(terminal)
  }

  /** Stores the refusals that a terminal reports; a recent one becomes a notification. */
  async storeRefusals(terminal: Terminal, refusals: readonly Refusal[], now: Date): Promise<void> {
    if (refusals.length === 0) return
    const { database, zones } = this.#services
    const { gym, id, sn } = terminal
    const place = { gym, id, sn, zone: await zones.of(gym), now }
    await database.write({ gym, user: null }, (tx) => recordRefusals(tx, place, refusals))
  }

  async canEnter(
    { gym, id }: Terminal,
    { pin, door, leaves }: { pin: string | null; door: number | null; leaves: boolean | null },
    now: Date,
  ): Promise<boolean> {
    const number = pin === null ? null : parseTerminalPin(pin)
    if (number === null) return false
    const { database, zones } = this.#services
    const zone = await zones.of(gym)
    return database.read({ gym, user: null }, async (tx) => {
      const state = await readPinState(tx, gym, dayInZone(zone, now), number)
      if (state.verify !== verifyAllowed) return false
      const { outside } = await tx.one<{ outside: string | null }>(sql`
        select ${selectPlanDenialReason(gym, {
          client: sql`(select id_client from pins where gym_id = ${gym} and id = ${number})`,
          device: sql`(select d.id from devices d where d.gym_id = ${gym} and d.id = ${id} and ${isLimitedByPlans} and not ${leaves === true})`,
          door: sql`${door}::integer`,
          at: sql`${now}::timestamptz`,
          zone,
          past: false,
        })} as outside`)
      return outside === null
    })
  }
}
