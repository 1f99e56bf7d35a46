// What a terminal's poll gets: acts first, then the next differences. A terminal that holds all it should costs no query.

import { addDays, dayIn, localTime, zoneOffset } from '@torniquete/contract/dates.ts'
import { verifyAllowed } from '@torniquete/contract/door.ts'
import type { Week } from '@torniquete/contract/schedules.ts'
import { FairQueue } from '../db/fair-queue.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../services.ts'
import { censusSilence, endWhereComplete, isCounting, resumeCensus } from './census.ts'
import { claimActs } from './openings.ts'
import { claimOrders, type OrderKind, order, renewClock } from './orders.ts'
import { claimRemovals, isToBeRemoved } from './strangers.ts'
import { TemplateSync } from './template-sync.ts'
import { claimEnrolments, type Template, templatesDue } from './templates.ts'
import { claimDifferences, type SentRecord, waitOf } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'
import { type DoorRight, readRecord } from './wanted.ts'
import { claimZones, zonesDue } from './zones.ts'

/** What a driver translates into its terminal's words. */
export type TerminalCommand = { id: number } & (
  | {
      kind: 'put'
      pin: number
      name: string
      card: string
      privilege: number
      opens: boolean
      /** First and last day of the right; '' without bounds. Of whom may not enter, `until` is a day that has passed. */
      from: string
      until: string
      /** Of the staff: their password at the terminal stays. */
      keepsPassword: boolean
      /** The terminal would not take the record as it is: it is given a name that it can read. */
      plainName: boolean
      /** Nor like that: it is told its own way of keeping out alone. */
      oneWay: boolean
      /** Where it takes several commands, which of them are done already, as bits. */
      done: number
      /** At which hours which doors open, where not all at all hours. */
      access: readonly DoorRight[]
    }
  /** Hours, under the number that rights name them by. */
  | { kind: 'zone'; zone: number; week: Week }
  | { kind: 'remove'; pin: string; done: number }
  | { kind: 'open' }
  /** Who it is that it holds under that number. */
  | { kind: 'ask'; pin: string }
  /** The terminal's clock is to show this: its local time, `YYYY-MM-DD HH:MM:SS`. */
  | { kind: 'clock'; local: string }
  | { kind: 'empty'; done: number }
  | { kind: Exclude<OrderKind, 'clock' | 'empty'> }
  | { kind: 'template'; pin: number; template: Template }
  /** What it made of somebody's fingers or face. */
  | { kind: 'read'; pin: number; type: number }
  /** Somebody stands before it, to be enrolled. */
  | { kind: 'enrol'; pin: number; type: number; number: number }
  /** The terminal is to read its options again. */
  | { kind: 'reread' }
)

/** What a handshake tells a terminal, as it is remembered: another one is due when this changes. */
export const announcedOptions = (
  { delay, keepsBiometrics }: Pick<Terminal, 'delay' | 'keepsBiometrics'>,
  zone: string,
  now: Date,
): string => `${delay ?? ''}|${zoneOffset(zone, now)}${keepsBiometrics ? '|templates' : ''}`

/** The command that has a terminal read its options again is always this one. */
export const rereadCommand = 0

