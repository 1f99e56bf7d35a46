// Decides whether a call comes from the registered terminal. A serial number is no secret, since it is printed on the
// case, and clones of one board share it. The first origin (network and MAC address) is accepted. Calls from another
// origin are held and shown while the first still calls, until an admin accepts them. A required communication key must
// match, and so must the gym's host name once it was used.
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { WindowLimit } from '../platform/http/window-limit.ts'
import type { ChangeFeed } from '../platform/live/change-feed.ts'
import type { Services } from '../services.ts'
import { hashCommKey, isMatchingCommKey } from './communication-key.ts'
import { notifyIncidents } from './incidents.ts'
import { provisionalAcceptedAtSql } from './origin-trust.ts'
import { type CallHoldReason, LanAddressConflictDetector, recordSerialConflict } from './serial-conflicts.ts'
import { resetReplacedTerminal } from './terminal-census.ts'
import type { Terminal } from './terminals.ts'

export interface CallerOrigin {
  address: string
  /** MAC address; null if the terminal does not send it. */
  mac: string | null
}

export interface TerminalCaller extends CallerOrigin {
  /** Communication key of a handshake, '' if it has none; undefined in other calls, which cannot contain it. */
  key?: string
  /** True if the call used the gym's host name; undefined if the installation has no host names for gyms. */
  isNamed?: boolean
}

/** Milliseconds of silence after which another origin may take over: the terminal was moved or replaced. */
const silenceMs = 135_000
/** Milliseconds after which the origin is read again before a call is held, since other servers also record calls. */
const rereadAfterMs = 5000
const conflictIntervalMs = 60_000
/** Wrong keys per terminal, hour and server, after which only the terminal's current origin is accepted. */
const maxWrongKeysPerHour = 10
const hourMs = 3_600_000

interface Known {
  id: number
  stamp: string
  origin: CallerOrigin | null
  blocked: CallerOrigin | null
  proven: boolean
  /** Hash of a key that the origin sends although none is required. */
  offeredKeyHash: string | null
  /** True if the terminal used the gym's host name and must use it; false if it need not; null if it never did. */
  byName: boolean | null
  readAt: number
  lastHeardAt: number
  conflictRecordedAt: number
}

type Texts = 'origin_address' | 'origin_mac' | 'blocked_address' | 'blocked_mac' | 'offered_key_hash' | 'last_seen'
type Row = Record<Texts, string | null> & Record<'origin_proven' | 'by_name', boolean | null>

const isSame = (known: CallerOrigin, caller: CallerOrigin): boolean =>
  known.address === caller.address && (known.mac === null || known.mac === caller.mac)

/** The access dialect has no field for the key, so such a terminal needs the key only in an attendance handshake. */
const requiresKey = ({ keyHash, isAccess }: Terminal, { key }: TerminalCaller): boolean =>
  keyHash !== null && (!isAccess || key !== undefined)

/** Returns why a call must be held from any origin, or null. A key sent with a handshake counts until the next one. */
function findHoldReason(terminal: Terminal, known: Known, caller: TerminalCaller): CallHoldReason | null {
  const { keyHash } = terminal
  if (known.byName && caller.isNamed === false) return 'name'
  if (keyHash === null || !requiresKey(terminal, caller)) return null
  if (caller.key) return isMatchingCommKey(keyHash, caller.key) ? null : 'right-key'
  const isProven = caller.key === undefined && known.proven && known.origin !== null && isSame(known.origin, caller)
  return isProven ? null : 'key'
}

const toOrigin = (address: string | null, mac: string | null): CallerOrigin | null =>
  address === null ? null : { address, mac }

export class TerminalOriginVerifier {
  readonly lanAddresses: LanAddressConflictDetector
  readonly #database: Database
  readonly #live: ChangeFeed
  readonly #known = new Map<string, Known>()
  /** Wrong keys of each serial number, since a key of a few digits is soon guessed without a limit. */
  readonly #wrongKeys = new WindowLimit<string>(maxWrongKeysPerHour, hourMs)

