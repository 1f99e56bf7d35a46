// Where drivers hand in what terminals say and fetch what they are to do. No protocol's words in here.

import { dayIn, zoneOffset } from '@torniquete/contract/dates.ts'
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../services.ts'
import { AccessDialect } from './access.ts'
import { Alarms } from './alarms.ts'
import {
  beginCensus,
  endWhereComplete,
  isCounting,
  isListing,
  noteCounted,
  noteListed,
  resumeCensus,
} from './census.ts'
import { Clocks } from './clocks.ts'
import { type Incident, notifyIncidents } from './incidents.ts'
import { type LoggedChange, noteDeletedAtTerminal, noteEchoes, withPinNumbers } from './logged-changes.ts'
import { recordActResults } from './openings.ts'
import { Operations } from './operations.ts'
import { answerOrders, order } from './orders.ts'
import { Origins } from './origins.ts'
import { areScattered, type Pass, recordPasses, storeUnreadable } from './passes.ts'
import { PinQueries, recountAfter } from './pin-queries.ts'
import { Presence } from './presence.ts'
import { announceDoor } from './queries.ts'
import { announcedOptions, Reconciler, rereadCommand, type TerminalCommand } from './reconciler.ts'
import { assess, isOfSentPerson, type ReportedUser, type SameName, supersededReport } from './reports.ts'
import { resendPending } from './resend-pending.ts'
import { acknowledgeRemovals, dropStrangers, noteStrangers, recordProposals, separateStrangers } from './strangers.ts'
import { TemplateIntake } from './template-intake.ts'
import { acknowledgeTemplates } from './templates.ts'
import { noteOrderResult, readFacts, recordDescription, repeatEndRightsOrders } from './terminal-states.ts'
import {
  acknowledge,
  busy,
  type CommandResult,
  countPeopleHeld,
  heldRecords,
  invalidateHeld,
  noSuchPin,
  noteReported,
  type ReportedRecord,
  unreadable,
  wholeResults,
} from './terminal-users.ts'
import { type Terminal, Terminals } from './terminals.ts'
import { Traffic } from './traffic.ts'
import { UnknownCallers } from './unknown-callers.ts'
import { UploadQuota } from './upload-quota.ts'
import { acknowledgeZones, forgetZones, invalidateZones } from './zones.ts'

const passesAtOnce = 1000
type DoorServices = Pick<Services, 'database' | 'live' | 'zones' | 'log' | 'clock' | 'seal'>

export class Door {
  readonly terminals: Terminals
  readonly presence: Presence
  readonly origins: Origins
  readonly alarms: Alarms
  readonly traffic: Traffic
  readonly clocks: Clocks
  readonly operations: Operations
  readonly access: AccessDialect
  readonly unknownCallers = new UnknownCallers()
  readonly quota: UploadQuota
  readonly templates: TemplateIntake
  readonly #services: DoorServices
  readonly #reconciler: Reconciler
  readonly #pinQueries = new PinQueries()
  /** When terminals that counted fewer users than they hold were asked for whom, until they begin anew. */
  readonly #shortOfUsers = new Map<string, number>()
  /** What each terminal said last of itself in passing: some say it at each poll. */
  readonly #counted = new Map<string, string>()

