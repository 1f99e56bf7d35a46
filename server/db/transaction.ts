import type { Pool, PoolClient } from 'pg'
import type { Statement } from './sql.ts'

/** The open transaction of one gym: the only way to business rows. */
export interface Transaction {
  many<Row extends object>(statement: Statement): Promise<Row[]>
  /** The only row; throws where there is none. */
  one<Row extends object>(statement: Statement): Promise<Row>
  maybe<Row extends object>(statement: Statement): Promise<Row | null>
  /** Answers how many rows were touched. */
  run(statement: Statement): Promise<number>
  /** Goes on in another gym. For the platform's own acts: creating a gym, syncing its login. */
  moveTo(gym: number): Promise<void>
}

/** Areas that a committed transaction changed, by gym. */
export type Changes = readonly { gym: number; area: string }[]

const names = new Map<string, string>()

/** A prepared statement stays for its connection's life, so only the first texts, the usual ones, get a name. */
const namedAtMost = 400

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namedAtMost) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

class PipelinedTransaction implements Transaction {
  readonly #client: PoolClient
  constructor(client: PoolClient) {
    this.#client = client
  }
  async #query<Row extends object>({ text, values }: Statement) {
    const name = nameOf(text)
    return this.#client.query<Row>({ ...(name && { name }), text, values: [...values] })
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
  async moveTo(gym: number): Promise<void> {
    await this.#client.query(`select set_config('app.gym_id', '${Math.trunc(gym)}', true)`)
  }
}

const retried = new Set(['40001', '40P01'])
const sqlState = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * Runs `work` in one transaction of one gym. `user` is who the history names; null is the product itself.
 * Reads are not waited for at their end, since nothing depends on it; writes answer what they changed.
 * A deadlock's victim starts over: `work` must have no effect outside the transaction.
 */
export async function withGym<Result>(
  pool: Pool,
  { gym, user, write }: { gym: number; user: number | null; write: boolean },
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; changes: Changes }> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      return await transact(client, gym, user, write, work)
    } catch (error) {
      if (isBroken(error)) broken = error
      if (attempt === 3 || !retried.has(sqlState(error))) throw error
    } finally {
      client.release(broken)
    }
  }
}

async function transact<Result>(
  client: PoolClient,
  gym: number,
  user: number | null,
  write: boolean,
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; changes: Changes }> {
  // Not awaited: it travels with the first statement. Both are whole numbers, so nothing can be smuggled in.
  const begun = client.query(
    `begin${write ? '' : ' read only'}; select set_config('app.gym_id','${Math.trunc(gym)}',true), set_config('app.user_id','${user === null ? '' : Math.trunc(user)}',true)`,
  )
  begun.catch(() => {})
  try {
    const result = await work(new PipelinedTransaction(client))
    await begun
    if (!write) {
      client.query('commit').catch(() => {})
      return { result, changes: [] }
    }
    const [said, end] = await Promise.all([
      client.query<{ changed: string | null }>("select current_setting('app.changed', true) as changed"),
      client.query('commit'),
    ])
    // A failed statement that somebody swallowed turns the commit into a rollback without an error.
    if (end.command !== 'COMMIT') throw new Error('the transaction did not commit')
    return { result, changes: parseChanges(said.rows[0]?.changed ?? '') }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** `3:clients,3:door` as announce() wrote it. */
export function parseChanges(text: string): Changes {
  return text
    .split(',')
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf(':')
      return { gym: Number(entry.slice(0, at)), area: entry.slice(at + 1) }
    })
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// The driver's own words; it gives these no code.
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/

/** Whether the connection itself is gone, in which case the pool must not hand it out again. */
export function isBroken(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  // The socket's file is not there while the embedded database starts anew.
  const noSocket = state === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return noSocket || /^(57P0[123]|08...)$/.test(state) || socketCodes.has(state) || brokenMessages.test(error.message)
}

/** Whether the database was there and took too long: a lock or a statement beyond its time. */
export const isOverdue = (error: unknown): boolean => ['55P03', '57014'].includes(sqlState(error))

/** Whether a database could not be entered or prepared: not there, no such name, a wrong password, too few rights. */
export const refusesUs = (error: unknown): error is Error =>
  error instanceof Error && (isBroken(error) || /^(28...|3D000|42501)$/.test(sqlState(error)))
