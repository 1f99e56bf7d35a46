// Caches registered terminals until devices or gyms change.
import type { DoorOpeningCommand } from '@torniquete/contract/door/device-modes.ts'
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'

export interface Terminal {
  gym: number
  id: number
  name: string
  sn: string
  delay: number | null
  language: number | null
  announced: string | null
  /** Way of blocking, chosen by an admin or by the model. `blockGroup` is the group of blocked users. */
  block: 'verify' | 'group' | 'disable' | 'delete'
  blockGroup: number
  openCommand: DoorOpeningCommand
  /** True if accounts were disabled on this terminal once, so every record states whether its account is enabled. */
  sendsEnabledFlag: boolean
  /** True if the terminal reads the verification method from `VerifyMode`. */
  sendsVerifyMode: boolean
  /** True if the terminal refuses a blocked record with two ways of blocking. */
  singleBlockMethod: boolean
  /** Format of the positive answer that the terminal accepts (attendance-upload-handler.ts). */
  answerFormat: number
  attlogStamp: string | null
  operlogStamp: string | null
  keyHash: string | null
  /** True during removal, when only the command to empty the terminal is sent. */
  leaving: boolean
  /** True for the access dialect (PUSH 3.x), false for the attendance dialect. */
  isAccess: boolean
  /** Number of doors, from the registration in the access dialect; null before a registration. */
  doors: number | null
  usesPackedDates: boolean
  requiresUnitId: boolean
  keepsBiometrics: boolean
}

/** SQL condition: an old black-and-white board, some of which use the US dialect (protocol §7). */
export const isZemBoardSql = (platform: Statement): Statement => sql`(${platform} ilike 'ZEM%')`

const followed = ['devices', 'gyms', 'gym-info'] as const
/** The gym id under which registrations of all gyms are announced. */
const platform = 0
const unknownKept = 100
const unknownEvery = 60_000

const announceDevices = (tx: Transaction, { gym }: Terminal) => tx.run(sql`select announce(${gym}, 'devices')`)

/** Removes control characters from a text of a terminal and keeps at most 100 characters; null if empty. */
const plain = (said: string | null | undefined) => said?.replace(/\p{Cc}/gu, '').slice(0, 100) || null

export class TerminalRegistry {
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #known = new Map<string, { terminal: Terminal; stamp: string }>()
  readonly #unknownNoted = new Map<string, { at: number; gym: number | null }>()
  readonly #asked = new Set<string>()
  #askedSince = 0
  #registered: { stamp: string; numbers: Promise<ReadonlySet<string>> } | null = null

  constructor(database: Database, live: ChangeFeed) {
    this.#database = database
    this.#live = live
  }

  /** Returns the registered terminal of an active gym, else null. */
  async find(sn: string): Promise<Terminal | null> {
    const known = this.#known.get(sn)
    if (known && known.stamp === this.#live.stamp(known.terminal.gym, followed, 'door')) return known.terminal
    // A cached terminal is registered, even if the announcement of its registration has not arrived yet.
    if (!known && !(await this.#isRegistered(sn)) && !this.#asksAgain(sn)) return null
    const found = await this.#read(sn)
    if (found) this.#known.set(sn, found)
    else this.#known.delete(sn)
    return found?.terminal ?? null
  }

  async #read(sn: string): Promise<{ terminal: Terminal; stamp: string } | null> {
    const found = await this.#database.platform.query<{ gym_id: number; id_device: number }>(
      `select s.gym_id, s.id_device from serial_numbers s join gyms g on g.id = s.gym_id
       where s.sn = $1 and g.is_active and g.deleted_at is null`,
      [sn],
    )
    const owner = found.rows[0]
    if (!owner) return null
    const stamp = this.#live.stamp(owner.gym_id, followed, 'door')
    const terminal = await this.#database.read({ gym: owner.gym_id, user: null }, (tx) =>
      tx.maybe<Terminal>(sql`
        select d.gym_id as gym, d.id, name, sn, delay, language, announced, block, block_group as "blockGroup", open_command as "openCommand", comm_key_hash as "keyHash", leaving, coalesce(s.switches, false) as "sendsEnabledFlag", coalesce(s.one_way, false) as "singleBlockMethod", coalesce(${isZemBoardSql(sql`s.platform`)}, false) as "sendsVerifyMode",
          coalesce(s.answer_form, 0) as "answerFormat", s.attlog_stamp as "attlogStamp", s.operlog_stamp as "operlogStamp",
          coalesce(s.other_dialect, false) as "isAccess", s.doors, coalesce(s.counts_seconds, false) as "usesPackedDates", coalesce(s.names_units, false) as "requiresUnitId",
          coalesce((select keeps_biometrics from gym_info i where i.gym_id = d.gym_id), false) as "keepsBiometrics"
        from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
        where d.gym_id = ${owner.gym_id} and d.id = ${owner.id_device} and d.sn = ${sn}
          and exists (select from gyms where id = ${owner.gym_id} and is_active and deleted_at is null)`),
    )
    this.#unknownNoted.delete(sn)
    return terminal && { terminal, stamp }
  }

