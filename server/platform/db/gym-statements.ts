// Statements of one gym on one connection, sent without waiting for the answers before them.
import type { PoolClient } from 'pg'
import { socketOf } from './connection.ts'
import type { DatabaseLog } from './database-log.ts'
import type { Statement } from './sql.ts'
import { notePrepared, StatementNames } from './statement-names.ts'

/** The open transaction of one gym, or the reads of one call: the only way to business rows. */
export interface Transaction {
  many<Row extends object>(statement: Statement): Promise<Row[]>
  /** The only row; throws where there is none. */
  one<Row extends object>(statement: Statement): Promise<Row>
  maybe<Row extends object>(statement: Statement): Promise<Row | null>
  /** Answers how many rows were touched. */
  run(statement: Statement): Promise<number>
  /** Goes on in another gym. For the platform's own acts: creating a gym, syncing its login. */
  switchGym(gym: number): Promise<void>
  /** Asked last, on the way to the commit: it costs no round trip, and where it fails nothing is committed. */
  beforeCommit(ask: () => Promise<void>): void
  /** Sent before those, and behind all that the work asks at once: its last part, which no later one waits for. */
  afterWork(ask: () => Promise<void>): void
}

const names = new StatementNames()

export class GymStatements implements Transaction {
  readonly #client: PoolClient
  readonly #afterWork: (() => Promise<void>)[] = []
  readonly #last: (() => Promise<void>)[] = []
  #closed = false
  #failed: unknown = null
  readonly #gym: number
  readonly #log: DatabaseLog
  constructor(client: PoolClient, gym: number, log: DatabaseLog) {
    this.#client = client
    this.#gym = gym
    this.#log = log
  }
  async #query<Row extends object>({ text, values }: Statement) {
    if (this.#closed) throw new Error('the transaction is over')
    corkForThisTurn(this.#client)
    const name = names.of(text)
    if (name) notePrepared(this.#client, name)
    const begun = performance.now()
    try {
      return await this.#client.query<Row>({ ...(name && { name }), text, values: [...values] })
    } catch (error) {
      this.#failed ??= error
      throw error
    } finally {
      const took = performance.now() - begun
      if (took >= this.#log.slowMs) this.#logSlow(text, took)
    }
  }
  /** By its text, in which no value stands. */
  #logSlow(text: string, took: number): void {
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, 300)
    this.#log.warn({ gym: this.#gym, statement, ms: Math.round(took) }, 'a slow statement')
  }
  async many<Row extends object>(statement: Statement): Promise<Row[]> {
    return (await this.#query<Row>(statement)).rows
  }
  async maybe<Row extends object>(statement: Statement): Promise<Row | null> {
    return (await this.#query<Row>(statement)).rows[0] ?? null
  }
  async one<Row extends object>(statement: Statement): Promise<Row> {
    const row = await this.maybe<Row>(statement)
    if (!row) throw new Error('a row that must exist does not')
    return row
  }
  async run(statement: Statement): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0
  }
  async switchGym(gym: number): Promise<void> {
    if (this.#closed) throw new Error('the transaction is over')
    await this.#client.query(`select set_config('app.gym_id', '${Math.trunc(gym)}', true)`)
  }
  beforeCommit(ask: () => Promise<void>): void {
    this.#last.push(ask)
  }
  afterWork(ask: () => Promise<void>): void {
    this.#afterWork.push(ask)
  }
  /** Whoever still holds it says nothing more: the connection may be another gym's by then. */
  close(): void {
    this.#closed = true
  }
  /** Of what was sent in one breath the first failure is the reason of all others; null where nothing failed. */
  get failed(): unknown {
    return this.#failed
  }
  /** Sends what was left for the end. */
  askLast(): Promise<void>[] {
    return [...this.#afterWork, ...this.#last].map((ask) => ask())
  }
}

/**
 * Corks the connection's socket until the event loop's next turn, so that all statements of this turn leave in one write:
 * each write costs as much as making a statement.
 */
export function corkForThisTurn(client: PoolClient): void {
  if (corked.has(client)) return
  corked.add(client)
  const stream = socketOf(client)
  stream.cork()
  setImmediate(() => {
    corked.delete(client)
    stream.uncork()
  })
}

const corked = new WeakSet<PoolClient>()
