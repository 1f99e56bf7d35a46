// Answers a terminal's poll with door openings, then with the next differences between desired and acknowledged state.
// A poll of a terminal in sync causes no query.

import { allowingVerifyMode } from '@torniquete/contract/door/door.ts'
import type { WeekHours } from '@torniquete/contract/door/schedules.ts'
import { addDays, getZoneOffsetMinutes, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { FairQueue } from '../platform/db/fair-queue.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { type DoorRight, parseDoorRights } from './desired-state.ts'
import {
  claimDeviceCommands,
  type DeviceCommandKind,
  enqueueCommands,
  enqueueDueClockCommand,
} from './device-commands.ts'
import { claimDoorOpenings } from './open-door.ts'
import { readOriginTrust } from './origin-trust.ts'
import {
  claimEnrolments,
  claimTemplateRequests,
  claimTemplates,
  nextTemplateRetryTimeSql,
  type Template,
} from './templates.ts'
import { censusTimeoutSeconds, endCensusIfComplete, isBlockedByCensus, resumeCensus } from './terminal-census.ts'
import { claimTimeZones, selectTimeZoneRetryTime } from './terminal-time-zones.ts'
import { claimUserRecords, type SentUserRecord, selectRetryInterval } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'
import { claimUserRemovals, isUserToBeRemovedSql } from './unknown-users.ts'

export type TerminalCommand = { id: number } & (
  | {
      kind: 'put'
      pin: number
      name: string
      card: string
      privilege: number
      opens: boolean
      /** First day of the right, and `until` the last; '' without limit. For a blocked person `until` is a past day. */
      from: string
      until: string
      /** True for staff and unknown users, who keep the password that they have at the terminal. */
      keepsPassword: boolean
      /** True if the terminal could not read the record, which is then sent with a plainer name. */
      plainName: boolean
      /** True if the plainer record failed too; then only the terminal's configured way of blocking is sent. */
      singleBlockMethod: boolean
      /** Acknowledged parts of a record that takes several commands, as bits. */
      done: number
      /** Doors and their time zones; empty means all doors at all hours. */
      access: readonly DoorRight[]
    }
  | { kind: 'zone'; zone: number; week: WeekHours }
  | { kind: 'remove'; pin: string; done: number }
  | { kind: 'open' }
  /** Queries the user with this PIN. */
  | { kind: 'ask'; pin: string }
  /** Sets the terminal's clock to this local time, `YYYY-MM-DD HH:MM:SS`. */
  | { kind: 'clock'; local: string }
  | { kind: 'empty'; done: number }
  | { kind: Exclude<DeviceCommandKind, 'clock' | 'empty'> }
  | { kind: 'template'; pin: number; template: Template }
  /** Requests a template that was made at the terminal. */
  | { kind: 'read'; pin: number; type: number }
  /** Starts an enrolment while the person is in front of the terminal. */
  | { kind: 'enrol'; pin: number; type: number; number: number }
  /** Makes the terminal read its options again. */
  | { kind: 'reread' }
)

/** Formats the options of a handshake as one text. If it changes, the terminal has to read its options again. */
export const formatHandshakeOptions = (
  { delay, keepsBiometrics }: Pick<Terminal, 'delay' | 'keepsBiometrics'>,
  zone: string,
  now: Date,
): string => `${delay ?? ''}|${getZoneOffsetMinutes(zone, now)}${keepsBiometrics ? '|templates' : ''}`

export const optionRereadCommandId = 0

const batchSize = 40
const rereadIntervalMs = 120_000
/** The interval is shorter than a day, so that clocks are set daily together with the changes of midnight. */
const clockIntervalMs = 72_000_000
/** At midnight all terminals of a gym are due within two seconds, and must not slow the till. */
const comparisonLimits = { maxTurns: 2, maxTurnsPerGym: 1, timeoutMs: 2000 }
export const reconcileTriggerAreas = [
  'clients',
  'payments',
  'pauses',
  'debts',
  'memberships',
  'users',
  'gym-info',
  'devices',
  'gyms',
  'door',
  'biometrics',
] as const

const templateAreas = ['biometrics', 'clients', 'gym-info', 'devices'] as const

interface SyncedState {
  stamp: string
  today: string
  /** Time in milliseconds at which unacknowledged commands are due again; null if there are none. */
  retryAt: number | null
}

type ReconcilerServices = Pick<Services, 'database' | 'live' | 'zones' | 'clock' | 'seal'>

export class Reconciler {
  readonly #services: ReconcilerServices
  readonly #inSync = new Map<string, SyncedState>()
  readonly #rereadAskedAt = new Map<string, number>()
  /** Serial number → stamp (version of the gym's data) at which the terminal had all templates. */
  readonly #templatesInSync = new Map<string, string>()
  readonly #comparisons = new FairQueue(comparisonLimits)
  /** Serial numbers of terminals that reconnected, until the next comparison of each is written. */
  readonly #reconnected = new Set<string>()

  constructor(services: ReconcilerServices) {
    this.#services = services
  }

  /** Makes the next poll compare again. */
  invalidate(terminal: Terminal): void {
    this.#inSync.delete(terminal.sn)
    this.#templatesInSync.delete(terminal.sn)
  }

  #templateStamp({ gym }: Terminal): string {
    return this.#services.live.stamp(gym, templateAreas, 'door')
  }

  async claimCommands(terminal: Terminal, now: Date, isBack: boolean): Promise<TerminalCommand[]> {
    const { database, live, zones } = this.#services
    const zone = await zones.of(terminal.gym)
    const today = zones.today(terminal.gym, now) ?? toLocalDay(zone, now)
    const stamp = live.stamp(terminal.gym, reconcileTriggerAreas, 'door')
    const templateStamp = this.#templateStamp(terminal)
    if (isBack) this.#reconnected.add(terminal.sn)
    const reread = this.#asksToReread(terminal, zone, now) && (await this.#hasStaleOptions(terminal, zone, now))
    if (!reread && this.#isInSync(terminal, stamp, today, now)) {
      // No command was pending while the terminal was disconnected.
      if (this.#inSync.get(terminal.sn)?.retryAt === null) this.#reconnected.delete(terminal.sn)
      return []
    }

    const write = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.write({ gym: terminal.gym, user: null }, work)
    const found = await this.#comparisons.tryRun(terminal.gym, () =>
      write((tx) => this.#claim(tx, terminal, { today, now })),
    )
    if (!found) {
      // No comparison slot was free. The terminal polls again soon, but door openings are sent at once.
      if (reread) this.#rereadAskedAt.delete(terminal.sn)
      return (await write((tx) => claimDoorOpenings(tx, terminal, this.#services.clock()))).map(openCommand)
    }
    this.#reconnected.delete(terminal.sn)
    if (
      found.leaving.length + found.differences.length < batchSize &&
      found.templates.length + found.readings.length === 0
    )
      this.#inSync.set(terminal.sn, { stamp, today, retryAt: found.retryAt })
    if (this.#inSync.get(terminal.sn)?.retryAt === null) this.#templatesInSync.set(terminal.sn, templateStamp)
    const asked = ({ kind, command, parts }: (typeof found.orders)[number]): TerminalCommand => {
      if (kind === 'clock') return { id: command, kind, local: toLocalTime(zone, now) }
      return kind === 'empty' ? { id: command, kind, done: parts } : { id: command, kind }
    }
    return [
      ...found.acts.map(openCommand),
      ...found.enrolments.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'enrol', ...rest })),
      ...found.orders.filter(({ kind }) => kind === 'empty').map(asked),
      // Removals come first, since they free space on a full terminal.
      ...found.leaving.map(
        ({ pin, command, parts }): TerminalCommand => ({ id: command, kind: 'remove', pin, done: parts }),
      ),
      ...found.zones.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'zone', ...rest })),
      ...found.differences.map((row) => recordCommand(row, today, found.trusted)),
      ...found.templates.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'template', ...rest })),
      ...found.readings.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'read', ...rest })),
      ...found.orders.filter(({ kind }) => kind !== 'empty').map(asked),
      // This command comes last, since a terminal ignores commands that follow it.
      ...(reread ? [{ id: optionRereadCommandId, kind: 'reread' } as const] : []),
    ]
  }

  async #claim(tx: Transaction, terminal: Terminal, { today, now }: { today: string; now: Date }) {
    if (this.#reconnected.has(terminal.sn)) await resumeCensus(tx, terminal)
    // Together with the daily clock command, the user count is requested, since it reveals unreported enrolments.
    if ((await enqueueDueClockCommand(tx, terminal, new Date(now.getTime() - clockIntervalMs))) > 0)
      await enqueueCommands(tx, terminal, ['count'])
    // Uses the current time: the comparison may have waited for its slot, and openings are dropped after 10 s.
    const [acts, orders] = await Promise.all([
      claimDoorOpenings(tx, terminal, this.#services.clock()),
      claimDeviceCommands(tx, terminal, now),
    ])
    await endCensusIfComplete(tx, terminal, now)
    const counting = terminal.leaving || (await isBlockedByCensus(tx, terminal))
    const { people: trusted, templates: confirmed } = await readOriginTrust(tx, terminal)
    // Records with limited hours are sent once the terminal has their time zones.
    const zones = terminal.isAccess && !counting ? await claimTimeZones(tx, terminal, now) : []
    const { leaving, differences } = counting ? noPeople : await claimPeople(tx, terminal, { today, now, trusted })
    const enrolments = trusted ? await claimEnrolments(tx, terminal, this.#services.clock()) : []
    // Templates are sent once no records are pending. The search is skipped if nothing changed since it found none.
    const isIdle =
      !counting &&
      trusted &&
      leaving.length + differences.length === 0 &&
      this.#templatesInSync.get(terminal.sn) !== this.#templateStamp(terminal)
    const templates = isIdle && confirmed ? await claimTemplates(tx, terminal, this.#services.seal, now) : []
    // Without the sealing key, uploaded templates could not be stored.
    const asks = isIdle && templates.length === 0 && !this.#services.seal.isMissing
    const readings = asks ? await claimTemplateRequests(tx, terminal, now) : []
    return {
      acts,
      orders,
      leaving,
      zones,
      differences,
      trusted,
      enrolments,
      templates,
      readings,
      retryAt: await findNextRetry(tx, terminal, now),
    }
  }

  /** Returns whether to send the re-read command: until the next handshake, at most once in `rereadIntervalMs`. */
  #asksToReread(terminal: Terminal, zone: string, now: Date): boolean {
    // A terminal of the access dialect reads its options only when it registers.
    if (
      terminal.isAccess ||
      terminal.announced === null ||
      terminal.announced === formatHandshakeOptions(terminal, zone, now)
    ) {
      this.#rereadAskedAt.delete(terminal.sn)
      return false
    }
    const asked = this.#rereadAskedAt.get(terminal.sn)
    if (asked !== undefined && now.getTime() - asked < rereadIntervalMs) return false
    this.#rereadAskedAt.set(terminal.sn, now.getTime())
    return true
  }

  /** Reads the options sent with the last handshake, which may have gone to another server, and compares them. */
  async #hasStaleOptions(terminal: Terminal, zone: string, now: Date): Promise<boolean> {
    const { gym, id } = terminal
    const row = await this.#services.database.read({ gym, user: null }, (tx) =>
      tx.maybe<{ announced: string | null }>(sql`select announced from devices where gym_id = ${gym} and id = ${id}`),
    )
    terminal.announced = row?.announced ?? null
    return terminal.announced !== null && terminal.announced !== formatHandshakeOptions(terminal, zone, now)
  }

  #isInSync(terminal: Terminal, stamp: string, today: string, now: Date): boolean {
    const synced = this.#inSync.get(terminal.sn)
    if (!synced || synced.stamp !== stamp || synced.today !== today) return false
    return synced.retryAt === null || now.getTime() < synced.retryAt
  }
}

