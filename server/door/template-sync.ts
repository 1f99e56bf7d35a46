// Sends a few templates with each answer. The next clients are remembered, since searching thousands is slow.

import type { Sealer } from '../platform/crypto/seal.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { claimTemplateRequests, claimTemplates, type SentTemplate, type TemplateRequest } from './templates.ts'
import type { Terminal } from './terminals.ts'

interface Turn {
  stamp: string
  clients: readonly number[]
  until: number
}

interface Moment {
  stamp: string
  now: Date
}

/** Milliseconds after which a new search begins, since unacknowledged templates may be due again by then. */
const searchIntervalMs = 10_000

export class TemplateSync {
  readonly #seal: Sealer
  readonly #sending = new Map<string, Turn>()
  /** Clients to request templates from. They have no stamp, since each answer would change it. */
  readonly #requested = new Map<string, Omit<Turn, 'stamp'>>()

  constructor(seal: Sealer) {
    this.#seal = seal
  }

  async send(tx: Transaction, terminal: Terminal, { stamp, now }: Moment): Promise<SentTemplate[]> {
    const { sent, next } = await claimTemplates(tx, terminal, this.#seal, { now })
    if (next.length > 0)
      this.#sending.set(terminal.sn, { stamp, clients: next, until: now.getTime() + searchIntervalMs })
    return sent
  }

  forget({ sn }: Terminal): void {
    this.#sending.delete(sn)
  }

  /** Returns the next templates of the remembered clients, or none if a new search must begin. */
  async sendMore(tx: Transaction, terminal: Terminal, { stamp, now }: Moment): Promise<SentTemplate[]> {
    const begun = this.#sending.get(terminal.sn)
    this.#sending.delete(terminal.sn)
    if (begun?.stamp !== stamp || now.getTime() >= begun.until) return []
    const { sent, next } = await claimTemplates(tx, terminal, this.#seal, { now, of: begun.clients })
    if (next.length > 0) this.#sending.set(terminal.sn, { ...begun, clients: next })
    return sent
  }

  /** Returns the next template requests: of the remembered clients first, then of all clients. */
  async request(tx: Transaction, terminal: Terminal, now: Date): Promise<TemplateRequest[]> {
    const before = this.#requested.get(terminal.sn)
    this.#requested.delete(terminal.sn)
    const goesOn = before !== undefined && now.getTime() < before.until
    const { asked, next } = await claimTemplateRequests(tx, terminal, goesOn ? { now, of: before.clients } : { now })
    if (next.length > 0)
      this.#requested.set(terminal.sn, {
        clients: next,
        until: goesOn ? before.until : now.getTime() + searchIntervalMs,
      })
    return asked.length === 0 && goesOn ? this.request(tx, terminal, now) : asked
  }
}
