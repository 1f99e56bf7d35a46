// Registered terminals by their serial number, remembered until devices or gyms change; and the unknown ones that call.
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Live } from '../live/live.ts'

export interface Terminal {
  gym: number
  id: number
  name: string
  sn: string
  delay: number | null
  language: number | null
  /** Delay and zone offset of the last handshake; null where unknown. */
  announced: string | null
  /** How it keeps people out; the group of those where it goes by groups. */
  block: 'verify' | 'group' | 'disable' | 'delete'
  blockGroup: number
  /** It is only emptied any more. */
  leaving: boolean
}

const followed = ['devices', 'gyms'] as const
const unknownKept = 100
const clockTolerance = 5
const unknownEvery = 60_000

/** A terminal's text about itself, as far as it can be stored. */
const plain = (said: string | null | undefined) => said?.replace(/\p{Cc}/gu, '').slice(0, 100) || null

export class Terminals {
  readonly #database: Database
  readonly #live: Live
  readonly #known = new Map<string, { terminal: Terminal; stamp: string }>()
  readonly #clocks = new Map<string, number>()
  readonly #unknownNoted = new Map<string, number>()

  constructor(database: Database, live: Live) {
    this.#database = database
    this.#live = live
  }

  /** The registered terminal of an active gym; null for any other. */
  async find(sn: string): Promise<Terminal | null> {
    const known = this.#known.get(sn)
    if (known && known.stamp === this.#live.stamp(known.terminal.gym, followed)) return known.terminal
    this.#known.delete(sn)
    const found = await this.#database.platform.query<{ gym_id: number; id_device: number }>(
      `select s.gym_id, s.id_device from serial_numbers s join gyms g on g.id = s.gym_id
       where s.sn = $1 and g.is_active and g.deleted_at is null`,
      [sn],
    )
    const owner = found.rows[0]
    if (!owner) return null
    const stamp = this.#live.stamp(owner.gym_id, followed)
    const terminal = await this.#database.read({ gym: owner.gym_id, user: null }, (tx) =>
      tx.maybe<Terminal>(sql`
        select gym_id as gym, id, name, sn, delay, language, announced, block, block_group as "blockGroup", leaving from devices
        where gym_id = ${owner.gym_id} and id = ${owner.id_device} and sn = ${sn}
          and exists (select from gyms where id = ${owner.gym_id} and is_active and deleted_at is null)`),
    )
    if (terminal) this.#known.set(sn, { terminal, stamp })
    this.#unknownNoted.delete(sn)
    return terminal
  }

  /** Keeps what a terminal said of itself; the copy that `find` answers is kept true. */
  async describe(
    terminal: Terminal,
    said: Partial<Pick<Terminal, 'language' | 'announced'>> & { push_version?: string | null; firmware?: string },
  ): Promise<void> {
    Object.assign(terminal, {
      language: said.language ?? terminal.language,
      announced: said.announced === undefined ? terminal.announced : said.announced,
    })
    await this.#database.write({ gym: terminal.gym, user: null }, (tx) =>
      tx.run(sql`
        update devices set language = ${terminal.language}, announced = ${terminal.announced},
          push_version = coalesce(${plain(said.push_version)}, push_version), firmware = coalesce(${plain(said.firmware)}, firmware)
        where gym_id = ${terminal.gym} and id = ${terminal.id}`),
    )
  }

  /** How far the terminal's clock is ahead, told by a pass that just happened; a few seconds are its way here. */
  async noteClock(terminal: Terminal, itsTime: Date, now: Date): Promise<void> {
    const offset = Math.round((itsTime.getTime() - now.getTime()) / 1000)
    const known = this.#clocks.get(terminal.sn)
    if (known !== undefined && Math.abs(known - offset) <= clockTolerance) return
    this.#clocks.set(terminal.sn, offset)
    await this.#database.write({ gym: terminal.gym, user: null }, (tx) =>
      tx.run(sql`update devices set clock_offset = ${offset} where gym_id = ${terminal.gym} and id = ${terminal.id}`),
    )
  }

  /** Notes that a serial number called without being registered: once a minute each, the newest 100. */
  async noteUnknown(sn: string, now: Date): Promise<void> {
    const last = this.#unknownNoted.get(sn)
    if (last !== undefined && now.getTime() - last < unknownEvery) return
    if (last === undefined && this.#unknownNoted.size >= unknownKept && !this.#makeRoom(now)) return
    this.#unknownNoted.set(sn, now.getTime())
    const registered = await this.#database.platform.query('select from serial_numbers where sn = $1', [sn])
    if (registered.rowCount) return
    await this.#database.platform.query(
      'insert into unknown_devices (sn, first_seen, last_seen) values ($1, $2, $2) on conflict (sn) do update set last_seen = excluded.last_seen',
      [sn, now],
    )
    await this.#database.platform.query(
      'delete from unknown_devices where sn in (select sn from unknown_devices order by last_seen desc, sn offset $1)',
      [unknownKept],
    )
  }

  /** A flood of invented numbers writes at most a hundred a minute. */
  #makeRoom(now: Date): boolean {
    for (const [sn, noted] of this.#unknownNoted)
      if (now.getTime() - noted >= unknownEvery) this.#unknownNoted.delete(sn)
    return this.#unknownNoted.size < unknownKept
  }
}
