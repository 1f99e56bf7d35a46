// Runs statements of one gym on one connection, each sent without waiting for earlier answers.
import type { PoolClient } from 'pg'
import { getSocket } from './connection.ts'
import { DatabaseLog } from './database-log.ts'
import type { Statement } from './sql.ts'
import { PreparedStatementNames } from './statement-names.ts'

/** Gives access to business rows: an open transaction of one gym, or the reads of one call. */
export interface Transaction {
  many<Row extends object>(statement: Statement): Promise<Row[]>
  /** Returns the only row. Throws if there is none. */
  one<Row extends object>(statement: Statement): Promise<Row>
  maybe<Row extends object>(statement: Statement): Promise<Row | null>
  /** Returns the number of affected rows. */
  run(statement: Statement): Promise<number>
  /** Switches to another gym, for actions of the platform such as creating a gym. */
  switchGym(gym: number): Promise<void>
  /** Registers statements sent last, together with the COMMIT and without a round trip. A failure rolls back. */
  beforeCommit(ask: () => Promise<void>): void
  /** Registers statements to be sent before those of `beforeCommit`, after the statements that the work sends first. */
  afterWork(ask: () => Promise<void>): void
}

const names = new PreparedStatementNames()

export class GymStatementRunner implements Transaction {
  readonly #client: PoolClient
  readonly #afterWork: (() => Promise<void>)[] = []
  readonly #last: (() => Promise<void>)[] = []
  #closed = false
  /** First failure among statements sent together; later ones fail only because of it. Null without a failure. */
  failed: unknown = null
  readonly #gym: number
  readonly #log: DatabaseLog
  constructor(client: PoolClient, gym: number, log = new DatabaseLog()) {
    this.#client = client
    this.#gym = gym
    this.#log = log
  }
  async #query<Row extends object>({ text, values }: Statement) {
    if (this.#closed) throw new Error('the transaction is over')
    corkSocketUntilNextTick(this.#client)
    const name = names.of(text)
    const begun = performance.now()
    try {
      return await this.#client.query<Row>({ ...(name && { name }), text, values: [...values] })
    } catch (error) {
      this.failed ??= error
      throw error
    } finally {
      const took = performance.now() - begun
      if (took >= this.#log.slowMs) {
        // The statement's text is safe to log, because values are sent separately.
        const statement = text.replace(/\s+/g, ' ').trim().slice(0, 300)
        this.#log.warn({ gym: this.#gym, statement, ms: Math.round(took) }, 'a slow statement')
      }
    }
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
  /** After the transaction the connection may belong to another gym, so this object refuses further statements. */
  close(): void {
    this.#closed = true
  }
  askLast(): Promise<void>[] {
    return [...this.#afterWork, ...this.#last].map((ask) => ask())
  }
}

/** Buffers the socket until the next turn of the event loop, so that this turn's statements leave in one write. */
export function corkSocketUntilNextTick(client: PoolClient): void {
  if (corked.has(client)) return
  corked.add(client)
  const stream = getSocket(client)
  stream.cork()
  setImmediate(() => {
    corked.delete(client)
    stream.uncork()
  })
}

const corked = new WeakSet<PoolClient>()
