// A terminal that holds everybody is given their fingers, a few with each answer, and asked for what it made of them itself. Whose
// turn is next is known from one answer to the next: to look through thousands for each of its few would take longer than the
// terminal does.

import type { Transaction } from '../db/gym-statements.ts'
import type { Seal } from '../seal.ts'
import { type AskedReading, claimReadings, claimTemplates, type SentTemplate } from './templates.ts'
import type { Terminal } from './terminals.ts'

interface Turn {
  stamp: string
  /** Whose turn is next. */
  clients: readonly number[]
  /** Milliseconds. */
  until: number
}

/** `stamp` changes with everything that a terminal is told from. */
interface Moment {
  stamp: string
  now: Date
}

/** Milliseconds for which nothing else is looked for: what was not acknowledged by then may be due again. */
const longest = 10_000

/** Whom it is asked for next; without a stamp, for each answer is news of its own. */
type Asked = Omit<Turn, 'stamp'>

export class TemplateSync {
  readonly #seal: Seal
  readonly #sending = new Map<string, Turn>()
  readonly #requested = new Map<string, Asked>()

  constructor(seal: Seal) {
    this.#seal = seal
  }

  async send(tx: Transaction, terminal: Terminal, { stamp, now }: Moment): Promise<SentTemplate[]> {
    const { sent, next } = await claimTemplates(tx, terminal, this.#seal, { now })
    if (next.length > 0) this.#sending.set(terminal.sn, { stamp, clients: next, until: now.getTime() + longest })
    return sent
  }

  /** Something else may be due to it than what it is given. */
  forget({ sn }: Terminal): void {
    this.#sending.delete(sn)
  }

  /** The next of whom it lacks; nothing where that has to be found anew. */
  async sendMore(tx: Transaction, terminal: Terminal, { stamp, now }: Moment): Promise<SentTemplate[]> {
    const begun = this.#sending.get(terminal.sn)
    this.#sending.delete(terminal.sn)
    if (begun?.stamp !== stamp || now.getTime() >= begun.until) return []
    const { sent, next } = await claimTemplates(tx, terminal, this.#seal, { now, of: begun.clients })
    if (next.length > 0) this.#sending.set(terminal.sn, { ...begun, clients: next })
    return sent
  }

  /** What it is asked for next: of whose turn it is, and then of everybody. */
  async request(tx: Transaction, terminal: Terminal, now: Date): Promise<AskedReading[]> {
    const before = this.#requested.get(terminal.sn)
    this.#requested.delete(terminal.sn)
    const goesOn = before !== undefined && now.getTime() < before.until
    const { asked, next } = await claimReadings(tx, terminal, goesOn ? { now, of: before.clients } : { now })
    if (next.length > 0)
      this.#requested.set(terminal.sn, { clients: next, until: goesOn ? before.until : now.getTime() + longest })
    return asked.length === 0 && goesOn ? this.request(tx, terminal, now) : asked
  }
}
