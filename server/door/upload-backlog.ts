// Tracks the upload backlog. A refused upload is repeated later, so uploads until then, and soon after, may be old.
// Each server reads it from its cached terminal, so no poll queries it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { Terminal } from './terminals.ts'

/** Milliseconds until the state is written again: the database that refused the upload may refuse that too. */
const retryMs = 5000

interface Changed {
  terminal: Terminal
  hasBacklog: boolean
  at: Date
}

export class UploadBacklog {
  readonly #database: Database
  readonly #unsaved = new Map<string, Changed>()
  readonly #ending = new AbortController()
  #saving: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  recordUpload(terminal: Terminal, isTaken: boolean, now: Date): void {
    const hasBacklog = this.#unsaved.get(terminal.sn)?.hasBacklog ?? terminal.hasBacklog
    if (hasBacklog !== isTaken) return
    this.#unsaved.set(terminal.sn, { terminal, hasBacklog: !isTaken, at: now })
    this.#saving ??= this.#save()
  }

  /** Null while there is a backlog, else when it was last accepted, in milliseconds; 0 if there never was one. */
  clearedAt({ sn, hasBacklog, backlogClearedAt }: Terminal): number | null {
    const unsaved = this.#unsaved.get(sn)
    if (unsaved?.hasBacklog ?? hasBacklog) return null
    return unsaved?.at.getTime() ?? (backlogClearedAt === null ? 0 : Date.parse(backlogClearedAt))
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#saving
  }

  async #save(): Promise<void> {
    const { signal } = this.#ending
    for (let changed = next(this.#unsaved); changed; changed = next(this.#unsaved)) {
      const { sn } = changed.terminal
      const isSaved = await this.#write(changed).then(
        () => true,
        () => false,
      )
      // A newer change of the same terminal is written later.
      if (isSaved && this.#unsaved.get(sn) === changed) this.#unsaved.delete(sn)
      if (isSaved) continue
      if (signal.aborted) break
      // A change that cannot be written goes to the end, so that it delays no other.
      const latest = this.#unsaved.get(sn) ?? changed
      this.#unsaved.delete(sn)
      this.#unsaved.set(sn, latest)
      await pause(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
    this.#saving = null
  }

  async #write({ terminal: { gym, id, sn }, hasBacklog, at }: Changed): Promise<void> {
    await this.#database.write({ gym, user: null }, async (tx) => {
      await tx.run(sql`
        insert into terminal_states (gym_id, id_device, owes, paid_at)
        select gym_id, id, ${hasBacklog}, ${hasBacklog ? null : at}::timestamptz from devices where gym_id = ${gym} and id = ${id} and sn = ${sn}
        on conflict (gym_id, id_device) do update set owes = excluded.owes, paid_at = excluded.paid_at`)
      await tx.run(sql`select announce(${gym}, 'devices')`)
    })
  }
}

const next = (unsaved: ReadonlyMap<string, Changed>): Changed | undefined => unsaved.values().next().value
