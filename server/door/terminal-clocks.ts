// Measures clocks: a terminal connected for a while uploads passes at once, so their time shows the clock's offset.
import { createHash } from 'node:crypto'
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

/** Milliseconds within which a terminal repeats an upload after it received no acknowledgement. */
const repeatWindowMs = 600_000
const maxLonePasses = 10_000
const maxOffsetSeconds = 2 ** 31 - 1
const maxTransitSeconds = 5
/** Milliseconds before a wrong clock is set again, since some terminals acknowledge the time but do not set it. */
const clockSetIntervalMs = 3_600_000

const offsetWriteIntervalMs = 600_000

type Place = Pick<Terminal, 'gym' | 'id' | 'sn'> & { zone: string; now: Date }

/** Key of a line by digest, since a line has no maximum length. */
const keyOf = (sn: string, raw: string): string => createHash('sha256').update(`${sn} ${raw}`).digest('base64')

/** Remembers recent single passes by digest, since some terminals repeat several of them in turn. */
class LonePasses {
  readonly #came = new Map<string, number>()

  wasRecent(sn: string, raw: string, at: number): boolean {
    return at - (this.#came.get(keyOf(sn, raw)) ?? Number.NEGATIVE_INFINITY) < repeatWindowMs
  }

  /** Remembers a line. The map is ordered by time of arrival. */
  note(sn: string, raw: string, at: number): void {
    const key = keyOf(sn, raw)
    this.#came.delete(key)
    this.#came.set(key, at)
    for (const [known, when] of this.#came) {
      if (at - when < repeatWindowMs && this.#came.size <= maxLonePasses) return
      this.#came.delete(known)
    }
  }
}

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

const ofThatSecond = (tx: Transaction, { gym, sn }: Place, { pin, time }: Pass) =>
  tx.one<{ last: string | null; came: string | null }>(sql`
    select max(device_time)::text as last, max(came) as came from (
      select device_time, check_in as came from attendances
      where gym_id = ${gym} and sn = ${sn} and pin = ${parseTerminalPin(pin)}::integer
        and device_time >= ${time}::timestamp and device_time < ${time}::timestamp + interval '1 second'
      union all
      select device_time, arrived_at from door_records
      where gym_id = ${gym} and sn = ${sn} and pin = ${pin}
        and device_time >= ${time}::timestamp and device_time < ${time}::timestamp + interval '1 second') known`)

/**
 * A clock that was put back shows the same second twice: the second pass is another visit and is stored a microsecond
 * later. A repeat of the same line remains the same pass, however late.
 */
async function recordable(
  tx: Transaction,
  place: Place,
  pass: Pass,
  lone: LonePasses,
): Promise<{ pass: Pass; setsClock: boolean }> {
  const at = place.now.getTime()
  const known = await ofThatSecond(tx, place, pass)
  if (known.last === null) return { pass, setsClock: await noteClock(tx, place, pass.time) }
  const isSentAgain =
    lone.wasRecent(place.sn, pass.raw, at) || Math.abs(at - Date.parse(known.came ?? '')) < repeatWindowMs
  const wasWrong = pass.time < earliestValidDate || isOff(await readOffset(tx, place), passClockToleranceSeconds)
  if (isSentAgain || !wasWrong) return { pass: { ...pass, time: known.last }, setsClock: false }
  const setsClock = await noteClock(tx, place, pass.time)
  return { pass: { ...pass, time: after(known.last) }, setsClock }
}

function after(time: string): string {
  const [second = '', fraction = ''] = time.split('.')
  return `${second}.${String(Number(fraction.padEnd(6, '0')) + 1).padStart(6, '0')}`
}

export class TerminalClocks {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #lastSeen: LastSeenTracker
  readonly #invalidate: (terminal: Terminal) => void
  readonly #lone = new LonePasses()
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
  async correctPassTime(terminal: Terminal, pass: Pass, now: Date): Promise<Pass> {
    if (!this.#lastSeen.isSteady(terminal, now)) return pass
    const recorded = await this.#at(terminal, now, (tx, place) => recordable(tx, place, pass, this.#lone))
    if (recorded.setsClock) this.#invalidate(terminal)
    return recorded.pass
  }

  /** Remembers a stored single pass, so that the same line counts as a repeat. */
  rememberPass({ sn }: Terminal, { raw }: Pass, now: Date): void {
    this.#lone.note(sn, raw, now.getTime())
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
