// Where drivers hand in what terminals say and fetch what they are to do. No protocol's words in here.
import { readInstant, zoneOffset } from '@torniquete/contract/dates.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { Kit } from '../kit.ts'
import { recordActResults } from './acts.ts'
import { type Pass, recordPasses } from './passes.ts'
import { Presence } from './presence.ts'
import { adoptCards, announceDoor } from './queries.ts'
import { announcedOptions, Reconciler, rereadCommand, type TerminalCommand } from './reconciler.ts'
import { type ReportedUser, type SameName, weigh } from './reports.ts'
import {
  acknowledge,
  type CommandResult,
  countHeld,
  doubtHeld,
  heldRecords,
  noteReported,
  resendUnacknowledged,
} from './terminal-users.ts'
import { type Terminal, Terminals } from './terminals.ts'

const passesAtOnce = 1000

export class Desk {
  readonly terminals: Terminals
  readonly presence: Presence
  readonly #kit: Pick<Kit, 'database' | 'live' | 'zones'>
  readonly #reconciler: Reconciler
  /** Terminals that counted fewer users than they hold, until they count right or begin anew. */
  readonly #shortOfUsers = new Set<string>()

  constructor(kit: Pick<Kit, 'database' | 'live' | 'zones'>) {
    this.#kit = kit
    this.terminals = new Terminals(kit.database, kit.live)
    this.presence = new Presence(kit.database)
    this.#reconciler = new Reconciler(kit)
  }

  /** A terminal begins anew: what it had not acknowledged is sent at once. Answers its zone's offset in minutes. */
  async begin(
    terminal: Terminal,
    said: { language: number | null; push_version: string | null },
    now: Date,
  ): Promise<number> {
    const zone = await this.#kit.zones.of(terminal.gym)
    await this.terminals.describe(terminal, { ...said, announced: announcedOptions(terminal, zone, now) })
    this.#shortOfUsers.delete(terminal.sn)
    await this.#write(terminal, async (tx) => {
      if ((await resendUnacknowledged(tx, terminal)) > 0) await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
    return zoneOffset(zone, now)
  }

  async offset(terminal: Terminal, now: Date): Promise<number> {
    return zoneOffset(await this.#kit.zones.of(terminal.gym), now)
  }

  commandsFor(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    return this.#reconciler.commandsFor(terminal, now)
  }

  async results(terminal: Terminal, results: readonly CommandResult[]): Promise<void> {
    if (results.length === 0) return
    await this.#write(terminal, async (tx) => {
      await acknowledge(tx, terminal, results)
      await recordActResults(tx, terminal, results)
    })
    // Told once; until its next handshake nobody knows what it goes by.
    if (results.some(({ command }) => command === rereadCommand))
      await this.terminals.describe(terminal, { announced: null })
    this.#reconciler.unsettle(terminal)
  }

  /** Stored when this resolves; a terminal that is answered before would drop what is not. */
  async passes(terminal: Terminal, passes: readonly Pass[], now: Date): Promise<void> {
    const zone = await this.#kit.zones.of(terminal.gym)
    const place = { gym: terminal.gym, sn: terminal.sn, deviceName: terminal.name, zone, now }
    for (let start = 0; start < passes.length; start += passesAtOnce)
      await this.#write(terminal, (tx) => recordPasses(tx, place, passes.slice(start, start + passesAtOnce)))
    const [live] = passes
    if (live && passes.length === 1 && this.presence.isSteady(terminal.gym, terminal.id, now))
      await this.terminals.noteClock(terminal, readInstant(zone, live.time), now)
  }

  /** Users that somebody changed or enrolled at the terminal: what the gym wants of them is asserted again. */
  async reported(terminal: Terminal, users: readonly ReportedUser[], sameName: SameName): Promise<void> {
    if (users.length === 0) return
    const latest = [...new Map(users.map((user) => [user.pin, user])).values()]
    const pins = latest.map((user) => user.pin)
    await this.#write(terminal, async (tx) => {
      const held = new Map((await heldRecords(tx, terminal, pins)).map((row) => [row.pin, row]))
      const records = latest.map((user) => weigh(user, held.get(user.pin), sameName))
      await noteReported(tx, terminal, records)
      await adoptCards(tx, terminal.gym, latest)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  async deletedAtTerminal(terminal: Terminal, pins: readonly number[]): Promise<void> {
    if (pins.length > 0) await this.#doubt(terminal, pins)
  }

  /** The terminal was emptied or reset: it is filled anew. */
  emptied(terminal: Terminal): Promise<void> {
    return this.#doubt(terminal, null)
  }

  /** A terminal that says it holds fewer users than it acknowledged was emptied without telling. */
  async countedUsers(terminal: Terminal, users: number, firmware: string): Promise<void> {
    await this.terminals.describe(terminal, { firmware })
    const held = await this.#kit.database.read({ gym: terminal.gym, user: null }, (tx) => countHeld(tx, terminal))
    if (users >= held) this.#shortOfUsers.delete(terminal.sn)
    // Once: one that never counts right must not be filled again and again.
    else if (!this.#shortOfUsers.has(terminal.sn)) {
      this.#shortOfUsers.add(terminal.sn)
      await this.emptied(terminal)
    }
  }

  async #doubt(terminal: Terminal, pins: readonly number[] | null): Promise<void> {
    await this.#write(terminal, async (tx) => {
      await doubtHeld(tx, terminal, pins)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  #write<Result>(terminal: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#kit.database.write({ gym: terminal.gym, user: null }, work)
  }
}
