// When each terminal was last heard. In memory to the second; in the database now and then, for other servers and
// for the next start.
import { connectedWindow, type Device } from '@torniquete/contract/devices.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'

const keepEvery = 15_000
const lookAgainEvery = 5000
const steadyAfter = 60_000
/** A call within the same ten seconds as the last is no change of `last_seen`. */
const shownTo = 10_000

interface Heard {
  /** Another serial number is another terminal. */
  sn: string
  at: number
  /** Since when it has not been silent for longer than its window. */
  since: number
  kept: number
  delay: number | null
}

type DeviceRow = Omit<Device, 'connected'>

export class Presence {
  readonly #database: Database
  readonly #heard = new Map<number, Map<number, Heard>>()

  constructor(database: Database) {
    this.#database = database
  }

  heard({ gym, id, sn, delay }: { gym: number; id: number; sn: string; delay: number | null }, now: Date): void {
    const at = now.getTime()
    const devices = this.#of(gym)
    const before = devices.get(id)
    const known = before?.sn === sn ? before : { sn, at, since: at, kept: 0, delay }
    if (at - known.at > connectedWindow(delay)) known.since = at
    known.at = at
    known.delay = delay
    devices.set(id, known)
    if (at - known.kept < keepEvery) return
    known.kept = at
    const kept = this.#database.write({ gym, user: null }, (tx) =>
      tx.run(sql`update devices set last_seen = ${now} where gym_id = ${gym} and id = ${id}`),
    )
    // The next call writes it again; whoever asks until then is told what memory knows.
    kept.catch(() => {
      known.kept = 0
    })
  }

  /** All of a gym's terminals as the API answers them; one that is no longer among them is forgotten. */
  showAll(gym: number, rows: readonly DeviceRow[], now: Date): Device[] {
    const ids = new Set(rows.map((row) => row.id))
    for (const id of this.#of(gym).keys()) if (!ids.has(id)) this.#of(gym).delete(id)
    return rows.map((row) => this.show(gym, row, now))
  }

  forget(gym: number, id: number): void {
    this.#of(gym).delete(id)
  }

  /** Whether the terminal has been calling for a while: what it sends now happens now, and is no backlog. */
  isSteady(gym: number, id: number, now: Date): boolean {
    const known = this.#of(gym).get(id)
    return known !== undefined && now.getTime() - known.since > steadyAfter
  }

  /** Rows with when each terminal was last heard, by what memory knows beyond them. */
  seen<Row extends { id: number; last_seen: string | null }>(gym: number, rows: readonly Row[]): Row[] {
    return rows.map((row) => {
      const at = Math.max(row.last_seen === null ? 0 : Date.parse(row.last_seen), this.#of(gym).get(row.id)?.at ?? 0)
      return { ...row, last_seen: at === 0 ? null : new Date(at).toISOString() }
    })
  }

  /** One as the API answers it. */
  show<Row extends DeviceRow>(gym: number, row: Row, now: Date): Device {
    const devices = this.#of(gym)
    const stored = row.last_seen === null ? 0 : Date.parse(row.last_seen)
    const before = devices.get(row.id)
    const known = before?.sn === row.sn ? before : undefined
    const at = Math.max(stored, known?.at ?? 0)
    devices.set(row.id, {
      sn: row.sn,
      at,
      since: known?.since ?? at,
      kept: known?.kept ?? stored,
      delay: row.delay,
    })
    return {
      ...row,
      connected: at > 0 && now.getTime() - at < connectedWindow(row.delay),
      last_seen: at === 0 ? null : new Date(at).toISOString(),
    }
  }

  /**
   * Changes when the list of terminals may read otherwise: a connection came or went, or one was heard ten
   * seconds later. One that is silent here may be talking to another server, so the database is asked again every 5 s.
   */
  freshness(gym: number, now: Date): string {
    const time = now.getTime()
    let text = ''
    for (const [id, { at, delay }] of this.#of(gym)) {
      const connected = time - at < connectedWindow(delay)
      text += connected ? `.${id}+${Math.floor(at / shownTo)}` : `.${id}-${Math.floor(time / lookAgainEvery)}`
    }
    return text
  }

  #of(gym: number): Map<number, Heard> {
    let devices = this.#heard.get(gym)
    if (!devices) {
      devices = new Map()
      this.#heard.set(gym, devices)
    }
    return devices
  }
}
