import type { Pool, PoolClient, QueryResult } from 'pg'
import { getPostgresRun, WrongConnection } from './connection.ts'
import type { DatabaseLog } from './database-log.ts'
import { corkForThisTurn, GymStatements, type Transaction } from './gym-statements.ts'
import { hasTooManyStatements } from './statement-names.ts'

/** Areas that a committed transaction changed, by gym. */
export type Changes = readonly { gym: number; area: string }[]

export interface Commit {
  /** The transaction's number; null where it wrote nothing. */
  xid: string | null
  changes: Changes
}

/** Hears what this server commits, and what other servers on the database commit. */
export interface CommitObserver {
  committed(commit: Commit): void
  readonly announcing: {
    /** The run of the database server where commits are heard; null while they are not. */
    readonly run: string | null
    /** Resolves when all earlier commits are heard. */
    look(): Promise<void>
    /** Opens its connection again, after a failover. */
    restart(): void
  }
}

/** Where connections come from. */
export interface Source {
  pool: Pool
  observer: CommitObserver | null
  log: DatabaseLog
}

/**
 * Connects to the database server where commits are heard. After a failover one address leads to two servers for a
 * moment: an answer of the former primary would be remembered as the newest.
 */
async function connect({ pool, observer }: Source): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const run = observer?.announcing.run ?? null
    if (run === null || getPostgresRun(client) === run) return client
    client.release(true)
    observer?.announcing.restart()
  }
}

// Which gym a reading connection looks at, for as long as it lives.
const lookingAt = new WeakMap<PoolClient, number>()

/**
 * Runs the reads of one call in one gym. They are statements of their own: at READ COMMITTED a transaction around them
 * would see no more of one moment than they do, and cost as much again. The pool's connections can only read.
 */
export async function readInGym<Result>(
  source: Source,
  gym: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await connect(source)
  const tx = new GymStatements(client, gym, source.log)
  let broken: Error | undefined
  let set: Promise<unknown> | undefined
  try {
    if (lookingAt.get(client) !== gym) {
      corkForThisTurn(client)
      lookingAt.delete(client)
      // A whole number, so nothing can be smuggled in. The statements behind it wait for it in the same connection.
      const asked = client.query(`select set_config('app.gym_id','${Math.trunc(gym)}',false)`)
      set = asked.then(() => lookingAt.set(client, gym))
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
    // Work that failed before anything was answered: whoever is next must not find this gym noted after its own.
    if (!broken) await set?.catch(() => {})
    client.release(broken ?? hasTooManyStatements(client))
  }
}

const attempts = 3
/** What a statement is told in a transaction of which one before it failed. */
const inFailed = '25P02'
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Runs `work` in one transaction of one gym and answers what it changed. `user` is who the history names; null is the
 * product itself. A deadlock's victim starts over: `work` must have no effect outside the transaction.
 */
export async function withGym<Result>(
  source: Source,
  { gym, user }: { gym: number; user: number | null },
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; commit: Commit }> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connect(source)
    let broken: Error | undefined
    try {
      return await transact(client, source.log, gym, user, work)
    } catch (error) {
      if (isBroken(error)) broken = error
      if (attempt === attempts || !isContended(error)) throw error
    } finally {
      client.release(broken ?? hasTooManyStatements(client))
    }
  }
}

async function transact<Result>(
  client: PoolClient,
  log: DatabaseLog,
  gym: number,
  user: number | null,
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ result: Result; commit: Commit }> {
  corkForThisTurn(client)
  // Not awaited: it travels with the first statement. Both are whole numbers, so nothing can be smuggled in.
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
    // First of all: where it failed, the others fail for no reason of their own.
    await last
    return { result, commit: await ending }
  } catch (error) {
    // A connection that is gone, or silent, would be waited for in vain: it is thrown away, and the transaction with it.
    tx.close()
    if (!isBroken(error)) await client.query('rollback').catch(() => {})
    throw sqlState(error) === inFailed ? (tx.failed ?? error) : error
  } finally {
    tx.close()
  }
}

/** In one message: each is a write of its own otherwise, while the next document of the gym waits. */
async function commit(client: PoolClient): Promise<Commit> {
  const answers = await client.query(
    "select current_setting('app.changed', true) as changed, pg_current_xact_id_if_assigned()::text as xid; commit",
  )
  // A message of several statements answers a result each, of which the driver's types know nothing.
  const [said, end] = answers as unknown as QueryResult<{ changed: string | null; xid: string | null }>[]
  // A failed statement that somebody swallowed turns the commit into a rollback without an error.
  if (end?.command !== 'COMMIT') throw Object.assign(new Error('the transaction did not commit'), { code: inFailed })
  const { changed = null, xid = null } = said?.rows[0] ?? {}
  return { xid, changes: parseChanges(changed ?? '') }
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
  'EHOSTDOWN',
  'ENETUNREACH',
  'ECONNABORTED',
])
// The driver's own words; it gives these no code.
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
// Shut down, lost, idle for too long, too many of them, one that only reads: a standby that was the primary.
const brokenStates = /^(57P0[1-5]|08...|25P03|53300|25006)$/

/** A migration gave a column another type: what this connection prepared before does not fit any more. */
const isOutdated = (error: Error): boolean => 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Whether the connection itself is gone or of no use, in which case the pool must not hand it out again. */
export function isBroken(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  // The socket's file is not there while the embedded database starts anew.
  const noSocket = state === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    error instanceof WrongConnection ||
    noSocket ||
    isOutdated(error) ||
    brokenStates.test(state) ||
    socketCodes.has(state) ||
    // Of a name with several addresses each says its own.
    (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isBroken)) ||
    brokenMessages.test(error.message)
  )
}

/** Whether the database was there and took too long, or had no room: a lock, a statement, its memory. */
export const isOverdue = (error: unknown): boolean => /^(55P03|57014|53...)$/.test(sqlState(error))

/** Whether others changed the same at the same time, and one had to give way. */
export const isContended = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error))

/** Whether a database could not be entered or prepared: not there, no such name, a wrong password, too few rights. */
export const isConnectionRefusal = (error: unknown): error is Error =>
  error instanceof Error && (isBroken(error) || /^(28...|3D000|42501)$/.test(sqlState(error)))