/** As many as fit into one answer. */
const batch = 40
const rereadEvery = 120_000
/** A clock goes wrong by itself: it is set once a day, with what comes at midnight; more milliseconds than a day has would be every other one. */
const clockStands = 72_000_000
/** Comparisons at once: at a gym's midnight all of its terminals are due within two seconds, and the till goes on. */
const turns = { all: 2, ofOneGym: 1, patience: 2000 }
export const reconciledAreas = [
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

/** Whatever changes what a terminal is to be told of fingers and faces, beside what it says itself. */
const ofTemplates = ['biometrics', 'clients', 'gym-info', 'devices'] as const

interface Settled {
  stamp: string
  today: string
  /** When unacknowledged commands are due again, in milliseconds; null where there are none. */
  lookAgain: number | null
}

type ReconcilerServices = Pick<Services, 'database' | 'live' | 'zones' | 'clock' | 'seal'>

export class Reconciler {
  readonly #services: ReconcilerServices
  readonly #settled = new Map<string, Settled>()
  readonly #rereadAsked = new Map<string, number>()
  /** Terminals that had all of what is kept, as of when. */
  readonly #templated = new Map<string, string>()
  readonly #templateSync: TemplateSync
  readonly #turns = new FairQueue(turns)
  /** Terminals that were away, of which nothing was written since. */
  readonly #back = new Set<string>()

  constructor(services: ReconcilerServices) {
    this.#services = services
    this.#templateSync = new TemplateSync(services.seal)
  }

  /**
   * Something about the terminal itself changed: compare again at its next poll. `tookTemplates`: nothing but that it took some,
   * and the next of them wait.
   */
  unsettle(terminal: Terminal, tookTemplates = false): void {
    this.#settled.delete(terminal.sn)
    this.#templated.delete(terminal.sn)
    if (!tookTemplates) this.#templateSync.forget(terminal)
  }

  #templateStamp({ gym }: Terminal): string {
    return this.#services.live.stamp(gym, ofTemplates, 'door')
  }

  async commandsFor(terminal: Terminal, now: Date, isBack: boolean): Promise<TerminalCommand[]> {
    const { database, live, zones } = this.#services
    const zone = await zones.of(terminal.gym)
    const today = zones.today(terminal.gym, now) ?? dayIn(zone, now)
    const stamp = live.stamp(terminal.gym, reconciledAreas, 'door')
    const templateStamp = this.#templateStamp(terminal)
    if (isBack) this.#back.add(terminal.sn)
    const reread = this.#asksToReread(terminal, zone, now) && (await this.#isBehind(terminal, zone, now))
    if (!reread && this.#isSettled(terminal, stamp, today, now)) {
      // Being away interrupted nothing: nor what begins later, maybe at another server.
      if (this.#settled.get(terminal.sn)?.lookAgain === null) this.#back.delete(terminal.sn)
      return []
    }

    const write = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.write({ gym: terminal.gym, user: null }, work)
    const found = await this.#turns.tryRun(terminal.gym, () =>
      write((tx) => this.#claim(tx, terminal, { stamp, today, now })),
    )
    if (!found) {
      // It calls again soon, and is not settled; but nobody waits at the door for its turn.
      if (reread) this.#rereadAsked.delete(terminal.sn)
      return (await write((tx) => claimActs(tx, terminal, this.#services.clock()))).map(openCommand)
    }
    this.#back.delete(terminal.sn)
    if (found.leaving.length + found.differences.length < batch && found.templates.length + found.readings.length === 0)
      this.#settled.set(terminal.sn, { stamp, today, lookAgain: found.lookAgain })
    if (this.#settled.get(terminal.sn)?.lookAgain === null) this.#templated.set(terminal.sn, templateStamp)
    const asked = ({ kind, command, parts }: (typeof found.orders)[number]): TerminalCommand => {
      if (kind === 'clock') return { id: command, kind, local: localTime(zone, now) }
      return kind === 'empty' ? { id: command, kind, done: parts } : { id: command, kind }
    }
    return [
      ...found.acts.map(openCommand),
      ...found.enrolments.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'enrol', ...rest })),
      ...found.orders.filter(({ kind }) => kind === 'empty').map(asked),
      // They make room for the others, where it is full.
      ...found.leaving.map(
        ({ pin, command, parts }): TerminalCommand => ({ id: command, kind: 'remove', pin, done: parts }),
      ),
      ...found.zones.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'zone', ...rest })),
      ...found.differences.map((row) => recordCommand(row, today)),
      ...found.templates.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'template', ...rest })),
      ...found.readings.map(({ command, ...rest }): TerminalCommand => ({ id: command, kind: 'read', ...rest })),
      ...found.orders.filter(({ kind }) => kind !== 'empty').map(asked),
      // Last, since a terminal ignores what follows it.
      ...(reread ? [{ id: rereadCommand, kind: 'reread' } as const] : []),
    ]
  }

  async #claim(
    tx: Transaction,
    terminal: Terminal,
    { stamp, today, now }: { stamp: string; today: string; now: Date },
  ) {
    if (this.#back.has(terminal.sn)) await resumeCensus(tx, terminal)
    // With its clock a terminal tells each day how many it holds: who was enrolled unheard of is learnt by that.
    if ((await renewClock(tx, terminal, new Date(now.getTime() - clockStands))) > 0)
      await order(tx, terminal, ['count'])
    // By the clock of this moment: it may have waited for its turn, and nobody waits at the door any more.
    const [acts, orders] = await Promise.all([
      claimActs(tx, terminal, this.#services.clock()),
      claimOrders(tx, terminal, now),
    ])
    await endWhereComplete(tx, terminal, now)
    const counting = terminal.leaving || (await isCounting(tx, terminal))
    // Those with rights at such hours follow once it holds them.
    const zones = terminal.isAccess && !counting ? await claimZones(tx, terminal, now) : []
    const more = counting ? [] : await this.#templateSync.sendMore(tx, terminal, { stamp: `${stamp} ${today}`, now })
    const { leaving, differences } = counting || more.length > 0 ? nobody : await claimPeople(tx, terminal, today, now)
    const enrolments = await claimEnrolments(tx, terminal, this.#services.clock())
    // Of whom it has taken, while nothing about people waits; not where nothing was to be told, and nothing has changed.
    const isIdle =
      !counting &&
      leaving.length + differences.length === 0 &&
      this.#templated.get(terminal.sn) !== this.#templateStamp(terminal)
    const templates =
      isIdle && more.length === 0
        ? await this.#templateSync.send(tx, terminal, { stamp: `${stamp} ${today}`, now })
        : more
    // What it told would be nobody's without the key.
    const asks = isIdle && templates.length === 0 && !this.#services.seal.isMissing
    const readings = asks ? await this.#templateSync.request(tx, terminal, now) : []
    return {
      acts,
      orders,
      leaving,
      zones,
      differences,
      enrolments,
      templates,
      readings,
      lookAgain: await nextDue(tx, terminal, now),
    }
  }

  /** Until it says that it did, or begins anew; but not at each poll. */
  #asksToReread(terminal: Terminal, zone: string, now: Date): boolean {
    // One of the access dialect reads its options when it registers only.
    if (
      terminal.isAccess ||
      terminal.announced === null ||
      terminal.announced === announcedOptions(terminal, zone, now)
    ) {
      this.#rereadAsked.delete(terminal.sn)
      return false
    }
    const asked = this.#rereadAsked.get(terminal.sn)
    if (asked !== undefined && now.getTime() - asked < rereadEvery) return false
    this.#rereadAsked.set(terminal.sn, now.getTime())
    return true
  }

  /** Another server may have greeted it since: what it was told last is known to the database. */
  async #isBehind(terminal: Terminal, zone: string, now: Date): Promise<boolean> {
    const { gym, id } = terminal
    const row = await this.#services.database.read({ gym, user: null }, (tx) =>
      tx.maybe<{ announced: string | null }>(sql`select announced from devices where gym_id = ${gym} and id = ${id}`),
    )
    terminal.announced = row?.announced ?? null
    return terminal.announced !== null && terminal.announced !== announcedOptions(terminal, zone, now)
  }

  #isSettled(terminal: Terminal, stamp: string, today: string, now: Date): boolean {
    const settled = this.#settled.get(terminal.sn)
    if (!settled || settled.stamp !== stamp || settled.today !== today) return false
    return settled.lookAgain === null || now.getTime() < settled.lookAgain
  }
}

