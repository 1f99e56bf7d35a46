// A queue of queries about numbers: a terminal logs that somebody was enrolled or changed under a number, and not who, so it is asked.
// It lies in the memory of the server that heard it: what is lost there is found when the terminal counts more people than are
// known (door.ts), or when that person passes.

/** Milliseconds in which a terminal may report the user by itself, or answer. */
const answerTimeoutMs = 60_000
/** Milliseconds for which a number is not asked again, since some terminals log the query's own effects. */
const restMs = 600_000
/** Tries that follow each other after `answerTimeoutMs`; later ones after `restMs`. */
const quickTries = 3
const maxTries = 12
/** Queries in the answer to one poll. */
const maxQueriesPerPoll = 10
/** Queries of one terminal: where more numbers change within ten minutes its whole list is asked for. */
const maxQueries = 200
/** Milliseconds between two lists: that of a large gym is as long as a day's uploads. */
export const listIntervalMs = 86_400_000

/** Milliseconds within which a number whose query is refused is marked as uncertain once: the terminal may log the resent record, too. */
const doubtMs = 1_800_000

interface Result {
  command: number
  code: number
}

interface PinQuery {
  /** When it is asked next, in milliseconds; null where it was answered, or asked often enough. */
  due: number | null
  tries: number
  /** When it was asked, or answered. */
  last: number
  /** The command that asked last. */
  command?: number
}

export class PinQueries {
  readonly #queries = new Map<string, Map<string, PinQuery>>()
  /** Serial number → when a list is due, when it was last asked for, and if more PINs changed than the queue holds. */
  readonly #lists = new Map<string, { due: number | null; last: number | null; hasOverflowed?: boolean }>()

  /** When numbers were marked as uncertain, by serial number and number. */
  readonly #doubted = new Map<string, number>()

  /** Queues queries about these numbers, under which somebody was enrolled or changed. */
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

  /** The terminal reported these numbers: their queries are answered. */
  settle(sn: string, pins: readonly string[], now: Date): void {
    const known = this.#queries.get(sn)
    for (const pin of pins) if (known?.has(pin)) known.set(pin, { due: null, tries: 0, last: now.getTime() })
  }

  /** `more`: the terminal counts more people than are known, so a list is due, after the queries that are under way. */
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

  /** True if the list should be asked for now. Queries for single PINs wait for it. */
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

  /** The numbers whose query got one of these codes as its result, which counts as an answer. */
  settleByCode(sn: string, results: readonly Result[], codes: readonly number[], now: Date): string[] {
    const commands = results.flatMap(({ command, code }) => (codes.includes(code) ? command : []))
    const pins = [...(this.#queries.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) ? pin : [],
    )
    this.settle(sn, pins, now)
    return pins
  }

  /** The numbers whose query was refused: their records are uncertain and are sent again. */
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

  /** Claims the numbers to be asked for with this poll. */
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
