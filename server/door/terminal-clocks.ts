// Measures clocks: a terminal connected for a while uploads passes at once, so their time shows the clock's offset.
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { parseInstant, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import type { Services } from '../services.ts'
import { expiryClockToleranceSeconds } from './desired-state-diff.ts'
import { enqueueDueClockCommand } from './device-commands.ts'
import type { LastSeenTracker } from './last-seen-tracker.ts'
import { passClockToleranceSeconds } from './pin-holder-history.ts'
import { announceDoorChange } from './queries.ts'
import { earliestValidDate, type Pass } from './record-passes.ts'
import type { Terminal } from './terminals.ts'

const maxOffsetSeconds = 2 ** 31 - 1
const maxTransitSeconds = 5
/** Milliseconds before a wrong clock is set again, since some terminals acknowledge the time but do not set it. */
const clockSetIntervalMs = 3_600_000

const offsetWriteIntervalMs = 600_000

type Place = Pick<Terminal, 'gym' | 'id' | 'sn'> & { zone: string; now: Date }

const isOff = (offset: number | null, by: number): boolean => Math.abs(offset ?? 0) > by

/** Stores the clock's offset, and enqueues the clock command if it is wrong. Returns whether it was enqueued. */
async function noteClock(tx: Transaction, place: Place, itsTime: string): Promise<boolean> {
  const { gym, id, zone, now } = place
  const ahead = Math.round((parseInstant(zone, itsTime).getTime() - now.getTime()) / 1000)
  const offset = Math.max(-maxOffsetSeconds, Math.min(maxOffsetSeconds, ahead))
  const known = await readOffset(tx, place)
  if (known === null || Math.abs(known - offset) > maxTransitSeconds)
    await tx.run(sql`update devices set clock_offset = ${offset} where gym_id = ${gym} and id = ${id}`)
  const isWrong = isOff(offset, expiryClockToleranceSeconds)
  const renewed = isWrong && (await enqueueDueClockCommand(tx, place, new Date(now.getTime() - clockSetIntervalMs))) > 0
  if (renewed || known === null || isWrong !== isOff(known, expiryClockToleranceSeconds))
    await announceDoorChange(tx, gym)
  return renewed
}

/** Handles a clock set at the terminal, or an operation that shows the clock's time. Returns like `noteClock`. */
async function noteClockChanged(tx: Transaction, place: Place, itsTime: string): Promise<boolean> {
  // The operation that sets a clock may contain the old or the new time.
  if (itsTime < earliestValidDate) return noteClock(tx, place, itsTime)
  const renewed = (await enqueueDueClockCommand(tx, place, new Date(place.now.getTime() - clockSetIntervalMs))) > 0
  if (renewed) await announceDoorChange(tx, place.gym)
  return renewed
}

const readOffset = async (tx: Transaction, { gym, id }: Pick<Place, 'gym' | 'id'>): Promise<number | null> =>
  (
    await tx.maybe<{ clock_offset: number | null }>(
      sql`select clock_offset from devices where gym_id = ${gym} and id = ${id}`,
    )
  )?.clock_offset ?? null

/** True for a pass that the terminal has sent before, whose time does not show the clock. */
const isStored = async (tx: Transaction, { gym, sn }: Place, { pin, time }: Pass): Promise<boolean> =>
  (
    await tx.one<{ stored: boolean }>(sql`
      select exists (select from attendances
          where gym_id = ${gym} and sn = ${sn} and pin = ${parseTerminalPin(pin)}::integer and device_time = ${time}::timestamp)
        or exists (select from door_records
          where gym_id = ${gym} and sn = ${sn} and pin = ${pin} and device_time = ${time}::timestamp) as stored`)
  ).stored

export class TerminalClockMonitor {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #lastSeen: LastSeenTracker
  readonly #invalidate: (terminal: Terminal) => void
  /** Serial number → milliseconds by which the reported time is ahead of UTC, and when that was stored. */
  readonly #shown = new Map<string, { ahead: number; at: number }>()

  constructor(
    services: Pick<Services, 'database' | 'zones'>,
    lastSeen: LastSeenTracker,
    invalidate: (terminal: Terminal) => void,
  ) {
    this.#services = services
    this.#lastSeen = lastSeen
    this.#invalidate = invalidate
  }

  /** Handles a single pass before it is stored, since its time and the person's right depend on the clock's offset. */
  async handlePassTime(terminal: Terminal, pass: Pass, now: Date): Promise<void> {
    if (!this.#lastSeen.isSteady(terminal, now)) return
    const setsClock = await this.#at(
      terminal,
      now,
      async (tx, place) => !(await isStored(tx, place, pass)) && noteClock(tx, place, pass.time),
    )
    if (setsClock) this.#invalidate(terminal)
  }

  /** Handles an operation whose time shows that the clock was set or is wrong. */
  async handleClockChange(terminal: Terminal, itsTime: string, now: Date): Promise<void> {
    if (!this.#lastSeen.isSteady(terminal, now)) return
    if (await this.#at(terminal, now, (tx, place) => noteClockChanged(tx, place, itsTime))) this.#invalidate(terminal)
  }

  /**
   * Handles the time that a terminal reports twice a minute. It is stored if the offset changed, otherwise once in
   * `offsetWriteIntervalMs`.
   */
  async handleShownTime(terminal: Terminal, itsTime: string, now: Date): Promise<void> {
    const ahead = Date.parse(`${itsTime.replace(' ', 'T')}Z`) - now.getTime()
    const known = this.#shown.get(terminal.sn)
    if (
      known &&
      Math.abs(ahead - known.ahead) < maxTransitSeconds * 1000 &&
      now.getTime() - known.at < offsetWriteIntervalMs
    )
      return
    if (!this.#lastSeen.isSteady(terminal, now)) return
    this.#shown.set(terminal.sn, { ahead, at: now.getTime() })
    if (await this.#at(terminal, now, (tx, place) => noteClock(tx, place, itsTime))) this.#invalidate(terminal)
  }

  /** Returns the terminal's current local time if its clock is known to be wrong, else null. */
  async readWrongClockTime(terminal: Terminal, now: Date): Promise<string | null> {
    const offset = await this.#services.database.read({ gym: terminal.gym, user: null }, (tx) =>
      readOffset(tx, terminal),
    )
    if (!isOff(offset, passClockToleranceSeconds)) return null
    return toLocalTime(await this.#services.zones.of(terminal.gym), new Date(now.getTime() + (offset ?? 0) * 1000))
  }

  async #at<Result>(
    { gym, id, sn }: Terminal,
    now: Date,
    work: (tx: Transaction, place: Place) => Promise<Result>,
  ): Promise<Result> {
    const zone = await this.#services.zones.of(gym)
    return this.#services.database.write({ gym, user: null }, (tx) => work(tx, { gym, id, sn, zone, now }))
  }
}
