// What a terminal says that has been calling for a while happens now: it tells what its clock shows, and that somebody came.
import { createHash } from 'node:crypto'
import { localTime, readInstant } from '@torniquete/contract/dates.ts'
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Services } from '../services.ts'
import { clockTolerated } from './comparison.ts'
import { renewClock } from './orders.ts'
import { clockTolerance, firstYear, type Pass } from './passes.ts'
import type { Presence } from './presence.ts'
import { announceDoor } from './queries.ts'
import type { Terminal } from './terminals.ts'

/** Milliseconds within which a terminal sends again what it believes was not taken. */
const sentAgainWithin = 600_000
const lonePassesKnown = 10_000
/** Seconds that are told apart: what is off by decades is off. */
const farOff = 2 ** 31 - 1
/** A few seconds are a pass's way here. */
const onItsWay = 5
/** Milliseconds before a clock that will not be right is set once more: some acknowledge the time and keep theirs. */
const setAgainAfter = 3_600_000

/** Milliseconds for which a clock that says the same needs no look. */
const shownAgainAfter = 600_000

type Place = Pick<Terminal, 'gym' | 'id' | 'sn'> & { zone: string; now: Date }

/** A line may be as long as whoever sends it likes. */
const keyOf = (sn: string, raw: string): string => createHash('sha256').update(`${sn} ${raw}`).digest('base64')

/** Lines that came alone and were recorded lately: some terminals send several again and again, in turn. */
class LonePasses {
  readonly #came = new Map<string, number>()

