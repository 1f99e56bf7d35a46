// Some terminals log that a user was enrolled or changed, but not who, so the PIN is queried. Queries lost from memory
// are found when the terminal counts more users than are known, or when the person passes.

/** Milliseconds in which a terminal may report the user by itself, or answer. */
const answerTimeoutMs = 60_000
/** Milliseconds before a PIN is queried again, since some terminals log effects of the query itself. */
const restMs = 600_000
/** Tries at intervals of `answerTimeoutMs`; later ones at `restMs`. */
const quickTries = 3
const maxTries = 12
const maxQueriesPerPoll = 10
/** Limit per terminal. If more PINs change within ten minutes, the complete list is requested. */
const maxQueries = 200
/** Milliseconds between two lists, since that of a large gym is as long as a day's uploads. */
export const listIntervalMs = 86_400_000

/** A PIN with a refused query is uncertain only once in this time: the terminal may log the resent record too. */
const doubtMs = 1_800_000

interface Result {
  command: number
  code: number
}

interface PinQuery {
  /** Time of the next try in milliseconds; null if answered or tried often enough. */
  due: number | null
  tries: number
  last: number
  command?: number
}

export class PinQueries {
  readonly #queries = new Map<string, Map<string, PinQuery>>()
  /** `hasOverflowed`: more PINs changed than the queue holds. */
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

  /** Schedules a list if the terminal counts more users than are known (`more`), after the running queries. */
  scheduleListIfMore(sn: string, more: boolean, now: Date): void {
    if (more) this.#scheduleList(sn, now.getTime() + restMs)
    else if (!this.#lists.get(sn)?.hasOverflowed)
      this.#lists.set(sn, { due: null, last: this.#lists.get(sn)?.last ?? null })
  }

  #scheduleList(sn: string, from: number, more = false): void {
    const { due = null, last = null, hasOverflowed = false } = this.#lists.get(sn) ?? {}
    const next = due ?? Math.max(from, (last ?? Number.NEGATIVE_INFINITY) + listIntervalMs)
    this.#lists.set(sn, { due: next, last, hasOverflowed: hasOverflowed || more })
  }

  /** True if the list should be requested now. Queries for single PINs wait for it. */
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

  /** PINs whose query got one of these result codes, which counts as an answer. */
  settleByCode(sn: string, results: readonly Result[], codes: readonly number[], now: Date): string[] {
    const commands = results.flatMap(({ command, code }) => (codes.includes(code) ? command : []))
    const pins = [...(this.#queries.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) ? pin : [],
    )
    this.settle(sn, pins, now)
    return pins
  }

  /** PINs whose query was refused. Their records are uncertain and are sent again. */
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
