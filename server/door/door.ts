// The interface between drivers and the door: drivers hand in what terminals report and fetch commands. It knows no protocol.
import { isDeepStrictEqual } from 'node:util'
import { pinOfTerminal } from '@torniquete/contract/door/device-people.ts'
import { dayInZone, zoneOffset } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { AccessDialect } from './access-panels.ts'
import { Alarms } from './alarm-cache.ts'
import {
  beginCensus,
  endWhereComplete,
  isCounting,
  isListing,
  noteCounted,
  noteListed,
  resumeCensus,
} from './census.ts'
import { noteNewest } from './clock-resets.ts'
import { answerOrders, order } from './device-commands.ts'
import { type Incident, notifyIncidents } from './incidents.ts'
import { Presence } from './last-seen.ts'
import { type LoggedChange, noteDeletedAtTerminal, noteEchoes, withPinNumbers } from './logged-user-changes.ts'
import { recordActResults } from './open-door.ts'
import { Operations } from './operation-log.ts'
import { Origins } from './origins.ts'
import { areScattered, type Pass, recordPasses, storeUnreadable } from './pass-intake.ts'
import { PinQueries, recountAfter } from './pin-queries.ts'
import { announceDoor } from './queries.ts'
import { announcedOptions, Reconciler, rereadCommand, type TerminalCommand } from './reconciler.ts'
import { assess, isOfSentPerson, type ReportedUser, type SameName, supersededReport } from './reported-users.ts'
import { resendPending } from './resend-pending.ts'
import { TemplateIntake } from './template-intake.ts'
import { acknowledgeTemplates } from './templates.ts'
import { Clocks } from './terminal-clocks.ts'
import { noteOrderResult, readFacts, recordDescription, repeatEndRightsOrders } from './terminal-states.ts'
import { acknowledgeZones, forgetZones, invalidateZones } from './terminal-time-zones.ts'
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
import { Traffic } from './traffic-log.ts'
import {
  acknowledgeRemovals,
  dropStrangers,
  noteIdentified,
  ownRecords,
  recordProposals,
  separateStrangers,
} from './unknown-users.ts'
import { UnknownCallers } from './unregistered-caller-limit.ts'
import { UploadQuota } from './upload-quota.ts'

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
  /** Serial number → when its list was last asked for because it counted too few users; cleared at a handshake. */
  readonly #shortOfUsers = new Map<string, number>()
  /** Serial number → count and firmware of the last poll, since some terminals send them with each. */
  readonly #counted = new Map<string, string>()

  constructor(services: DoorServices) {
    this.#services = services
    this.terminals = new Terminals(services.database, services.live)
    this.presence = new Presence(services.database)
    this.origins = new Origins(services)
    this.alarms = new Alarms(services.live)
    this.traffic = new Traffic(services.live, (sn) => this.terminals.find(sn), services.clock())
    this.#reconciler = new Reconciler(services)
    this.clocks = new Clocks(services, this.presence, (terminal) => this.#reconciler.unsettle(terminal))
    this.operations = new Operations(services, this.clocks)
    this.quota = new UploadQuota(services)
    this.templates = new TemplateIntake(services, (terminal) => this.#reconciler.unsettle(terminal))
    this.access = new AccessDialect(services, (terminal) => this.#reconciler.unsettle(terminal))
  }

  /** A handshake: resends at once what the terminal has not acknowledged. Answers the offset of its gym's zone in minutes. */
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
      // With a wrong clock a terminal that keeps days would let in, or keep out, the wrong people.
      await order(tx, terminal, ['clock'])
      await repeatEndRightsOrders(tx, terminal)
      await resumeCensus(tx, terminal)
      // Its polls may come to another server, which still believes that nothing is due.
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
    return zoneOffset(zone, now)
  }

  zone(terminal: Terminal): Promise<string> {
    return this.#services.zones.of(terminal.gym)
  }

  offset = async (terminal: Terminal, now: Date): Promise<number> => zoneOffset(await this.zone(terminal), now)

  /** The day of the terminal's gym, `YYYY-MM-DD`. */
  async day(terminal: Terminal, now: Date): Promise<string> {
    return dayInZone(await this.zone(terminal), now)
  }

  /** The commands for a poll: differences first; where there are none, queries about numbers (pin-queries.ts). */
  async commandsFor(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    const commands = await this.#reconciler.commandsFor(terminal, now, this.presence.isBack(terminal))
    if (commands.length > 0) return commands
    // The order for the list is sent with its next poll.
    if (this.#pinQueries.claimList(terminal.sn, now)) await this.listAgain(terminal, now)
    const pins = this.#pinQueries.claim(terminal.sn, now)
    if (pins.length === 0) return []
    // The answer comes as a report of the user, not as the command's result.
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
      // A result 'busy' counts as no answer: the command is sent again.
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
        // The listed users may have been reported before this result.
        if (answered.kind === 'list') await endWhereComplete(tx, terminal, now)
        if (answered.users === null) continue
        if (!(await isListing(tx, terminal))) await this.#compareCount(tx, terminal, answered.users, now)
        await noteCounted(tx, terminal, answered.users, now)
      }
      return { oneWay, tookTemplates: taken === said.length }
    })
    // Its next count must be compared again.
    if (!tookTemplates) this.#counted.delete(terminal.sn)
    if (oneWay) await this.terminals.noteManner(terminal, { oneWay })
    // The command is sent once; which options it uses is unknown until its next handshake.
    if (said.some(({ command }) => command === rereadCommand))
      await this.terminals.describe(terminal, { announced: null })
    this.#reconciler.unsettle(terminal, tookTemplates)
  }

  /** Stores the passes of an upload before it is answered: a terminal drops what was. A pass without `others` (lines of the upload) happens now. */
  async passes(
    terminal: Terminal,
    { passes, unreadable, others = 0 }: { passes: readonly Pass[]; unreadable: readonly string[]; others?: number },
    now: Date,
  ): Promise<void> {
    const { gym, id, sn, name } = terminal
    const zone = await this.zone(terminal)
    const place = { gym, id, sn, name, zone, now, restarted: false, scattered: areScattered(passes) }
    const only = passes.length === 1 && others === 0 ? passes[0] : undefined
    const told = only ? [await this.clocks.passOf(terminal, only, now)] : passes
    for (let start = 0; start < told.length; start += passesAtOnce)
      this.#pinQueries.enqueue(
        terminal.sn,
        await this.#write(terminal, async (tx) => {
          if (start === 0) place.restarted = await noteNewest(tx, place, passes)
          return recordPasses(tx, place, told.slice(start, start + passesAtOnce))
        }),
        now,
      )
    if (only) this.clocks.recorded(terminal, only, now)
    await this.unreadable(terminal, unreadable, now)
  }

  /** Users that were changed or enrolled at the terminal, or that it lists: where they differ their records are sent again. */
  async reported(terminal: Terminal, users: readonly ReportedUser[], sameName: SameName, now: Date): Promise<void> {
    if (users.length === 0) return
    const latest = [...new Map(users.map((user) => [user.pin, user])).values()]
    const zone = await this.zone(terminal)
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
      const undone = strangers.flatMap((user) => {
        const before = told.get(user.pin)
        return before ? [supersededReport(user, before)] : []
      })
      await noteReported(tx, terminal, [...records, ...ownRecords(owners, terminal), ...undone], now)
      await noteIdentified(tx, terminal, { owners, strangers }, { now, zone })
      const proposed = await recordProposals(tx, terminal, latest, now)
      await noteListed(tx, terminal, now)
      const isNews = ({ pin, held, undone }: ReportedRecord) =>
        undone || !isDeepStrictEqual(told.get(String(pin))?.held, held)
      if (listing || owners.length + strangers.length + proposed > 0 || records.some(isNews))
        await announceDoor(tx, terminal.gym)
    })
    const told = latest.map(({ pin }) => pin)
    this.#pinQueries.settle(terminal.sn, told, now)
    this.#reconciler.unsettle(terminal)
  }

  /** Users were enrolled or changed at the terminal, which logs the number only: it is queried who they are. */
  async changedAtTerminal(terminal: Terminal, changes: readonly LoggedChange[], now: Date): Promise<void> {
    if (changes.length > 0) await this.#write(terminal, (tx) => noteEchoes(tx, terminal, withPinNumbers(changes)))
    const pins = changes.map(({ pin }) => pin)
    this.#pinQueries.enqueue(terminal.sn, pins, now)
  }

  /** Incidents at the terminal that become notifications. */
  async incidentsHappened(terminal: Terminal, incidents: readonly Incident[], now: Date): Promise<void> {
    if (incidents.length > 0) await this.#write(terminal, (tx) => notifyIncidents(tx, terminal, incidents, now))
  }

  /** Stores lines that cannot be parsed. */
  async unreadable(terminal: Terminal, lines: readonly string[], now: Date): Promise<void> {
    if (lines.length > 0) await this.#write(terminal, (tx) => storeUnreadable(tx, { ...terminal, now }, lines))
  }

  /** Numbers that somebody deleted at the terminal: a later report under one of them is identified by the name. */
  async goneFromTerminal(terminal: Terminal, deletions: readonly LoggedChange[], now: Date): Promise<void> {
    const deleted = withPinNumbers(deletions)
    if (deleted.length > 0) await this.#write(terminal, (tx) => noteDeletedAtTerminal(tx, terminal, deleted, now))
  }

  /** Numbers that were deleted at the terminal: their state there is uncertain. `isPast`: from the log of its past. */
  async deletedAtTerminal(terminal: Terminal, pins: readonly string[], isPast: boolean): Promise<void> {
    if (pins.length === 0) return
    await this.#write(terminal, async (tx) => {
      await invalidateHeld(
        tx,
        terminal,
        pins.flatMap((pin) => pinOfTerminal(pin) ?? []),
      )
      // During a census, or in a log of the past, a deleted number may have been enrolled again since.
      if (!isPast && !(await isCounting(tx, terminal))) await dropStrangers(tx, terminal, pins)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  /** Begins a census: the terminal was emptied or reset, or changed in more ways than are known. */
  async listAgain(terminal: Terminal, now: Date): Promise<void> {
    await this.#write(terminal, async (tx) => {
      await forgetZones(tx, terminal.gym, terminal.id)
      await beginCensus(tx, terminal, now, true)
      await announceDoor(tx, terminal.gym)
    })
    this.#reconciler.unsettle(terminal)
  }

  /** The count of users and the firmware that come with a poll. A count that does not match begins a census. */
  async counted(
    terminal: Terminal,
    { users, firmware }: { users: number; firmware: string },
    now: Date,
  ): Promise<void> {
    const said = `${users} ${firmware}`
    if (this.#counted.get(terminal.sn) === said) return
    await this.terminals.describe(terminal, { firmware })
    await this.#write(terminal, async (tx) => {
      await recordDescription(tx, terminal, { firmware, now })
      await this.#compareCount(tx, terminal, users, now)
      await noteCounted(tx, terminal, users, now)
    })
    this.#counted.set(terminal.sn, said)
    this.#reconciler.unsettle(terminal)
  }

  /** Compares the terminal's count of users with the known one: fewer begin a census, more are asked for later. */
  async #compareCount(tx: Transaction, terminal: Terminal, users: number, now: Date): Promise<void> {
    const { least, most } = await countPeopleHeld(tx, terminal)
    if (!(await isListing(tx, terminal))) this.#pinQueries.counted(terminal.sn, users > most, now)
    const asked = this.#shortOfUsers.get(terminal.sn)
    if (users < least && (asked === undefined || now.getTime() - asked > recountAfter)) {
      // A terminal that counts wrongly must not be asked again and again.
      this.#shortOfUsers.set(terminal.sn, now.getTime())
      await invalidateZones(tx, terminal)
      await beginCensus(tx, terminal, now, true)
      await announceDoor(tx, terminal.gym)
    }
  }

  /** The options by which a terminal describes itself (`table=options`). */
  async described(terminal: Terminal, options: ReadonlyMap<string, string>, now: Date): Promise<void> {
    await this.#write(terminal, (tx) => recordDescription(tx, terminal, { options, now }))
    this.#reconciler.unsettle(terminal)
  }

  #write<Result>(terminal: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#services.database.write({ gym: terminal.gym, user: null }, work)
  }
}
