// What a terminal's poll gets: acts first, then the next differences. A terminal that holds all it should costs no query.
import { dayIn, zoneOffset } from '@torniquete/contract/dates.ts'
import type { Kit } from '../kit.ts'
import { claimActs } from './acts.ts'
import { claimDifferences, nextDue } from './terminal-users.ts'
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

/** The command that has a terminal read its options again is always this one. */
export const rereadCommand = 0

const batch = 50
const rereadEvery = 120_000
const followed = ['clients', 'payments', 'users', 'gym-info', 'devices', 'gyms', 'door'] as const

interface Settled {
  stamp: string
  today: string
  /** When unacknowledged commands are due again, in milliseconds; null where there are none. */
  lookAgain: number | null
}

type ReconcilerKit = Pick<Kit, 'database' | 'live' | 'zones'>

export class Reconciler {
  readonly #kit: ReconcilerKit
  readonly #settled = new Map<string, Settled>()
  readonly #rereadAsked = new Map<string, number>()

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
    const reread = this.#asksToReread(terminal, zone, now)
    if (!reread && this.#isSettled(terminal, stamp, today, now)) return []

    const { acts, differences, lookAgain } = await database.write({ gym: terminal.gym, user: null }, async (tx) => {
      const [claimed, found, due] = await Promise.all([
        claimActs(tx, terminal, now),
        claimDifferences(tx, terminal, today, now, batch),
        nextDue(tx, terminal),
      ])
      return { acts: claimed, differences: found, lookAgain: due }
    })
    if (differences.length < batch) this.#settled.set(terminal.sn, { stamp, today, lookAgain })
    return [
      ...acts.map(({ command }): TerminalCommand => ({ id: command, kind: 'open' })),
      ...differences.map(({ pin, sent, privilege, command }): TerminalCommand => {
        if (sent === '') return { id: command, kind: 'remove', pin }
        const { name, card, verify } = readRecord(sent)
        return { id: command, kind: 'put', pin, name, card, verify, privilege }
      }),
      // Last, since a terminal ignores what follows it.
      ...(reread ? [{ id: rereadCommand, kind: 'reread' } as const] : []),
    ]
  }

  /** Until it says that it did, or begins anew; but not at each poll. */
  #asksToReread(terminal: Terminal, zone: string, now: Date): boolean {
    if (terminal.announced === null || terminal.announced === announcedOptions(terminal, zone, now)) {
      this.#rereadAsked.delete(terminal.sn)
      return false
    }
    const asked = this.#rereadAsked.get(terminal.sn)
    if (asked !== undefined && now.getTime() - asked < rereadEvery) return false
    this.#rereadAsked.set(terminal.sn, now.getTime())
    return true
  }

  #isSettled(terminal: Terminal, stamp: string, today: string, now: Date): boolean {
    const settled = this.#settled.get(terminal.sn)
    if (!settled || settled.stamp !== stamp || settled.today !== today) return false
    return settled.lookAgain === null || now.getTime() < settled.lookAgain
  }
}
