// Queries users whose PIN was logged as enrolled or changed, since some terminals do not log the data. If queries are
// lost by a restart, the users are found when the terminal counts more users than are known, or when they pass.

/** Milliseconds in which a terminal may report the user without a query, or answer a query. */
const answerTimeoutMs = 60_000
/** Milliseconds before a PIN is queried again, since some terminals log the query as another change. */
const restMs = 600_000
/** Number of tries at intervals of `answerTimeoutMs`; later tries follow at intervals of `restMs`. */
const quickTries = 3
const maxTries = 12
const maxQueriesPerPoll = 10
/** Largest number of queries per terminal. If more PINs change within ten minutes, all users are listed. */
const maxQueries = 200
/** Milliseconds between two lists, since the list of a large gym is as long as a day's uploads. */
export const userListQueryIntervalMs = 86_400_000

/**
 * Milliseconds in which refused queries make the record of a PIN uncertain only once, since the terminal may log the
 * record that is then sent again as another change.
 */
const doubtMs = 1_800_000

interface Result {
  command: number
  code: number
}

interface PinQuery {
  /** Time of the next try in milliseconds; null if the query was answered, or tried often enough. */
  due: number | null
  tries: number
  last: number
  command?: number
}

export class ChangedPinQueryQueue {
  readonly #queries = new Map<string, Map<string, PinQuery>>()
  /** Serial number → time of the next and last list in milliseconds. `hasOverflowed`: more PINs changed than fit. */
  readonly #lists = new Map<string, { due: number | null; last: number | null; hasOverflowed?: boolean }>()

  readonly #doubted = new Map<string, number>()

  enqueue(sn: string, pins: readonly string[], now: Date): void {
    if (pins.length === 0) return
    const at = now.getTime()
    const known = this.#queries.get(sn) ?? new Map<string, PinQuery>()
    this.#queries.set(sn, known)
    for (const [pin, { due, last }] of known) if (due === null && at - last >= restMs) known.delete(pin)
    for (const pin of pins) {
      const before = known.get(pin)
      if (before ? before.due !== null : known.size >= maxQueries) {
        if (!before) this.#scheduleList(sn, at + answerTimeoutMs, true)
        continue
      }
      known.set(pin, { due: before ? before.last + restMs : at + answerTimeoutMs, tries: 0, last: before?.last ?? at })
    }
  }

  settle(sn: string, pins: readonly string[], now: Date): void {
    const known = this.#queries.get(sn)
    for (const pin of pins) if (known?.has(pin)) known.set(pin, { due: null, tries: 0, last: now.getTime() })
  }

  /** If the terminal counts more users than are known (`more`), schedules a list after the running queries. */
  scheduleListIfMore(sn: string, more: boolean, now: Date): void {
    if (more) this.#scheduleList(sn, now.getTime() + restMs)
    else if (!this.#lists.get(sn)?.hasOverflowed)
      this.#lists.set(sn, { due: null, last: this.#lists.get(sn)?.last ?? null })
  }

  #scheduleList(sn: string, from: number, more = false): void {
    const { due = null, last = null, hasOverflowed = false } = this.#lists.get(sn) ?? {}
    const next = due ?? Math.max(from, (last ?? Number.NEGATIVE_INFINITY) + userListQueryIntervalMs)
    this.#lists.set(sn, { due: next, last, hasOverflowed: hasOverflowed || more })
  }

  /** Returns whether the list must be requested now. Queries of single PINs then wait for its result. */
  claimList(sn: string, now: Date): boolean {
    const due = this.#lists.get(sn)?.due ?? null
    if (due === null || due > now.getTime()) return false
    this.#lists.set(sn, { due: null, last: now.getTime() })
    for (const query of this.#queries.get(sn)?.values() ?? [])
      if (query.due !== null) query.due = Math.max(query.due, now.getTime() + restMs)
    return true
  }

  recordCommand(sn: string, pin: string, command: number): void {
    const query = this.#queries.get(sn)?.get(pin)
    if (query) query.command = command
  }

  /** Ends queries that got one of these result codes, and returns their PINs. */
  settleByCode(sn: string, results: readonly Result[], codes: readonly number[], now: Date): string[] {
    const commands = results.flatMap(({ command, code }) => (codes.includes(code) ? command : []))
    const pins = [...(this.#queries.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) ? pin : [],
    )
    this.settle(sn, pins, now)
    return pins
  }

  /** Returns PINs whose query was refused. Their records are uncertain and are sent again. */
  listRefused(sn: string, results: readonly Result[], now: Date): string[] {
    const at = now.getTime()
    const commands = results.flatMap(({ command, code }) => (code < 0 ? command : []))
    for (const [key, doubted] of this.#doubted) if (at - doubted >= doubtMs) this.#doubted.delete(key)
    const pins = [...(this.#queries.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) && !this.#doubted.has(`${sn} ${pin}`) ? pin : [],
    )
    for (const pin of pins) this.#doubted.set(`${sn} ${pin}`, at)
    return pins
  }

  claim(sn: string, now: Date): string[] {
    const at = now.getTime()
    const due = [...(this.#queries.get(sn) ?? [])].filter(([, query]) => query.due !== null && query.due <= at)
    return due.slice(0, maxQueriesPerPoll).map(([pin, query]) => {
      query.tries += 1
      query.last = at
      const wait = query.tries < quickTries ? answerTimeoutMs : restMs
      query.due = query.tries < maxTries ? at + wait : null
      return pin
    })
  }
}
