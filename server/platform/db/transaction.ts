import type { Pool, PoolClient, QueryResult } from 'pg'
import { getPostgresRun, WrongConnection } from './connection.ts'
import type { DatabaseLog } from './database-log.ts'
import { corkForThisTurn, GymStatements, type Transaction } from './gym-statements.ts'
import { hasTooManyStatements } from './statement-names.ts'

export type Changes = readonly { gym: number; area: string }[]

export interface Commit {
  /** Transaction id; null if nothing was written. */
  xid: string | null
  changes: Changes
}

/** Is notified of commits on this server, and reads those of others. */
export interface CommitObserver {
  committed(commit: Commit): void
  readonly announcing: {
    /** Run of the database server that announces commits; null while disconnected. */
    readonly run: string | null
    /** Resolves when all earlier commits are known. */
    look(): Promise<void>
    /** Reconnects, after a failover. */
    restart(): void
  }
}

export interface ConnectionSource {
  pool: Pool
  observer: CommitObserver | null
  log: DatabaseLog
}

type Work<Result> = (tx: Transaction) => Promise<Result>
type WorkOwner = { gym: number; user: number | null }

/** During a failover one address may lead to two servers, and an answer of the former primary would be cached. */
async function connect({ pool, observer }: ConnectionSource): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const run = observer?.announcing.run ?? null
    if (run === null || getPostgresRun(client) === run) return client
    client.release(true)
    observer?.announcing.restart()
  }
}

const setGym = new WeakMap<PoolClient, number>()

/** Reads without a transaction: at READ COMMITTED it would see no more consistent state, and costs as much again. */
export async function readInGym<Result>(source: ConnectionSource, gym: number, work: Work<Result>): Promise<Result> {
  const client = await connect(source)
  const tx = new GymStatements(client, gym, source.log)
  let broken: Error | undefined
  let set: Promise<unknown> | undefined
  try {
    if (setGym.get(client) !== gym) {
      corkForThisTurn(client)
      setGym.delete(client)
      // A whole number, so no injection is possible. Later statements on the connection wait for it.
      const asked = client.query(`select set_config('app.gym_id','${Math.trunc(gym)}',false)`)
      set = asked.then(() => setGym.set(client, gym))
      set.catch(() => {})
    }
    const result = await work(tx)
    await set
    return result
  } catch (error) {
    if (isBroken(error)) broken = error
    throw error
  } finally {
    tx.close()
    // After a failure the setting must still have arrived before the connection is reused.
    if (!broken) await set?.catch(() => {})
    client.release(broken ?? hasTooManyStatements(client))
  }
}

const attempts = 3
/** SQL state of statements after a failed one. */
const failedTransactionState = '25P02'
export const getSqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Runs `work` in one transaction. After a deadlock it runs again, so it must have no effect outside of it. */
export async function withGym<Result>(source: ConnectionSource, owner: WorkOwner, work: Work<Result>) {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connect(source)
    let broken: Error | undefined
    try {
      return await transact(client, source.log, owner, work)
    } catch (error) {
      if (isBroken(error)) broken = error
      if (attempt === attempts || !isContended(error)) throw error
    } finally {
      client.release(broken ?? hasTooManyStatements(client))
    }
  }
}

async function transact<Result>(client: PoolClient, log: DatabaseLog, { gym, user }: WorkOwner, work: Work<Result>) {
  corkForThisTurn(client)
  // Not awaited: sent with the first statement. Whole numbers, so no injection is possible.
  const begun = client.query(
    `begin; select set_config('app.gym_id','${Math.trunc(gym)}',true), set_config('app.user_id','${user === null ? '' : Math.trunc(user)}',true)`,
  )
  begun.catch(() => {})
  const tx = new GymStatements(client, gym, log)
  try {
    const result = await work(tx)
    await begun
    corkForThisTurn(client)
    const last = Promise.all(tx.askLast())
    const ending = commit(client)
    ending.catch(() => {})
    // Awaited first: if it failed, the others only fail because of it.
    await last
    return { result, commit: await ending }
  } catch (error) {
    // Do not wait for a connection that is gone or silent: drop it with its transaction.
    tx.close()
    if (!isBroken(error)) await client.query('rollback').catch(() => {})
    throw getSqlState(error) === failedTransactionState ? (tx.failed ?? error) : error
  } finally {
    tx.close()
  }
}

/** Sends one message instead of two, because the gym's next document waits. */
async function commit(client: PoolClient): Promise<Commit> {
  const answers = await client.query(
    "select current_setting('app.changed', true) as changed, pg_current_xact_id_if_assigned()::text as xid; commit",
  )
  // Several statements give several results, which the driver's types do not know.
  const [said, end] = answers as unknown as QueryResult<{ changed: string | null; xid: string | null }>[]
  // A swallowed failure turns COMMIT into a rollback without an error.
  if (end?.command !== 'COMMIT')
    throw Object.assign(new Error('the transaction did not commit'), { code: failedTransactionState })
  const { changed = null, xid = null } = said?.rows[0] ?? {}
  return { xid, changes: parseChanges(changed ?? '') }
}

/** `3:clients,3:door` as written by announce(). */
export function parseChanges(text: string): Changes {
  return text
    .split(',')
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf(':')
      return { gym: Number(entry.slice(0, at)), area: entry.slice(at + 1) }
    })
}

const socketCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ECONNABORTED)$/
// Messages of the driver, which have no code.
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
// Shut down, lost, idle too long, too many connections, or read-only: a former primary.
const brokenStates = /^(57P0[1-5]|08...|25P03|53300|25006)$/

/** True if the pool must not reuse the connection. */
export function isBroken(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const state = getSqlState(error)
  // The socket file is missing while the embedded database restarts.
  const noSocket = state === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    error instanceof WrongConnection ||
    noSocket ||
    // A migration changed a column's type, so prepared statements no longer fit.
    ('routine' in error && error.routine === 'RevalidateCachedQuery') ||
    brokenStates.test(state) ||
    socketCodes.test(state) ||
    // A name with several addresses gives one error each.
    (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isBroken)) ||
    brokenMessages.test(error.message)
  )
}

/** True if the database took too long or lacked resources. */
export const isTimedOut = (error: unknown): boolean => /^(55P03|57014|53...)$/.test(getSqlState(error))

export const isContended = (error: unknown): boolean => ['40001', '40P01'].includes(getSqlState(error))

/** True if the database could not be opened: absent, unknown, wrong password, or too few rights. */
export const isConnectionRefusal = (error: unknown): error is Error =>
  error instanceof Error && (isBroken(error) || /^(28...|3D000|42501)$/.test(getSqlState(error)))