const openCommand = ({ command }: { command: number }): TerminalCommand => ({ id: command, kind: 'open' })

/** Converts a record to a command. An origin that is not `trusted` gets only the PIN. */
function recordCommand(
  { pin, sent, privilege, command, parts, unread }: SentUserRecord,
  today: string,
  trusted: boolean,
): TerminalCommand {
  if (sent.holder === '') return { id: command, kind: 'remove', pin: String(pin), done: parts }
  const { holder, name, card, verify, valid_from: from, valid_until: until } = sent
  const opens = verify === allowingVerifyMode
  const bounds = opens ? { from, until } : { from: '', until: addDays(today, -1) }
  return {
    id: command,
    kind: 'put',
    pin,
    name: trusted ? name : '',
    card: trusted ? card : '',
    privilege,
    opens,
    ...bounds,
    keepsPassword: /^[us]/.test(holder),
    plainName: unread > 0,
    singleBlockMethod: unread > 1,
    done: parts,
    access: parseDoorRights(sent.access),
  }
}

const noPeople = { leaving: [], differences: [] }

/** While records wait, at most half of an answer removes users, since members who just paid wait at the door. */
async function claimPeople(
  tx: Transaction,
  terminal: Terminal,
  { today, now, trusted }: { today: string; now: Date; trusted: boolean },
) {
  const leaving = await claimUserRemovals(tx, terminal, now, batchSize / 2)
  const differences = await claimUserRecords(tx, { terminal, today, now, trusted, limit: batchSize - leaving.length })
  const rest = batchSize - leaving.length - differences.length
  if (leaving.length === batchSize / 2 && rest > 0) leaving.push(...(await claimUserRemovals(tx, terminal, now, rest)))
  return { leaving, differences }
}

