// Entry point of the door: protocol drivers pass reports of terminals to it and fetch commands from it.
import { isDeepStrictEqual } from 'node:util'
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { getZoneOffsetMinutes, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { WindowLimit } from '../platform/http/window-limit.ts'
import type { Services } from '../services.ts'
import { ChangedPinQueryQueue, userListQueryIntervalMs } from './changed-pin-query-queue.ts'
import { detectClockReset } from './clock-resets.ts'
import { acknowledgeDeviceCommands, enqueueCommands } from './device-commands.ts'
import { notifyIncidents, type TerminalIncident } from './incidents.ts'
import { LastSeenTracker } from './last-seen-tracker.ts'
import { recordOpeningResults } from './open-door.ts'
import { announceDoorChange } from './queries.ts'
import { formatHandshakeOptions, optionRereadCommandId, Reconciler, type TerminalCommand } from './reconciler.ts'
import { hasSeveralVisits, type Pass, recordPasses, storeUnreadableLines } from './record-passes.ts'
import {
  compareReportedUser,
  isSameUser,
  makeOverwrittenRecord,
  type NameMatcher,
  type ReportedUser,
} from './reported-users.ts'
import { resendPendingCommands } from './resend-pending-commands.ts'
import { acknowledgeTemplates } from './templates.ts'
import {
  beginCensus,
  endCensusIfComplete,
  isBlockedByCensus,
  isCensusRunning,
  recordCensusProgress,
  resumeCensus,
} from './terminal-census.ts'
import { TerminalClockMonitor } from './terminal-clocks.ts'
import { TerminalOriginVerifier } from './terminal-origins.ts'
import { readDateEnforcement, recordCommandResult, recordDescription, resendExpiryOptions } from './terminal-states.ts'
import { acknowledgeTimeZones, deleteTimeZones, invalidateTimeZones } from './terminal-time-zones.ts'
import {
  type LoggedUserChange,
  markCommandCausedChanges,
  markPinsDeletedAtTerminal,
  parseChangedPins,
} from './terminal-user-changes.ts'
import {
  acknowledgeUserRecords,
  busyResultCodes,
  type CommandResult,
  countHeldUsers,
  invalidateHeldRecords,
  mergeMultipartResults,
  parameterErrorCodes,
  type ReportedUserRecord,
  readHeldRecords,
  storeReportedRecords,
  unknownPinCodes,
} from './terminal-users.ts'
import { type Terminal, TerminalRegistry } from './terminals.ts'
import { TrafficLog } from './traffic-log.ts'
import {
  acknowledgeUserRemovals,
  convertUnknownUsersToOwners,
  deleteUnknownUsers,
  recordUnknownUsers,
  separateUnknownUsers,
  storeChangeProposals,
  toUncertainRecords,
} from './unknown-users.ts'
import { UploadQuota } from './upload-quota.ts'

const passesAtOnce = 1000
const maxUnknownNumbers = 20
type DoorServices = Pick<Services, 'database' | 'live' | 'zones' | 'log' | 'clock' | 'seal'>

export class DoorService {
  readonly terminals: TerminalRegistry
  readonly lastSeen: LastSeenTracker
  readonly origins: TerminalOriginVerifier
  readonly traffic: TrafficLog
  readonly clocks: TerminalClockMonitor
  /** Serial number → time in ms when the description of a panel that registered at another server was queried. */
  readonly descriptionAskedAt = new Map<string, number>()
  /** Unregistered serial numbers of each address and minute, so that registered ones cannot be guessed. */
  readonly unknownCallers = new WindowLimit<string>(maxUnknownNumbers, 60_000)
  readonly quota = new UploadQuota()
  readonly services: DoorServices
  readonly #reconciler: Reconciler
  readonly #pinQueries = new ChangedPinQueryQueue()
  /** Serial number → time in ms of the last census that began because users were missing. Reset by a handshake. */
  readonly #shortOfUsers = new Map<string, number>()
  /** Serial number → user count and firmware of the last poll. Only a changed pair is written to the database. */
  readonly #counted = new Map<string, string>()

  constructor(services: DoorServices) {
    this.services = services
    this.terminals = new TerminalRegistry(services.database, services.live)
    this.lastSeen = new LastSeenTracker(services.database)
    this.origins = new TerminalOriginVerifier(services)
    this.traffic = new TrafficLog(services.clock())
    this.#reconciler = new Reconciler(services)
    this.clocks = new TerminalClockMonitor(services, this.lastSeen, this.invalidate)
  }

  /** Handles a handshake: makes unacknowledged commands due at once. Returns the gym's zone offset in minutes. */
  async handleHandshake(
    terminal: Terminal,
    said: { language: number | null; push_version: string | null },
    now: Date,
  ): Promise<number> {
    const zone = await this.zone(terminal)
    await this.terminals.readUploadStamps(terminal)
    await this.terminals.describe(terminal, { ...said, announced: formatHandshakeOptions(terminal, zone, now) })
    this.#shortOfUsers.delete(terminal.sn)
    this.#counted.delete(terminal.sn)
    this.lastSeen.recordHandshake(terminal, now)
    await this.#write(terminal, async (tx) => {
      await resendPendingCommands(tx, terminal)
      // With a wrong clock, a terminal that enforces dates would open for the wrong people.
      await enqueueCommands(tx, terminal, ['clock'])
      await resendExpiryOptions(tx, terminal)
      await resumeCensus(tx, terminal)
      // The next polls may reach another server, whose cache still shows the terminal as in sync.
      await announceDoorChange(tx, terminal.gym)
    })
    this.invalidate(terminal)
    return getZoneOffsetMinutes(zone, now)
  }

  /** Makes the next poll compare the terminal's state with the desired state again. */
  invalidate = (terminal: Terminal): void => this.#reconciler.invalidate(terminal)

  zone(terminal: Terminal): Promise<string> {
    return this.services.zones.of(terminal.gym)
  }

  offsetMinutes = async (terminal: Terminal, now: Date): Promise<number> =>
    getZoneOffsetMinutes(await this.zone(terminal), now)

  async localDay(terminal: Terminal, now: Date): Promise<string> {
    return toLocalDay(await this.zone(terminal), now)
  }

  /** Claims the commands for a poll: records that differ, or if there are none, queries of PINs (changed-pin-query-queue.ts). */
  async claimCommands(terminal: Terminal, now: Date): Promise<TerminalCommand[]> {
    const commands = await this.#reconciler.claimCommands(terminal, now, this.lastSeen.isBack(terminal))
    if (commands.length > 0) return commands
    // The command to list the users is sent with the next poll.
    if (this.#pinQueries.claimList(terminal.sn, now)) await this.restartCensus(terminal, now)
    const pins = this.#pinQueries.claim(terminal.sn, now)
    if (pins.length === 0) return []
    // The reply arrives as an uploaded user, not in the command's result.
    const ids = await this.#write(terminal, (tx) =>
      tx.many<{ id: number }>(sql`select nextval('terminal_commands') as id from generate_series(1, ${pins.length})`),
    )
    return ids.map(({ id }, at) => {
      const pin = pins[at] ?? ''
      this.#pinQueries.recordCommand(terminal.sn, pin, id)
      return { id, kind: 'ask', pin }
    })
  }

  async handleResults(terminal: Terminal, said: readonly CommandResult[], now: Date): Promise<void> {
    if (said.length === 0) return
    const singleBlockMethod = await this.#write(terminal, async (tx) => {
      const results = await mergeMultipartResults(tx, terminal, said)
      const { turned, singleBlockMethod } = await acknowledgeUserRecords(tx, terminal, results)
      await recordOpeningResults(tx, terminal, results)
      await acknowledgeTemplates(tx, terminal, results, now)
      await acknowledgeTimeZones(tx, terminal, results)
      // A 'busy' result counts as no acknowledgement, so the command is sent again.
      const finalResults = results.filter(({ code }) => !busyResultCodes.includes(code))
      const gone = this.#pinQueries.settleByCode(terminal.sn, finalResults, unknownPinCodes, now)
      const refusedPins = this.#pinQueries.listRefused(terminal.sn, finalResults, now)
      const lost = [...gone, ...refusedPins].flatMap((pin) => parseTerminalPin(pin) ?? [])
      if (lost.length > 0) await invalidateHeldRecords(tx, terminal, lost)
      if (gone.length > 0) await deleteUnknownUsers(tx, terminal, gone)
      this.#pinQueries.settleByCode(terminal.sn, finalResults, parameterErrorCodes, now)
      const stays = await acknowledgeUserRemovals(tx, terminal, finalResults)
      if (turned || stays || gone.length + refusedPins.length > 0) await announceDoorChange(tx, terminal.gym)
      for (const answered of await acknowledgeDeviceCommands(tx, terminal, finalResults)) {
        await recordCommandResult(tx, terminal, answered, now)
        // The users may have been listed before this result arrived, so the census may be complete now.
        if (answered.kind === 'list') await endCensusIfComplete(tx, terminal, now)
        if (answered.users === null) continue
        if (!(await isCensusRunning(tx, terminal))) await this.#compareCount(tx, terminal, answered.users, now)
        await recordCensusProgress(tx, terminal, answered.users, now)
      }
      return singleBlockMethod
    })
    // The results may have changed the stored users, so the next user count must be compared again.
    this.#counted.delete(terminal.sn)
    if (singleBlockMethod) await this.terminals.recordProtocolVariant(terminal, { singleBlockMethod })
    // The re-read command is sent once. The options in use are unknown until the next handshake.
    if (said.some(({ command }) => command === optionRereadCommandId))
      await this.terminals.describe(terminal, { announced: null })
    this.#reconciler.invalidate(terminal)
  }

  /**
   * Stores passes before the upload is acknowledged, since the terminal then deletes them. `others` counts the
   * upload's other lines.
   */
  async storePasses(
    terminal: Terminal,
    { passes, unreadable, others = 0 }: { passes: readonly Pass[]; unreadable: readonly string[]; others?: number },
    now: Date,
  ): Promise<void> {
    const { gym, id, sn, name } = terminal
    const zone = await this.zone(terminal)
    const place = { gym, id, sn, name, zone, now, restarted: false, scattered: hasSeveralVisits(passes) }
    const only = passes.length === 1 && others === 0 ? passes[0] : undefined
    if (only) await this.clocks.handlePassTime(terminal, only, now)
    for (let start = 0; start < passes.length; start += passesAtOnce)
      this.#pinQueries.enqueue(
        terminal.sn,
        await this.#write(terminal, async (tx) => {
          if (start === 0) place.restarted = await detectClockReset(tx, place, passes)
          return recordPasses(tx, place, passes.slice(start, start + passesAtOnce))
        }),
        now,
      )
    await this.storeUnreadable(terminal, unreadable, now)
  }

  /** Handles users that were changed, enrolled or listed by the terminal. Records that differ are sent again. */
  async syncUsers(terminal: Terminal, users: readonly ReportedUser[], sameName: NameMatcher, now: Date): Promise<void> {
    if (users.length === 0) return
    const latest = [...new Map(users.map((user) => [user.pin, user])).values()]
    const zone = await this.zone(terminal)
    await this.#write(terminal, async (tx) => {
      const pins = latest.flatMap(({ pin }) => parseTerminalPin(pin) ?? [])
      const known = new Map((await readHeldRecords(tx, terminal, pins, now)).map((row) => [String(row.pin), row]))
      const isOwn = (user: ReportedUser) => {
        const before = known.get(user.pin)
        return before !== undefined && isSameUser(user, before, sameName)
      }
      const { owners, strangers } = await separateUnknownUsers(
        tx,
        terminal,
        latest.filter((user) => !isOwn(user)),
        sameName,
      )
      const ends = (await readDateEnforcement(tx, terminal)) === true
      const listing = await isCensusRunning(tx, terminal)
      const records = latest.flatMap((user) => {
        const before = known.get(user.pin)
        return before && isOwn(user)
          ? [compareReportedUser(user, before, { sameName, blocking: terminal, ends, listing })]
          : []
      })
      const undone = strangers.flatMap((user) => {
        const before = known.get(user.pin)
        return before ? [makeOverwrittenRecord(user, before)] : []
      })
      await storeReportedRecords(tx, terminal, [...records, ...toUncertainRecords(owners, terminal), ...undone], now)
      await recordUnknownUsers(tx, terminal, strangers, now)
      await convertUnknownUsersToOwners(tx, terminal, owners, { now, zone })
      const proposed = await storeChangeProposals(tx, terminal, latest, now)
      await recordCensusProgress(tx, terminal, null, now)
      const isNews = ({ pin, held, undone }: ReportedUserRecord) =>
        undone || !isDeepStrictEqual(known.get(String(pin))?.held, held)
      if (listing || owners.length + strangers.length + proposed > 0 || records.some(isNews))
        await announceDoorChange(tx, terminal.gym)
    })
    const reported = latest.map(({ pin }) => pin)
    this.#pinQueries.settle(terminal.sn, reported, now)
    this.invalidate(terminal)
  }

  /** Queues queries about users who were enrolled or changed at the terminal, since its log states only their PINs. */
  async queryChangedPins(terminal: Terminal, changes: readonly LoggedUserChange[], now: Date): Promise<void> {
    if (changes.length > 0)
      await this.#write(terminal, (tx) => markCommandCausedChanges(tx, terminal, parseChangedPins(changes)))
    const pins = changes.map(({ pin }) => pin)
    this.#pinQueries.enqueue(terminal.sn, pins, now)
  }

  async reportIncidents(terminal: Terminal, incidents: readonly TerminalIncident[], now: Date): Promise<void> {
    if (incidents.length > 0) await this.#write(terminal, (tx) => notifyIncidents(tx, terminal, incidents, now))
  }

  async storeUnreadable(terminal: Terminal, lines: readonly string[], now: Date): Promise<void> {
    if (lines.length > 0) await this.#write(terminal, (tx) => storeUnreadableLines(tx, { ...terminal, now }, lines))
  }

  /** Marks PINs that were deleted at the terminal. A later report of such a PIN is matched to a person by name. */
  async markPinsDeleted(terminal: Terminal, deletions: readonly LoggedUserChange[], now: Date): Promise<void> {
    const deleted = parseChangedPins(deletions)
    if (deleted.length > 0) await this.#write(terminal, (tx) => markPinsDeletedAtTerminal(tx, terminal, deleted, now))
  }

  /** Marks the records of deleted PINs as uncertain. `isPast`: the deletion is from an old log. */
  async invalidateDeletedPins(terminal: Terminal, pins: readonly string[], isPast: boolean): Promise<void> {
    if (pins.length === 0) return
    await this.#write(terminal, async (tx) => {
      await invalidateHeldRecords(
        tx,
        terminal,
        pins.flatMap((pin) => parseTerminalPin(pin) ?? []),
      )
      // After a deletion in an old log or during a census, the PIN may have been enrolled again.
      if (!isPast && !(await isBlockedByCensus(tx, terminal))) await deleteUnknownUsers(tx, terminal, pins)
      await announceDoorChange(tx, terminal.gym)
    })
    this.invalidate(terminal)
  }

  async restartCensus(terminal: Terminal, now: Date): Promise<void> {
    await this.#write(terminal, async (tx) => {
      await deleteTimeZones(tx, terminal.gym, terminal.id)
      await beginCensus(tx, terminal, now, true)
      await announceDoorChange(tx, terminal.gym)
    })
    this.invalidate(terminal)
  }

  async handleUserCount(terminal: Terminal, counted: { users: number; firmware: string }, now: Date): Promise<void> {
    const reported = `${counted.users} ${counted.firmware}`
    if (this.#counted.get(terminal.sn) === reported) return
    await this.terminals.describe(terminal, { firmware: counted.firmware })
    await this.#write(terminal, async (tx) => {
      await recordDescription(tx, terminal, { firmware: counted.firmware, now })
      await this.#compareCount(tx, terminal, counted.users, now)
      await recordCensusProgress(tx, terminal, counted.users, now)
    })
    this.#counted.set(terminal.sn, reported)
    this.invalidate(terminal)
  }

  async #compareCount(tx: Transaction, terminal: Terminal, users: number, now: Date): Promise<void> {
    const { least, most } = await countHeldUsers(tx, terminal)
    if (!(await isCensusRunning(tx, terminal))) this.#pinQueries.scheduleListIfMore(terminal.sn, users > most, now)
    const asked = this.#shortOfUsers.get(terminal.sn)
    if (users < least && (asked === undefined || now.getTime() - asked > userListQueryIntervalMs)) {
      // A wrong count must not start a reading at each report.
      this.#shortOfUsers.set(terminal.sn, now.getTime())
      await invalidateTimeZones(tx, terminal)
      await beginCensus(tx, terminal, now, true)
      await announceDoorChange(tx, terminal.gym)
    }
  }

  async storeDescription(terminal: Terminal, options: ReadonlyMap<string, string>, now: Date): Promise<void> {
    await this.#write(terminal, (tx) => recordDescription(tx, terminal, { options, now }))
    this.invalidate(terminal)
  }

  #write<Result>(terminal: Terminal, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.services.database.write({ gym: terminal.gym, user: null }, work)
  }
}