  constructor(services: DoorServices) {
    this.#services = services
    this.terminals = new Terminals(services.database, services.live)
    this.presence = new Presence(services.database)
    this.origins = new Origins(services, (terminal) => this.#reconciler.unsettle(terminal))
    this.alarms = new Alarms(services.live)
    this.traffic = new Traffic(services.live, (sn) => this.terminals.find(sn), services.clock())
    this.#reconciler = new Reconciler(services)
    this.clocks = new Clocks(services, this.presence, (terminal) => this.#reconciler.unsettle(terminal))
    this.operations = new Operations(services, this.clocks)
    this.quota = new UploadQuota(services)
    this.templates = new TemplateIntake(services, (terminal) => this.#reconciler.unsettle(terminal))
    this.access = new AccessDialect(services, (terminal) => this.#reconciler.unsettle(terminal))
  }

  /** A terminal begins anew: what it had not acknowledged is sent at once. Answers its zone's offset in minutes. */
  async begin(
    terminal: Terminal,
    said: { language: number | null; push_version: string | null },
    now: Date,
  ): Promise<number> {
    const zone = await this.zone(terminal)
    await this.terminals.readMarks(terminal)
    await this.terminals.describe(terminal, { ...said, announced: announcedOptions(terminal, zone, now) })
    this.#shortOfUsers.delete(terminal.sn)
    this.#counted.delete(terminal.sn)
    this.presence.beganAnew(terminal, now)
    await this.#write(terminal, async (tx) => {
      await resendPending(tx, terminal)
      // A wrong clock lets in, or keeps out, whoever has a last day.
      await order(tx, terminal, ['clock'])
      await repeatEndRightsOrders(tx, terminal)
      await resumeCensus(tx, terminal)
      // Its polls may come to another server, which took it for settled.
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
    return zoneOffset(zone, now)
  }

  zone(terminal: Terminal): Promise<string> {
    return this.#services.zones.of(terminal.gym)
  }

  async offset(terminal: Terminal, now: Date): Promise<number> {
    return zoneOffset(await this.zone(terminal), now)
  }

  /** The day of the terminal's gym, `YYYY-MM-DD`. */
  async day(terminal: Terminal, now: Date): Promise<string> {
    return dayIn(await this.zone(terminal), now)
  }

  /** What is to be asked of it comes where there is nothing to be told. */
  async commandsFor(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    const commands = await this.#reconciler.commandsFor(terminal, now, this.presence.isBack(terminal))
    if (commands.length > 0) return commands
    // It is told so at its next poll.
    if (this.#pinQueries.claimList(terminal.sn, now)) await this.listAgain(terminal, now)
    const pins = this.#pinQueries.claim(terminal.sn, now)
    if (pins.length === 0) return []
    // The answer is what it reports of them, not the result.
    const ids = await this.#write(terminal, (tx) =>
      tx.many<{ id: number }>(sql`select nextval('terminal_commands') as id from generate_series(1, ${pins.length})`),
    )
    return ids.map(({ id }, at) => {
      const pin = pins[at] ?? ''
      this.#pinQueries.asked(terminal.sn, pin, id)
      return { id, kind: 'ask', pin }
    })
  }

  async results(terminal: Terminal, said: readonly CommandResult[], now: Date): Promise<void> {
    if (said.length === 0) return
    const { oneWay, tookTemplates } = await this.#write(terminal, async (tx) => {
      const results = await wholeResults(tx, terminal, said)
      const { turned, oneWay } = await acknowledge(tx, terminal, results)
      await recordActResults(tx, terminal, results)
      const taken = await acknowledgeTemplates(tx, terminal, results, now)
      await acknowledgeZones(tx, terminal, results)
      // What it was too busy for is asked again, as if it had said nothing.
      const meant = results.filter(({ code }) => !busy.includes(code))
      const gone = this.#pinQueries.settleByCode(terminal.sn, meant, noSuchPin, now)
      const untold = this.#pinQueries.refused(terminal.sn, meant, now)
      const lost = [...gone, ...untold].flatMap((pin) => pinOfTerminal(pin) ?? [])
      if (lost.length > 0) await invalidateHeld(tx, terminal, lost)
      if (gone.length > 0) await dropStrangers(tx, terminal, gone)
      this.#pinQueries.settleByCode(terminal.sn, meant, unreadable, now)
      const stays = await acknowledgeRemovals(tx, terminal, meant)
      if (turned || stays || gone.length + untold.length > 0) await announceDoor(tx, terminal.gym)
      for (const answered of await answerOrders(tx, terminal, meant)) {
        await noteOrderResult(tx, terminal, answered, now)
        // Those whom it lists may have come before.
        if (answered.kind === 'list') await endWhereComplete(tx, terminal, now)
        if (answered.users === null) continue
        if (!(await isListing(tx, terminal))) await this.#compareCount(tx, terminal, answered.users, now)
        await noteCounted(tx, terminal, answered.users, now)
      }
      return { oneWay, tookTemplates: taken === said.length }
    })
    // What it counts next is another matter.
    if (!tookTemplates) this.#counted.delete(terminal.sn)
    if (oneWay) await this.terminals.noteManner(terminal, { oneWay })
    // Told once; until its next handshake nobody knows what it goes by.
    if (said.some(({ command }) => command === rereadCommand))
      await this.terminals.describe(terminal, { announced: null })
    this.#reconciler.unsettle(terminal, tookTemplates)
  }

  /** Stored when this resolves; a terminal that is answered before would drop what is not. What came with `others` need not be of now. */
  async passes(
    terminal: Terminal,
    { passes, unreadable, others = 0 }: { passes: readonly Pass[]; unreadable: readonly string[]; others?: number },
    now: Date,
  ): Promise<void> {
    const zone = await this.zone(terminal)
    const { gym, id, sn } = terminal
    const place = { gym, id, sn, zone, now, scattered: areScattered(passes) }
    const only = passes.length === 1 && others === 0 ? passes[0] : undefined
    const told = only ? [await this.clocks.passOf(terminal, only, now)] : passes
    for (let start = 0; start < told.length; start += passesAtOnce)
      this.#pinQueries.enqueue(
        terminal.sn,
        await this.#write(terminal, (tx) => recordPasses(tx, place, told.slice(start, start + passesAtOnce))),
        now,
      )
    if (only) this.clocks.recorded(terminal, only, now)
    await this.unreadable(terminal, unreadable, now)
  }

  /** Users that somebody changed or enrolled at the terminal, or whom it lists: what the gym wants of them is asserted again. */
  async reported(terminal: Terminal, users: readonly ReportedUser[], sameName: SameName, now: Date): Promise<void> {
    if (users.length === 0) return
    const latest = [...new Map(users.map((user) => [user.pin, user])).values()]
    await this.#write(terminal, async (tx) => {
      const pins = latest.flatMap(({ pin }) => pinOfTerminal(pin) ?? [])
      const told = new Map((await heldRecords(tx, terminal, pins, now)).map((row) => [String(row.pin), row]))
      const isTold = (user: ReportedUser) => {
        const before = told.get(user.pin)
        return before !== undefined && isOfSentPerson(user, before, sameName)
      }
      const { owners, strangers } = await separateStrangers(
        tx,
        terminal,
        latest.filter((user) => !isTold(user)),
        sameName,
      )
      const ends = (await readFacts(tx, terminal)).ends_itself === true
      const listing = await isListing(tx, terminal)
      const records = latest.flatMap((user) => {
        const before = told.get(user.pin)
        return before && isTold(user) ? [assess(user, before, { sameName, blocking: terminal, ends, listing })] : []
      })
      const found = owners.map(({ pin, holder }) => ({
        pin,
        held: `${holder}\t?`,
        reported: null,
        repeated: 0,
        undone: false,
        resisted: false,
      }))
      const undone = strangers.flatMap((user) => {
        const before = told.get(user.pin)
        return before ? [supersededReport(user, before)] : []
      })
      await noteReported(tx, terminal, [...records, ...found, ...undone], now)
      await noteStrangers(tx, terminal, strangers, now)
      const proposed = await recordProposals(tx, terminal, latest, now)
      await noteListed(tx, terminal, now)
      const isNews = ({ pin, held, undone }: ReportedRecord) => undone || told.get(String(pin))?.held !== held
      if (listing || owners.length + strangers.length + proposed > 0 || records.some(isNews))
        await announceDoor(tx, terminal.gym)
    })
    const told = latest.map(({ pin }) => pin)
    this.#pinQueries.settle(terminal.sn, told, now)
    this.#reconciler.unsettle(terminal)
  }

  /** Somebody was enrolled or changed at the terminal itself, which does not say who that is now, or not yet. */
  async changedAtTerminal(terminal: Terminal, changes: readonly LoggedChange[], now: Date): Promise<void> {
    if (changes.length > 0) await this.#write(terminal, (tx) => noteEchoes(tx, terminal, withPinNumbers(changes)))
    const pins = changes.map(({ pin }) => pin)
    this.#pinQueries.enqueue(terminal.sn, pins, now)
  }

  /** What somebody at the desk is to hear of: it was done at the terminal, or to it, a moment ago. */
  async incidentsHappened(terminal: Terminal, incidents: readonly Incident[], now: Date): Promise<void> {
    if (incidents.length > 0) await this.#write(terminal, (tx) => notifyIncidents(tx, terminal, incidents, now))
  }

  /** Lines of it that nobody can read. */
  async unreadable(terminal: Terminal, lines: readonly string[], now: Date): Promise<void> {
    if (lines.length > 0) await this.#write(terminal, (tx) => storeUnreadable(tx, { ...terminal, now }, lines))
  }

  /** Numbers that somebody deleted there a moment ago: who is told of under them from now on is judged by the name. */
  async goneFromTerminal(terminal: Terminal, deletions: readonly LoggedChange[], now: Date): Promise<void> {
    const deleted = withPinNumbers(deletions)
    if (deleted.length === 0) return
    await this.#write(terminal, (tx) => noteDeletedAtTerminal(tx, terminal, deleted, now))
  }

  /** `isPast`: it tells of its past for the first time. */
  async deletedAtTerminal(terminal: Terminal, pins: readonly string[], isPast: boolean): Promise<void> {
    if (pins.length === 0) return
    await this.#write(terminal, async (tx) => {
      await invalidateHeld(
        tx,
        terminal,
        pins.flatMap((pin) => pinOfTerminal(pin) ?? []),
      )
      // While it is asked, or in its past, whoever was deleted once may have been enrolled again since.
      if (!isPast && !(await isCounting(tx, terminal))) await dropStrangers(tx, terminal, pins)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  /** The terminal was emptied or reset, or more was changed there than is known: it is asked whom it holds. */
  async listAgain(terminal: Terminal, now: Date): Promise<void> {
    await this.#write(terminal, async (tx) => {
      await forgetZones(tx, terminal.gym, terminal.id)
      await beginCensus(tx, terminal, now, true)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  /** What a terminal says of itself in passing; one that holds fewer users than it acknowledged is asked whom it holds. */
  async counted(
    terminal: Terminal,
    { users, firmware }: { users: number; firmware: string },
    now: Date,
  ): Promise<void> {
    const said = `${users} ${firmware}`
    if (this.#counted.get(terminal.sn) === said) return
    await this.terminals.describe(terminal, { firmware })
    await this.#write(terminal, async (tx) => {
      await recordDescription(tx, terminal, { firmware })
      await this.#compareCount(tx, terminal, users, now)
      await noteCounted(tx, terminal, users, now)
    })
    this.#counted.set(terminal.sn, said)
    this.#reconciler.unsettle(terminal)
  }

  /** One that counts other people than it is known to hold is asked whom. */
  async #compareCount(tx: Transaction, terminal: Terminal, users: number, now: Date): Promise<void> {
    const { least, most } = await countPeopleHeld(tx, terminal)
    if (!(await isListing(tx, terminal))) this.#pinQueries.counted(terminal.sn, users > most, now)
    const asked = this.#shortOfUsers.get(terminal.sn)
    if (users < least && (asked === undefined || now.getTime() - asked > recountAfter)) {
      // One that never counts right, or at times, must not be asked again and again.
      this.#shortOfUsers.set(terminal.sn, now.getTime())
      await invalidateZones(tx, terminal)
      await beginCensus(tx, terminal, now, true)
      await announceDoor(tx, terminal.gym)
    }
  }

  /** What a terminal describes itself by (`table=options`). */
  async described(terminal: Terminal, options: ReadonlyMap<string, string>): Promise<void> {
    await this.#write(terminal, (tx) => recordDescription(tx, terminal, { options }))
    this.#reconciler.unsettle(terminal)
  }

  #write<Result>(terminal: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#services.database.write({ gym: terminal.gym, user: null }, work)
  }
}
