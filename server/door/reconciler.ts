// What a terminal's poll gets: acts first, then the next differences. A terminal that holds all it should costs no query.
import { dayIn, zoneOffset } from '@torniquete/contract/dates.ts'
import type { Kit } from '../kit.ts'
import { claimActs } from './acts.ts'
import { claimDifferences, retryAfter } from './queries.ts'
import type { Terminal } from './terminals.ts'
import { readRecord } from './wanted.ts'

/** What a driver translates into its terminal's words. */
export type TerminalCommand = { id: number } & (
  | { kind: 'put'; pin: number; name: string; card: string; privilege: number; verify: number }
  | { kind: 'remove'; pin: number }
  | { kind: 'open' }
  /** The terminal is to read its options again. */
  | { kind: 'reread' }
)

/** What a handshake tells a terminal, as it is remembered: another one is due when this changes. */
export const announcedOptions = (terminal: Pick<Terminal, 'delay'>, zone: string, now: Date): string =>
  `${terminal.delay ?? ''}|${zoneOffset(zone, now)}`

const batch = 50
const followed = ['clients', 'payments', 'users', 'gym-info', 'devices', 'gyms', 'door'] as const

interface Settled {
  stamp: string
  today: string
  /** When unacknowledged commands are due again; null where there are none. */
  lookAgain: number | null
}

type ReconcilerKit = Pick<Kit, 'database' | 'live' | 'zones'>

export class Reconciler {
  readonly #kit: ReconcilerKit
  readonly #settled = new Map<string, Settled>()

  constructor(kit: ReconcilerKit) {
    this.#kit = kit
  }

  /** Something about the terminal itself changed: compare again at its next poll. */
  unsettle(terminal: Terminal): void {
    this.#settled.delete(terminal.sn)
  }

  async commandsFor(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    const { database, live, zones } = this.#kit
    const zone = await zones.of(terminal.gym)
    const today = zones.today(terminal.gym, now) ?? dayIn(zone, now)
    const stamp = live.stamp(terminal.gym, followed)
    const reread = terminal.announced !== null && terminal.announced !== announcedOptions(terminal, zone, now)
    if (!reread && this.#isSettled(terminal, stamp, today, now)) return []

    const { acts, differences } = await database.write({ gym: terminal.gym, user: null }, async (tx) => {
      const [claimed, found] = await Promise.all([
        claimActs(tx, terminal, now),
        claimDifferences(tx, terminal, today, now, batch),
      ])
      return { acts: claimed, differences: found }
    })
    if (differences.length < batch) {
      const previous = this.#settled.get(terminal.sn)
      const waiting = differences.length > 0 || (previous?.lookAgain ?? 0) > now.getTime()
      const lookAgain = waiting ? now.getTime() + retryAfter(terminal) * 1000 : null
      this.#settled.set(terminal.sn, { stamp, today, lookAgain })
    }
    return [
      ...acts.map(({ command }): TerminalCommand => ({ id: command, kind: 'open' })),
      ...differences.map(({ pin, sent, privilege, command }): TerminalCommand => {
        if (sent === '') return { id: command, kind: 'remove', pin }
        const { name, card, verify } = readRecord(sent)
        return { id: command, kind: 'put', pin, name, card, verify, privilege }
      }),
      // Last, since a terminal ignores what follows it.
      ...(reread ? [{ id: 0, kind: 'reread' } as const] : []),
    ]
  }

  #isSettled(terminal: Terminal, stamp: string, today: string, now: Date): boolean {
    const settled = this.#settled.get(terminal.sn)
    if (!settled || settled.stamp !== stamp || settled.today !== today) return false
    return settled.lookAgain === null || now.getTime() < settled.lookAgain
  }
}
