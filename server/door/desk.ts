// Where drivers hand in what terminals say and fetch what they are to do. No protocol's words in here.
import { zoneOffset } from '@torniquete/contract/dates.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Kit } from '../kit.ts'
import { type Pass, recordPasses } from './passes.ts'
import { Presence } from './presence.ts'
import {
  acknowledge,
  adoptCards,
  type CommandResult,
  countHeld,
  forgetHeld,
  forgetPins,
  heldRecords,
  noteHeld,
  resendUnacknowledged,
} from './queries.ts'
import { announcedOptions, Reconciler, type TerminalCommand } from './reconciler.ts'
import { type Terminal, Terminals } from './terminals.ts'
import { readRecord, writeRecord } from './wanted.ts'

/** A user as a terminal reports it. */
export interface ReportedUser {
  pin: number
  name: string
  card: string
  /** 0 and the group's own mode open; 3 does not. */
  verify: number
  privilege: number | null
}

const passesAtOnce = 1000

export class Desk {
  readonly terminals: Terminals
  readonly presence: Presence
  readonly #kit: Pick<Kit, 'database' | 'live' | 'zones'>
  readonly #reconciler: Reconciler

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
    await this.#write(terminal, (tx) => resendUnacknowledged(tx, terminal))
    this.#reconciler.unsettle(terminal)
    return zoneOffset(zone, now)
  }

  async offset(terminal: Terminal, now: Date): Promise<number> {
    return zoneOffset(await this.#kit.zones.of(terminal.gym), now)
  }

  async commandsFor(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    const commands = await this.#reconciler.commandsFor(terminal, now)
    // Told once; until its next handshake nobody knows what it goes by.
    if (commands.some((command) => command.kind === 'reread'))
      await this.terminals.describe(terminal, { announced: null })
    return commands
  }

  async results(terminal: Terminal, results: readonly CommandResult[], now: Date): Promise<void> {
    if (results.length === 0) return
    await this.#write(terminal, (tx) => acknowledge(tx, terminal, results, now))
    this.#reconciler.unsettle(terminal)
  }

  /** Stored when this resolves; a terminal that is answered before would drop what is not. */
  async passes(terminal: Terminal, passes: readonly Pass[], now: Date): Promise<void> {
    const zone = await this.#kit.zones.of(terminal.gym)
    const place = { gym: terminal.gym, sn: terminal.sn, deviceName: terminal.name, zone, now }
    for (let start = 0; start < passes.length; start += passesAtOnce)
      await this.#write(terminal, (tx) => recordPasses(tx, place, passes.slice(start, start + passesAtOnce)))
  }

  /** Users that somebody changed or enrolled at the terminal: what the gym wants of them is asserted again. */
  async reported(
    terminal: Terminal,
    users: readonly ReportedUser[],
    sameName: (wanted: string, reported: string) => boolean,
  ): Promise<void> {
    if (users.length === 0) return
    const latest = [...new Map(users.map((user) => [user.pin, user])).values()]
    await this.#write(terminal, async (tx) => {
      const held = new Map(
        (
          await heldRecords(
            tx,
            terminal,
            latest.map((user) => user.pin),
          )
        ).map((row) => [row.pin, row]),
      )
      const records = latest.map((user) => {
        const before = held.get(user.pin)
        const known = readRecord(before?.held || 'x')
        const name = sameName(known.name, user.name) ? known.name : user.name
        // -1 is the group's own mode, which opens like 0.
        const verify = user.verify === -1 ? 0 : user.verify
        return {
          pin: user.pin,
          held: writeRecord({ holder: known.holder, verify, card: user.card, name }),
          privilege: user.privilege ?? before?.privilege ?? 0,
        }
      })
      await noteHeld(tx, terminal, records)
      await adoptCards(tx, terminal.gym, latest)
    })
    this.#reconciler.unsettle(terminal)
  }

  async deletedAtTerminal(terminal: Terminal, pins: readonly number[]): Promise<void> {
    if (pins.length === 0) return
    await this.#write(terminal, (tx) => forgetPins(tx, terminal, pins))
    this.#reconciler.unsettle(terminal)
  }

  /** The terminal was emptied or reset: it is filled anew. */
  async emptied(terminal: Terminal): Promise<void> {
    await this.#write(terminal, (tx) => forgetHeld(tx, terminal))
    this.#reconciler.unsettle(terminal)
  }

  /** A terminal that says it holds fewer users than it acknowledged was emptied without telling. */
  async countedUsers(terminal: Terminal, users: number, firmware: string): Promise<void> {
    await this.terminals.describe(terminal, { firmware })
    const held = await this.#kit.database.read({ gym: terminal.gym, user: null }, (tx) => countHeld(tx, terminal))
    if (users < held) await this.emptied(terminal)
  }

  #write<Result>(terminal: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#kit.database.write({ gym: terminal.gym, user: null }, work)
  }
}
