// From where terminals call. A serial number is no key: it stands on the case, and clones of one board share it. The first
// origin is the terminal; another is held while that one is heard, shown, and becomes it when a person says so.
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Live } from '../live/live.ts'
import { meetAnew } from './census.ts'
import { announceDoor } from './queries.ts'
import type { Terminal } from './terminals.ts'

export interface Origin {
  address: string
  /** Of the network card, where the terminal says it. */
  mac: string | null
}

/** Milliseconds of silence after which another origin is the terminal: it has another address, or was replaced. */
const silence = 135_000
/** What is known of an origin is read again after so long, and before another is turned away. */
const rereadAfter = 60_000
const rereadBeforeRefusal = 5000
const notedEvery = 60_000

interface Known {
  /** Of the device, and of what was announced of the gym's devices when the database was asked. */
  id: number
  stamp: string
  origin: Origin | null
  blocked: Origin | null
  /** When the database was asked. */
  read: number
  /** When the origin was heard last, by this server or another. */
  heard: number
  rivalNoted: number
}

interface Row {
  origin_address: string | null
  origin_mac: string | null
  blocked_address: string | null
  blocked_mac: string | null
  last_seen: string | null
}

const isSame = (known: Origin, caller: Origin): boolean =>
  known.address === caller.address && (known.mac === null || caller.mac === null || known.mac === caller.mac)

const originOf = (address: string | null, mac: string | null): Origin | null =>
  address === null ? null : { address, mac }

export class Origins {
  readonly #database: Database
  readonly #live: Live
  readonly #known = new Map<string, Known>()

  constructor(database: Database, live: Live) {
    this.#database = database
    this.#live = live
  }

  /** Whether a call is the terminal's own. */
  async admits(terminal: Terminal, caller: Origin, now: Date): Promise<boolean> {
    const at = now.getTime()
    const remembered = this.#known.get(terminal.sn)
    const stamp = this.#live.stamp(terminal.gym, ['devices'])
    const isFresh = remembered?.stamp === stamp && remembered.id === terminal.id && at - remembered.read < rereadAfter
    let known = remembered && isFresh ? remembered : await this.#read(terminal, stamp, at)
    if (known.origin && isSame(known.origin, caller)) return this.#heard(terminal, known, caller, at)
    if (at - known.read >= rereadBeforeRefusal) known = await this.#read(terminal, stamp, at)
    if (known.origin && isSame(known.origin, caller)) return this.#heard(terminal, known, caller, at)
    const isBlocked = known.blocked !== null && isSame(known.blocked, caller)
    const isSilent = at - known.heard >= silence
    if (known.origin === null || (isSilent && !isBlocked)) return this.#takeOver(terminal, known, caller, now)
    // One that was turned away is shown again once nobody else is heard: the terminal may have got its address.
    if ((!isBlocked || isSilent) && at - known.rivalNoted >= notedEvery) {
      known.rivalNoted = at
      await this.#write(
        terminal,
        sql`rival_address = ${caller.address}, rival_mac = ${caller.mac}, rival_at = ${now}`,
        sql`true`,
        // It is an alarm, which every page shows.
        async (tx) => {
          await announceDoor(tx, terminal.gym)
        },
      )
    }
    return false
  }

  /** It is the terminal from now on, unless another server has just found another. */
  async #takeOver(terminal: Terminal, known: Known, caller: Origin, now: Date): Promise<boolean> {
    const former = known.origin
    // Another network card is another unit, which a person should know of.
    const isAnother = former?.mac != null && caller.mac !== null && former.mac !== caller.mac
    const shown = isAnother
      ? { address: former.address, mac: former.mac, at: now }
      : { address: null, mac: null, at: null }
    const taken = await this.#write(
      terminal,
      sql`origin_address = ${caller.address}, origin_mac = ${caller.mac},
        rival_address = ${shown.address}, rival_mac = ${shown.mac}, rival_at = ${shown.at}`,
      sql`origin_address is not distinct from ${former?.address ?? null} and origin_mac is not distinct from ${former?.mac ?? null}`,
      isAnother ? (tx) => meetAnew(tx, terminal, now) : undefined,
    )
    if (taken === 0) {
      this.#known.delete(terminal.sn)
      return false
    }
    known.origin = caller
    known.heard = now.getTime()
    return true
  }

  async #heard(terminal: Terminal, known: Known, caller: Origin, at: number): Promise<true> {
    known.heard = at
    if (known.origin && known.origin.mac === null && caller.mac !== null) {
      known.origin = caller
      await this.#write(
        terminal,
        sql`origin_mac = ${caller.mac}`,
        sql`origin_address = ${caller.address} and origin_mac is null`,
      )
    }
    return true
  }

  async #read(terminal: Terminal, stamp: string, at: number): Promise<Known> {
    const { gym, id, sn } = terminal
    const row = await this.#database.read({ gym, user: null }, (tx) =>
      tx.maybe<Row>(sql`
        select s.origin_address, s.origin_mac, s.blocked_address, s.blocked_mac, d.last_seen
        from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
        where d.gym_id = ${gym} and d.id = ${id}`),
    )
    const before = this.#known.get(sn)
    const origin = originOf(row?.origin_address ?? null, row?.origin_mac ?? null)
    const seen = row?.last_seen ? Date.parse(row.last_seen) : 0
    const same = before?.origin && origin && isSame(before.origin, origin)
    const known: Known = {
      id,
      stamp,
      origin,
      blocked: originOf(row?.blocked_address ?? null, row?.blocked_mac ?? null),
      read: at,
      heard: Math.max(seen, same ? before.heard : 0),
      rivalNoted: before?.rivalNoted ?? 0,
    }
    this.#known.set(sn, known)
    return known
  }

  /** `then` is done with it, or not at all. */
  #write(
    { gym, id }: Terminal,
    set: Statement,
    where: Statement = sql`true`,
    then?: (tx: Transaction) => Promise<void>,
  ): Promise<number> {
    return this.#database.write({ gym, user: null }, async (tx) => {
      await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
      const rows = await tx.run(
        sql`update terminal_states set ${set} where gym_id = ${gym} and id_device = ${id} and ${where}`,
      )
      if (rows > 0) await then?.(tx)
      return rows
    })
  }
}