  constructor(services: Pick<Services, 'database' | 'live'>) {
    this.#database = services.database
    this.#live = services.live
    this.lanAddresses = new LanAddressConflictDetector(services.database)
  }

  /** Returns whether the call is accepted as coming from the terminal. */
  async authorize(terminal: Terminal, caller: TerminalCaller, now: Date): Promise<boolean> {
    const at = now.getTime()
    const remembered = this.#known.get(terminal.sn)
    const stamp = this.#live.stamp(terminal.gym, ['devices'], 'door')
    const isFresh = remembered?.stamp === stamp && remembered.id === terminal.id
    let known = remembered && isFresh ? remembered : await this.#read(terminal, stamp, at)
    const isOwn = () =>
      known.origin !== null && isSame(known.origin, caller) && findHoldReason(terminal, known, caller) === null
    if (isOwn()) return this.#acceptCall(terminal, known, caller, at)
    if (at - known.readAt >= rereadAfterMs) known = await this.#read(terminal, stamp, at)
    if (isOwn()) return this.#acceptCall(terminal, known, caller, at)
    const isGuess = terminal.keyHash !== null && Boolean(caller.key) && this.#wrongKeys.getWaitMs(terminal.sn, now) > 0
    const lacks = isGuess ? 'right-key' : findHoldReason(terminal, known, caller)
    if (lacks === 'right-key') this.#wrongKeys.tryAdd(terminal.sn, now)
    const isBlocked = known.blocked !== null && isSame(known.blocked, caller)
    const isSilent = at - known.lastHeardAt >= silenceMs
    // A caller with the right key need not wait for a silence, since a key proves more than an address.
    const canTakeOver = (known.origin === null || isSilent || requiresKey(terminal, caller)) && !isBlocked
    if (lacks === null && canTakeOver) return this.#takeOver(terminal, known, caller, now)
    // After a silence a blocked origin is shown again, since the terminal may have been given that address.
    if ((!isBlocked || isSilent) && at - known.conflictRecordedAt >= conflictIntervalMs) {
      known.conflictRecordedAt = at
      const { gym } = terminal
      const { address, mac } = caller
      await this.#database.write({ gym, user: null }, (tx) =>
        recordSerialConflict(tx, terminal, { address, mac, lacks }, now),
      )
    }
    return false
  }

  /** Makes the caller the terminal's origin, unless another server has just set another origin (compare and set). */
  async #takeOver(terminal: Terminal, known: Known, caller: TerminalCaller, now: Date): Promise<boolean> {
    const former = known.origin
    const proven = requiresKey(terminal, caller)
    // Another MAC address means another terminal, which is shown to admins.
    const isAnother = former?.mac != null && caller.mac !== null && former.mac !== caller.mac
    // An origin that took over after a silence is not trusted, since neither address nor serial number is a proof.
    const isFirst = former === null && known.blocked === null
    const isSameCard = former?.mac != null && former.mac === caller.mac
    const isProven = proven || caller.isNamed === true
    const accepted = isFirst ? provisionalAcceptedAtSql : isSameCard ? sql`origin_accepted_at` : sql`null`
    const isNotified = isAnother || !(isProven || isFirst)
    const unlikeBefore = isSameCard ? 'readdressed' : 'moved'
    const kind = isAnother ? 'rival' : unlikeBefore
    const shown = isAnother
      ? { address: former.address, mac: former.mac, at: now }
      : { address: null, mac: null, at: null }
    const taken = await this.#write(
      terminal,
      sql`origin_address = ${caller.address}, origin_mac = ${caller.mac},
        origin_proven = ${proven}, origin_accepted_at = ${accepted}, offered_key_hash = null,
        rival_address = ${shown.address}, rival_mac = ${shown.mac}, rival_at = ${shown.at}, rival_lacks = null`,
      sql`origin_address is not distinct from ${former?.address ?? null} and origin_mac is not distinct from ${former?.mac ?? null}`,
      async (tx) => {
        if (isAnother) await resetReplacedTerminal(tx, terminal, now)
        if (isNotified)
          await notifyIncidents(tx, terminal, [{ kind, at: now, pin: null, address: caller.address }], now)
      },
    )
    if (taken === 0) {
      this.#known.delete(terminal.sn)
      return false
    }
    Object.assign(known, { origin: { address: caller.address, mac: caller.mac }, proven, offeredKeyHash: null })
    return this.#acceptCall(terminal, known, caller, now.getTime())
  }

  async #acceptCall(terminal: Terminal, known: Known, caller: TerminalCaller, at: number): Promise<true> {
    known.lastHeardAt = at
    if (caller.key !== undefined) await this.#recordKey(terminal, known, caller.key)
    if (caller.isNamed && known.byName === null) {
      known.byName = true
      await this.#write(terminal, sql`by_name = true`)
    }
    if (known.origin && known.origin.mac === null && caller.mac !== null) {
      known.origin = { address: caller.address, mac: caller.mac }
      const noted = await this.#write(
        terminal,
        sql`origin_mac = ${caller.mac}`,
        sql`origin_address = ${caller.address} and origin_mac is null`,
      )
      // No row was updated, because another server stored another MAC address.
      if (noted === 0) this.#known.delete(terminal.sn)
    }
    return true
  }

  /** Records the key of the origin's handshake: the required key, or one that could be required in future. */
  async #recordKey(terminal: Terminal, known: Known, key: string): Promise<void> {
    if (terminal.keyHash !== null) {
      if (known.proven) return
      known.proven = true
      // Clears the warning about a rival origin if it was that one of the two lacked the key.
      const none = sql`case when rival_lacks is null then rival_at end`
      await this.#write(terminal, sql`origin_proven = true, rival_at = ${none}, rival_lacks = null`)
      return
    }
    const isKnown = known.offeredKeyHash === null ? key === '' : isMatchingCommKey(known.offeredKeyHash, key)
    if (isKnown) return
    known.offeredKeyHash = key === '' ? null : hashCommKey(key)
    await this.#write(terminal, sql`offered_key_hash = ${known.offeredKeyHash}`)
  }

  async #read(terminal: Terminal, stamp: string, at: number): Promise<Known> {
    const { gym, id, sn } = terminal
    const row = await this.#database.read({ gym, user: null }, (tx) =>
      tx.maybe<Row>(sql`
        select s.origin_address, s.origin_mac, s.blocked_address, s.blocked_mac, s.origin_proven,
          s.offered_key_hash, s.by_name, d.last_seen
        from devices d left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
        where d.gym_id = ${gym} and d.id = ${id}`),
    )
    const before = this.#known.get(sn)
    const origin = toOrigin(row?.origin_address ?? null, row?.origin_mac ?? null)
    const seen = row?.last_seen ? Date.parse(row.last_seen) : 0
    const same = before?.origin && origin && isSame(before.origin, origin)
    const known: Known = {
      id,
      stamp,
      origin,
      blocked: toOrigin(row?.blocked_address ?? null, row?.blocked_mac ?? null),
      proven: row?.origin_proven ?? false,
      offeredKeyHash: row?.offered_key_hash ?? null,
      byName: row?.by_name ?? null,
      readAt: at,
      lastHeardAt: Math.max(seen, same ? before.lastHeardAt : 0),
      conflictRecordedAt: before?.conflictRecordedAt ?? 0,
    }
    this.#known.set(sn, known)
    return known
  }

  /**
   * Updates the state if `where` holds, then runs `then` in the same transaction. Every server reads the origin
   * again.
   */
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
      if (rows > 0) await tx.run(sql`select announce(${gym}, 'devices')`)
      if (rows > 0) await then?.(tx)
      return rows
    })
  }
}
