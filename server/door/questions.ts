// Numbers of which a terminal says that somebody was enrolled or changed there, and not who: it is asked. In memory, and by the
// server that heard it: what is forgotten here is learnt by the next list, or when that person passes.

/** Milliseconds in which a terminal may tell by itself, or answer. */
const patience = 60_000
/** For which a number is not asked again: some note down as theirs what they were told to do. */
const restFor = 600_000
/** So often soon, one after the other; then after each rest. */
const triesSoon = 3
const triesAtMost = 12
/** In one poll. */
const atOnce = 10
/** Of one terminal: more people are not enrolled in ten minutes. */
const kept = 200

interface Question {
  /** In milliseconds; null where it was answered, or asked often enough. */
  due: number | null
  tries: number
  /** When it was asked, or answered. */
  last: number
  /** The command that asked last. */
  command?: number
}

export class Questions {
  readonly #asked = new Map<string, Map<string, Question>>()

  /** Somebody was enrolled or changed under these numbers. */
  raise(sn: string, pins: readonly string[], now: Date): void {
    if (pins.length === 0) return
    const at = now.getTime()
    const known = this.#asked.get(sn) ?? new Map<string, Question>()
    this.#asked.set(sn, known)
    for (const [pin, { due, last }] of known) if (due === null && at - last >= restFor) known.delete(pin)
    for (const pin of pins) {
      const before = known.get(pin)
      if (before ? before.due !== null : known.size >= kept) continue
      known.set(pin, { due: before ? before.last + restFor : at + patience, tries: 0, last: before?.last ?? at })
    }
  }

  /** The terminal told who they are. */
  answer(sn: string, pins: readonly string[], now: Date): void {
    const known = this.#asked.get(sn)
    for (const pin of pins) if (known?.has(pin)) known.set(pin, { due: null, tries: 0, last: now.getTime() })
  }

  asked(sn: string, pin: string, command: number): void {
    const question = this.#asked.get(sn)?.get(pin)
    if (question) question.command = command
  }

  /** It holds nobody of the numbers that these commands asked about, which are answered. */
  unknown(sn: string, commands: readonly number[], now: Date): string[] {
    const pins = [...(this.#asked.get(sn) ?? [])].flatMap(([pin, { command }]) =>
      command !== undefined && commands.includes(command) ? pin : [],
    )
    this.answer(sn, pins, now)
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
