// Tracks when terminals called. Times are exact in memory, and saved every 15 s for other servers and the next start.

import { getOfflineTimeoutMs, maxPollDelaySeconds } from '@torniquete/contract/door/device-modes.ts'
import type { Device } from '@torniquete/contract/door/devices.ts'
import type { Database } from '../platform/db/database.ts'
import type { DeviceRow } from './queries.ts'
import type { Terminal } from './terminals.ts'

const saveIntervalMs = 15_000
/** Milliseconds for which calls of several terminals are collected into one SQL statement. */
const saveDelayMs = 1000
const rereadIntervalMs = 5000
const steadyAfterMs = 60_000
/** Precision in milliseconds of the displayed `last_seen`. */
const displayPrecisionMs = 10_000

/** Number of polls from which the poll interval is computed. */
const maxPollsKept = 4
/** Seconds that a person waits at a door for it to open. */
const maxWaitSeconds = 10

interface TerminalContact {
  /** Serial number. If it changes, the entry belongs to another terminal. */
  sn: string
  at: number
  /** Start of the current connection in ms: the last handshake, reconnection, or end of a backlog. */
  since: number
  /** True if the last upload was refused and will be repeated, so uploads until then may be old. */
  hasBacklog: boolean
  savedAt: number
  delay: number | null
  polls: number[]
}

type Shown = Omit<Device, 'alarm'>

export class LastSeenTracker {
  readonly #database: Database
  readonly #contacts = new Map<number, Map<number, TerminalContact>>()
  readonly #unsaved = new Map<string, { gym: number; id: number; at: Date; known: TerminalContact }>()
  readonly #writing = new Set<Promise<void>>()
  #saving: NodeJS.Timeout | null = null

  constructor(database: Database) {
    this.#database = database
  }

  recordCall({ gym, id, sn, delay }: { gym: number; id: number; sn: string; delay: number | null }, now: Date): void {
    const at = now.getTime()
    const devices = this.#of(gym)
    const before = devices.get(id)
    const known = before?.sn === sn ? before : { sn, at, since: at, hasBacklog: false, savedAt: 0, delay, polls: [] }
    if (at - known.at > getOfflineTimeoutMs(delay)) known.since = at
    known.at = at
    known.delay = delay
    devices.set(id, known)
    if (at - known.savedAt < saveIntervalMs) return
    const isBack = at - known.savedAt > getOfflineTimeoutMs(delay)
    known.savedAt = at
    this.#unsaved.set(`${gym} ${id}`, { gym, id, at: now, known })
    // Other servers must know at once that the terminal reconnected.
    if (isBack) void this.#save()
    else this.#saving ??= setTimeout(() => void this.#save(), saveDelayMs)
  }

  /** Restarts the connection time, since the uploads after a handshake are a backlog. */
  recordHandshake({ gym, id }: { gym: number; id: number }, now: Date): void {
    const known = this.#of(gym).get(id)
    if (known) known.since = now.getTime()
  }

  recordUpload({ gym, id }: { gym: number; id: number }, isAccepted: boolean, now: Date): void {
    const known = this.#of(gym).get(id)
    if (known?.hasBacklog && isAccepted) known.since = now.getTime()
    if (known) known.hasBacklog = !isAccepted
  }