/** Returns the time in milliseconds at which the terminal next has something due; null if nothing waits. */
async function findNextRetry(tx: Transaction, terminal: Terminal, now: Date): Promise<number | null> {
  const { gym, id } = terminal
  const wait = selectRetryInterval(terminal)
  const { due } = await tx.one<{ due: string | null }>(sql`
    select least(
      (select min(sent_at + ${wait}) from terminal_users where gym_id = ${gym} and id_device = ${id} and sent is not null),
      (select min(t.sent_at + ${wait}) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.sent_at is not null and ${isUserToBeRemovedSql(sql`t`)}),
      ${nextTemplateRetryTimeSql(terminal, now)},
      ${selectTimeZoneRetryTime(terminal)},
      (select min(coalesce(sent_at + ${wait}, '-infinity')) from terminal_orders where gym_id = ${gym} and id_device = ${id} and result is null),
      (select coalesce(s.census_heard, o.sent_at) + make_interval(secs => ${censusTimeoutSeconds})
       from terminal_states s left join terminal_orders o on o.gym_id = s.gym_id and o.id_device = s.id_device and o.kind = 'list'
       where s.gym_id = ${gym} and s.id_device = ${id} and s.census_begun is not null and s.census_ended is null)) as due`)
  if (due === null) return null
  return due === '-infinity' ? 0 : Date.parse(due)
}