const openCommand = ({ command }: { command: number }): TerminalCommand => ({ id: command, kind: 'open' })

function recordCommand({ pin, sent, privilege, command, parts, unread }: SentRecord, today: string): TerminalCommand {
  if (sent === '') return { id: command, kind: 'remove', pin: String(pin), done: parts }
  const { holder, name, card, verify, from, until, access } = readRecord(sent)
  const opens = verify === verifyAllowed
  const bounds = opens ? { from, until } : { from: '', until: addDays(today, -1) }
  return {
    id: command,
    kind: 'put',
    pin,
    name,
    card,
    privilege,
    opens,
    ...bounds,
    keepsPassword: holder.startsWith('u'),
    plainName: unread > 0,
    oneWay: unread > 1,
    done: parts,
    access,
  }
}

const nobody = { leaving: [], differences: [] }

/** However many are to be taken off, half of an answer is for whom the terminal is told of: somebody has paid, and waits. */
async function claimPeople(tx: Transaction, terminal: Terminal, today: string, now: Date) {
  const leaving = await claimRemovals(tx, terminal, now, batch / 2)
  const differences = await claimDifferences(tx, { terminal, today, now, limit: batch - leaving.length })
  const rest = batch - leaving.length - differences.length
  if (leaving.length === batch / 2 && rest > 0) leaving.push(...(await claimRemovals(tx, terminal, now, rest)))
  return { leaving, differences }
}

/** When something about the terminal is due again, in milliseconds; null where nothing waits. */
async function nextDue(tx: Transaction, terminal: Terminal, now: Date): Promise<number | null> {
  const { gym, id } = terminal
  const wait = waitOf(terminal)
  const { due } = await tx.one<{ due: string | null }>(sql`
    select least(
      (select min(sent_at + ${wait}) from terminal_users where gym_id = ${gym} and id_device = ${id} and sent is not null),
      (select min(t.sent_at + ${wait}) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.sent_at is not null and ${isToBeRemoved(sql`t`)}),
      ${templatesDue(terminal, now)},
      ${zonesDue(terminal)},
      (select min(coalesce(sent_at + ${wait}, '-infinity')) from terminal_orders where gym_id = ${gym} and id_device = ${id} and result is null),
      (select coalesce(s.census_heard, o.sent_at) + make_interval(secs => ${censusSilence})
       from terminal_states s left join terminal_orders o on o.gym_id = s.gym_id and o.id_device = s.id_device and o.kind = 'list'
       where s.gym_id = ${gym} and s.id_device = ${id} and s.census_begun is not null and s.census_ended is null)) as due`)
  if (due === null) return null
  return due === '-infinity' ? 0 : Date.parse(due)
}