  /** Returns true at most once a second per number, to read the database although no registration was announced. */
  #asksAgain(sn: string): boolean {
    const at = performance.now()
    if (at - this.#askedSince >= 1000) {
      this.#asked.clear()
      this.#askedSince = at
    }
    if (this.#asked.has(sn) || this.#asked.size >= unknownKept) return false
    this.#asked.add(sn)
    return true
  }

  /** Looks in a cached set, so that invented serial numbers cause hardly any query. */
  async #isRegistered(sn: string): Promise<boolean> {
    const stamp = this.#live.stamp(platform, ['devices'], 'door')
    if (this.#registered?.stamp !== stamp) {
      const numbers = this.#database.platform
        .query<{ sn: string }>('select sn from serial_numbers')
        .then(({ rows }) => new Set(rows.map((row) => row.sn)))
      this.#registered = { stamp, numbers }
      // After a failed query the next call reads the numbers again.
      numbers.catch(() => {
        this.#registered = null
      })
    }
    return (await this.#registered.numbers).has(sn)
  }

  async describe(
    terminal: Terminal,
    said: Partial<Pick<Terminal, 'language' | 'announced'>> & { push_version?: string | null; firmware?: string },
  ): Promise<void> {
    const isOtherLanguage = said.language != null && said.language !== terminal.language
    Object.assign(terminal, {
      language: said.language ?? terminal.language,
      announced: said.announced === undefined ? terminal.announced : said.announced,
    })
    await this.#database.write({ gym: terminal.gym, user: null }, async (tx) => {
      await tx.run(sql`
        -- only values that it sent: another server may know more
        update devices set language = coalesce(${said.language ?? null}, language),
          announced = case when ${said.announced === undefined} then announced else ${said.announced ?? null} end,
          push_version = coalesce(${plain(said.push_version)}, push_version), firmware = coalesce(${plain(said.firmware)}, firmware)
        where gym_id = ${terminal.gym} and id = ${terminal.id}`)
      if (isOtherLanguage) await announceDevices(tx, terminal)
    })
  }

  /** Reads the upload stamps again, since they change with each upload and are not announced. */
  async readUploadStamps(terminal: Terminal): Promise<void> {
    const { gym, id } = terminal
    const marks = await this.#database.read({ gym, user: null }, (tx) =>
      tx.maybe<Pick<Terminal, 'attlogStamp' | 'operlogStamp'>>(sql`
        select attlog_stamp as "attlogStamp", operlog_stamp as "operlogStamp" from terminal_states where gym_id = ${gym} and id_device = ${id}`),
    )
    Object.assign(terminal, marks)
  }

  async recordProtocolVariant(
    terminal: Terminal,
    said: Partial<Pick<Terminal, 'answerFormat' | 'attlogStamp' | 'operlogStamp' | 'singleBlockMethod'>>,
  ): Promise<void> {
    const changed = Object.entries(said).some(([key, value]) => terminal[key as keyof typeof said] !== value) // The keys are those of `said`.
    if (!changed) return
    const { gym, id } = terminal
    const { answerFormat = null, attlogStamp = null, operlogStamp = null, singleBlockMethod = null } = said
    await this.#database.write({ gym, user: null }, async (tx) => {
      await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
      await tx.run(sql`
        update terminal_states set answer_form = coalesce(${answerFormat}, answer_form), attlog_stamp = coalesce(${attlogStamp}, attlog_stamp),
          operlog_stamp = coalesce(${operlogStamp}, operlog_stamp),
          one_way = coalesce(${singleBlockMethod}, one_way)
        where gym_id = ${gym} and id_device = ${id}`)
      if (answerFormat !== null || singleBlockMethod !== null) await announceDevices(tx, terminal)
    })
    Object.assign(terminal, said)
  }

  /** Stores a registration. Every server then sends the terminal its configuration again. */
  async recordRegistration(
    terminal: Terminal,
    said: Pick<Terminal, 'usesPackedDates' | 'requiresUnitId'> & { doors: number },
  ): Promise<void> {
    const { gym, id } = terminal
    const { doors, usesPackedDates, requiresUnitId } = said
    await this.#database.write({ gym, user: null }, async (tx) => {
      await tx.run(sql`
        insert into terminal_states as t (gym_id, id_device, doors, counts_seconds, names_units, ends_itself)
        values (${gym}, ${id}, ${doors}, ${usesPackedDates}, ${requiresUnitId}, true)
        on conflict (gym_id, id_device) do update
          set doors = excluded.doors, counts_seconds = excluded.counts_seconds, names_units = excluded.names_units,
            ends_itself = coalesce(t.ends_itself, true)`)
      await tx.run(sql`update devices set announced = null where gym_id = ${gym} and id = ${id}`)
      await announceDevices(tx, terminal)
    })
    Object.assign(terminal, said, { announced: null })
  }

  /**
   * Stores a call of an unregistered number, at most once a minute each, the newest 100. A later call without a host
   * name keeps the `gym` of an earlier call.
   */
  async recordUnregisteredCall(
    sn: string,
    { address, gym }: { address: string; gym: number | null },
    now: Date,
  ): Promise<void> {
    const last = this.#unknownNoted.get(sn)
    const isNews = gym !== null && gym !== last?.gym
    if (last !== undefined && now.getTime() - last.at < unknownEvery && !isNews) return
    if (last === undefined && this.#unknownNoted.size >= unknownKept && !this.#makeRoom(now)) return
    this.#unknownNoted.set(sn, { at: now.getTime(), gym })
    const registered = await this.#database.platform.query('select from serial_numbers where sn = $1', [sn])
    if (registered.rowCount) return
    await this.#database.platform.query(
      `insert into unknown_devices as u (sn, first_seen, last_seen, address, gym_id) values ($1, $2, $2, $3, $4)
       on conflict (sn) do update set last_seen = excluded.last_seen, address = excluded.address,
         gym_id = coalesce(excluded.gym_id, u.gym_id)`,
      [sn, now, address, gym],
    )
    await this.#database.platform.query(
      'delete from unknown_devices where sn in (select sn from unknown_devices order by last_seen desc, sn offset $1)',
      [unknownKept],
    )
  }

  /** Limits stored rows to a hundred a minute, since callers may invent serial numbers. */
  #makeRoom(now: Date): boolean {
    for (const [sn, noted] of this.#unknownNoted)
      if (now.getTime() - noted.at >= unknownEvery) this.#unknownNoted.delete(sn)
    return this.#unknownNoted.size < unknownKept
  }
}