  cameLately(sn: string, raw: string, at: number): boolean {
    return at - (this.#came.get(keyOf(sn, raw)) ?? Number.NEGATIVE_INFINITY) < sentAgainWithin
  }

  /** Those that came longest ago are the first. */
  note(sn: string, raw: string, at: number): void {
    const key = keyOf(sn, raw)
    this.#came.delete(key)
    this.#came.set(key, at)
    for (const [known, when] of this.#came) {
      if (at - when < sentAgainWithin && this.#came.size <= lonePassesKnown) return
      this.#came.delete(known)
    }
  }
}

const isOff = (offset: number | null, by: number): boolean => Math.abs(offset ?? 0) > by

/** How far the terminal's clock is ahead: one that is wrong is set at once. Answers whether that is to be told to it. */
async function noteClock(tx: Transaction, place: Place, itsTime: string): Promise<boolean> {
  const { gym, id, zone, now } = place
  const ahead = Math.round((readInstant(zone, itsTime).getTime() - now.getTime()) / 1000)
  const offset = Math.max(-farOff, Math.min(farOff, ahead))
  const known = await readOffset(tx, place)
  if (known === null || Math.abs(known - offset) > onItsWay)
    await tx.run(sql`update devices set clock_offset = ${offset} where gym_id = ${gym} and id = ${id}`)
  const isWrong = isOff(offset, clockTolerated)
  const renewed = isWrong && (await renewClock(tx, place, new Date(now.getTime() - setAgainAfter))) > 0
  if (renewed || known === null || isWrong !== isOff(known, clockTolerated)) await announceDoor(tx, gym)
  return renewed
}

/** Somebody set it at the terminal, or it tells what it shows by what was done there. Answers as `noteClock`. */
async function noteClockChanged(tx: Transaction, place: Place, itsTime: string): Promise<boolean> {
  // What was written down when it was set may be of before or of after.
  if (itsTime < firstYear) return noteClock(tx, place, itsTime)
  const renewed = (await renewClock(tx, place, new Date(place.now.getTime() - setAgainAfter))) > 0
  if (renewed) await announceDoor(tx, place.gym)
  return renewed
}

const readOffset = async (tx: Transaction, { gym, id }: Pick<Place, 'gym' | 'id'>): Promise<number | null> =>
  (
    await tx.maybe<{ clock_offset: number | null }>(
      sql`select clock_offset from devices where gym_id = ${gym} and id = ${id}`,
    )
  )?.clock_offset ?? null

/** What is known of passes of that number in that second, by when they came. */
const ofThatSecond = (tx: Transaction, { gym, sn }: Place, { pin, time }: Pass) =>
  tx.one<{ last: string | null; came: string | null }>(sql`
    select max(device_time)::text as last, max(came) as came from (
      select device_time, check_in as came from attendances
      where gym_id = ${gym} and sn = ${sn} and pin = ${pinOfTerminal(pin)}::integer
        and device_time >= ${time}::timestamp and device_time < ${time}::timestamp + interval '1 second'
      union all
      select device_time, arrived_at from door_records
      where gym_id = ${gym} and sn = ${sn} and pin = ${pin}
        and device_time >= ${time}::timestamp and device_time < ${time}::timestamp + interval '1 second') known`)

/**
 * A pass that came alone, as it is to be recorded, and whether the terminal's clock is to be set by it. Of a clock that was put
 * back the same second comes again: somebody who passes in it then is another visit than the one that is known, and is told
 * apart by a millionth of a second more. What the terminal sends again, however long, is what it was.
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
    lone.cameLately(place.sn, pass.raw, at) || Math.abs(at - Date.parse(known.came ?? '')) < sentAgainWithin
  const wasWrong = pass.time < firstYear || isOff(await readOffset(tx, place), clockTolerance)
  if (isSentAgain || !wasWrong) return { pass: { ...pass, time: known.last }, setsClock: false }
  const setsClock = await noteClock(tx, place, pass.time)
  return { pass: { ...pass, time: after(known.last) }, setsClock }
}

/** A millionth of a second later. */
function after(time: string): string {
  const [second = '', fraction = ''] = time.split('.')
  return `${second}.${String(Number(fraction.padEnd(6, '0')) + 1).padStart(6, '0')}`
}

/** Terminals' clocks, by what happens at those that have been calling for a while. */
export class Clocks {
  readonly #services: Pick<Services, 'database' | 'zones'>
  readonly #presence: Presence
  readonly #unsettle: (terminal: Terminal) => void
  readonly #lone = new LonePasses()
  /** How far ahead of UTC each clock was that says so by itself, and when that was noted, in milliseconds. */
  readonly #shown = new Map<string, { ahead: number; at: number }>()

  constructor(
    services: Pick<Services, 'database' | 'zones'>,
    presence: Presence,
    unsettle: (terminal: Terminal) => void,
  ) {
    this.#services = services
    this.#presence = presence
    this.#unsettle = unsettle
  }

  /** A pass that came alone, before it is recorded: when it was, and who had a right then, is judged by what is known of the clock. */
  async passOf(terminal: Terminal, pass: Pass, now: Date): Promise<Pass> {
    if (!this.#presence.isSteady(terminal, now)) return pass
    const told = await this.#at(terminal, now, (tx, place) => recordable(tx, place, pass, this.#lone))
    if (told.setsClock) this.#unsettle(terminal)
    return told.pass
  }

  /** A pass that came alone is stored: what is the same from now on is sent again. */
  recorded({ sn }: Terminal, { raw }: Pass, now: Date): void {
    this.#lone.note(sn, raw, now.getTime())
  }

  /** What was done there, by its own time, says that its clock was set, or is wrong. */
  async changed(terminal: Terminal, itsTime: string, now: Date): Promise<void> {
    if (!this.#presence.isSteady(terminal, now)) return
    if (await this.#at(terminal, now, (tx, place) => noteClockChanged(tx, place, itsTime))) this.#unsettle(terminal)
  }

  /**
   * What it shows at this moment, by its own word, which it gives twice a minute: noted where that is news, and looked at anew
   * now and then.
   */
  async shows(terminal: Terminal, itsTime: string, now: Date): Promise<void> {
    const ahead = Date.parse(`${itsTime.replace(' ', 'T')}Z`) - now.getTime()
    const known = this.#shown.get(terminal.sn)
    if (known && Math.abs(ahead - known.ahead) < onItsWay * 1000 && now.getTime() - known.at < shownAgainAfter) return
    if (!this.#presence.isSteady(terminal, now)) return
    this.#shown.set(terminal.sn, { ahead, at: now.getTime() })
    if (await this.#at(terminal, now, (tx, place) => noteClock(tx, place, itsTime))) this.#unsettle(terminal)
  }

  /** Its own time now, of a clock that is known to be wrong; null of any other. */
  async wrongTime(terminal: Terminal, now: Date): Promise<string | null> {
    const offset = await this.#services.database.read({ gym: terminal.gym, user: null }, (tx) =>
      readOffset(tx, terminal),
    )
    if (!isOff(offset, clockTolerance)) return null
    return localTime(await this.#services.zones.of(terminal.gym), new Date(now.getTime() + (offset ?? 0) * 1000))
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
