// Numbers of which a terminal says that somebody was enrolled or changed there, and not who: it is asked. In memory, and by the
// server that heard it: what is forgotten here is learnt once the terminal counts more people than it is known to hold
// (door.ts), or when that person passes.

/** Milliseconds in which a terminal may tell by itself, or answer. */
const patience = 60_000
/** For which a number is not asked again: some note down as theirs what they were told to do. */
const restFor = 600_000
/** So often soon, one after the other; then after each rest. */
const triesSoon = 3
const triesAtMost = 12
/** In one poll. */
const atOnce = 10
/** Of one terminal: where more is changed within ten minutes it is asked for all whom it holds. */
const kept = 200
/** Milliseconds after which it may be asked for all of them once more: the list of a large gym is a day's lines. */
export const recountAfter = 86_400_000

/** Milliseconds in which a number that a terminal will not tell of is put in doubt once: it may log that as an operation, too. */
const doubtedFor = 1_800_000

interface Result {
  command: number
  code: number
}

interface PinQuery {
  /** In milliseconds; null where it was answered, or asked often enough. */
  due: number | null
  tries: number
  /** When it was asked, or answered. */
  last: number
  /** The command that asked last. */
  command?: number
}

export class PinQueries {
  readonly #asked = new Map<string, Map<string, PinQuery>>()
  /** Terminals that are to list all whom they hold, from when on; when they were asked last; whether more changed than is asked about. */
  readonly #lists = new Map<string, { due: number | null; last: number | null; overflown?: boolean }>()

  /** When numbers were put in doubt that it would not tell of, by its own and theirs. */
  readonly #doubted = new Map<string, number>()

  /** Somebody was enrolled or changed under these numbers. */
  enqueue(sn: string, pins: readonly string[], now: Date): void {
    if (pins.length === 0) return
    const at = now.getTime()
    const known = this.#asked.get(sn) ?? new Map<string, PinQuery>()
    this.#asked.set(sn, known)
    for (const [pin, { due, last }] of known) if (due === null && at - last >= restFor) known.delete(pin)
    for (const pin of pins) {
      const before = known.get(pin)
      if (before ? before.due !== null : known.size >= kept) {
        if (!before) this.#scheduleList(sn, at + patience, true)
        continue
      }
      known.set(pin, { due: before ? before.last + restFor : at + patience, tries: 0, last: before?.last ?? at })
    }
  }

  /** The terminal told who they are. */
  settle(sn: string, pins: readonly string[], now: Date): void {
    const known = this.#asked.get(sn)
    for (const pin of pins) if (known?.has(pin)) known.set(pin, { due: null, tries: 0, last: now.getTime() })
  }

  /** Whether it counts more people than it is known to hold; who is asked about meanwhile will be known. */
  counted(sn: string, more: boolean, now: Date): void {
    if (more) this.#scheduleList(sn, now.getTime() + restFor)
    else if (!this.#lists.get(sn)?.overflown)
      this.#lists.set(sn, { due: null, last: this.#lists.get(sn)?.last ?? null })
  }

  #scheduleList(sn: string, from: number, more = false): void {
    const { due = null, last = null, overflown = false } = this.#lists.get(sn) ?? {}
    const next = due ?? Math.max(from, (last ?? Number.NEGATIVE_INFINITY) + recountAfter)
    this.#lists.set(sn, { due: next, last, overflown: overflown || more })
  }

  /** Whether it is now to be asked for all whom it holds; one by one only for those whom that does not bring. */
  claimList(sn: string, now: Date): boolean {
    const due = this.#lists.get(sn)?.due ?? null
    if (due === null || due > now.getTime()) return false
    this.#lists.set(sn, { due: null, last: now.getTime() })
    for (const question of this.#asked.get(sn)?.values() ?? [])
      if (question.due !== null) question.due = Math.max(question.due, now.getTime() + restFor)
    return true
  }

  asked(sn: string, pin: string, command: number): void {
    const question = this.#asked.get(sn)?.get(pin)
    if (question) question.command = command
  }

  /** Numbers of which the answer was one of these codes, which is an answer. */
  settleByCode(sn: string, results: readonly Result[], codes: readonly number[], now: Date): string[] {
    const commands = results.flatMap(({ command, code }) => (codes.includes(code) ? command : []))
    const pins = [...(this.#asked.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) ? pin : [],
    )
    this.settle(sn, pins, now)
    return pins
  }

  /** Numbers of whom it was asked and will not say who they are: what they hold is told to it again. */
  refused(sn: string, results: readonly Result[], now: Date): string[] {
    const at = now.getTime()
    const commands = results.flatMap(({ command, code }) => (code < 0 ? command : []))
    for (const [key, doubted] of this.#doubted) if (at - doubted >= doubtedFor) this.#doubted.delete(key)
    const pins = [...(this.#asked.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) && !this.#doubted.has(`${sn} ${pin}`) ? pin : [],
    )
    for (const pin of pins) this.#doubted.set(`${sn} ${pin}`, at)
    return pins
  }

  /** The numbers that it is asked about now. */
  claim(sn: string, now: Date): string[] {
    const at = now.getTime()
    const due = [...(this.#asked.get(sn) ?? [])].filter(([, question]) => question.due !== null && question.due <= at)
    return due.slice(0, atOnce).map(([pin, question]) => {
      question.tries += 1
      question.last = at
      const wait = question.tries < triesSoon ? patience : restFor
      question.due = question.tries < triesAtMost ? at + wait : null
      return pin
    })
  }
}