  async #save(): Promise<void> {
    const rows = [...this.#unsaved.values()]
    this.#unsaved.clear()
    if (this.#saving) clearTimeout(this.#saving)
    this.#saving = null
    const write = this.#write(rows)
    this.#writing.add(write)
    await write
    this.#writing.delete(write)
  }

  async #write(rows: { gym: number; id: number; at: Date; known: TerminalContact }[]): Promise<void> {
    try {
      await this.#database.platform.query('select record_heartbeats($1::integer[], $2::bigint[], $3::timestamptz[])', [
        rows.map(({ gym }) => gym),
        rows.map(({ id }) => id),
        rows.map(({ at }) => at),
      ])
    } catch {
      // The next call saves the time again; until then this server uses the time in memory.
      for (const { known } of rows) known.savedAt = 0
    }
  }

  countConnected(now: Date): number {
    const all = [...this.#contacts.values()].flatMap((devices) => [...devices.values()])
    return all.filter(({ at, delay }) => now.getTime() - at <= getOfflineTimeoutMs(delay)).length
  }

  async close(): Promise<void> {
    if (this.#saving !== null) await this.#save()
    await Promise.all(this.#writing)
  }

  recordPoll({ gym, id }: { gym: number; id: number }, now: Date): void {
    const known = this.#of(gym).get(id)
    if (known) known.polls = [...known.polls.slice(1 - maxPollsKept), now.getTime()]
  }

  isBack({ gym, id, delay }: { gym: number; id: number; delay: number | null }): boolean {
    const [before, last] = this.#of(gym).get(id)?.polls.slice(-2) ?? []
    return before !== undefined && last !== undefined && last - before > getOfflineTimeoutMs(delay)
  }

  /**
   * Returns the seconds between polls if that is longer than a person waits at a door, else null. Some idle terminals
   * poll more slowly than configured. With several servers, each server sees only some of the polls.
   */
  getSlowPollSeconds(gym: number, { id, delay }: { id: number; delay: number | null }): number | null {
    if (delay !== null && delay > maxWaitSeconds) return Math.min(delay, maxPollDelaySeconds)
    const polls = this.#of(gym).get(id)?.polls ?? []
    if (polls.length < maxPollsKept) return null
    const gaps = polls.slice(1).map((at, before) => at - (polls[before] ?? at))
    const usual = Math.round((gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0) / 1000)
    return usual > maxWaitSeconds && usual > 2.5 * (delay ?? maxWaitSeconds) ? usual : null
  }

  /** Returns all terminals of a gym as the API shows them, and removes other terminals of the gym from memory. */
  showAll(gym: number, rows: readonly DeviceRow[], now: Date): Shown[] {
    const ids = new Set(rows.map((row) => row.id))
    for (const id of this.#of(gym).keys()) if (!ids.has(id)) this.#of(gym).delete(id)
    return rows.map((row) => this.show(gym, row, now))
  }

  forget(gym: number, id: number): void {
    this.#of(gym).delete(id)
  }

  /** True if the terminal has been connected for a while, so that its uploads are live and not a backlog. */
  isSteady(terminal: Terminal, now: Date): boolean {
    const known = this.#of(terminal.gym).get(terminal.id)
    return known !== undefined && !known.hasBacklog && now.getTime() - known.since > steadyAfterMs
  }

  /** Replaces `last_seen` of each row if the time in memory is later. */
  withLastSeen<Row extends { id: number; last_seen: string | null }>(gym: number, rows: readonly Row[]): Row[] {
    return rows.map((row) => {
      const at = Math.max(row.last_seen === null ? 0 : Date.parse(row.last_seen), this.#of(gym).get(row.id)?.at ?? 0)
      return { ...row, last_seen: at === 0 ? null : new Date(at).toISOString() }
    })
  }

  show<Row extends DeviceRow>(gym: number, row: Row, now: Date): Shown {
    const devices = this.#of(gym)
    const stored = row.last_seen === null ? 0 : Date.parse(row.last_seen)
    const before = devices.get(row.id)
    const known = before?.sn === row.sn ? before : undefined
    const at = Math.max(stored, known?.at ?? 0)
    devices.set(row.id, {
      sn: row.sn,
      at,
      since: known?.since ?? at,
      hasBacklog: known?.hasBacklog ?? false,
      savedAt: known?.savedAt ?? stored,
      delay: row.delay,
      polls: known?.polls ?? [],
    })
    return {
      ...row,
      connected: at > 0 && now.getTime() - at < getOfflineTimeoutMs(row.delay),
      last_seen: at === 0 ? null : new Date(at).toISOString(),
    }
  }

  /**
   * Returns a cache key that changes with the list of terminals: when a terminal connects, disconnects, or is seen
   * ten seconds later. Terminals that are silent here may call another server, so the key then changes every 5 s.
   */
  getCacheKey(gym: number, now: Date): string {
    const time = now.getTime()
    let text = ''
    for (const [id, { at, delay }] of this.#of(gym)) {
      const connected = time - at < getOfflineTimeoutMs(delay)
      text += connected
        ? `.${id}+${Math.floor(at / displayPrecisionMs)}`
        : `.${id}-${Math.floor(time / rereadIntervalMs)}`
    }
    return text
  }

  #of(gym: number): Map<number, TerminalContact> {
    let devices = this.#contacts.get(gym)
    if (!devices) {
      devices = new Map()
      this.#contacts.set(gym, devices)
    }
    return devices
  }
}
