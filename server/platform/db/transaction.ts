import type { Pool, PoolClient, QueryResult } from 'pg'
import { getDatabaseStartTime, UnusableConnectionError } from './connection.ts'
import type { DatabaseLog } from './database-log.ts'
import { corkSocketUntilNextTick, GymStatementRunner, type Transaction } from './gym-statements.ts'
import { hasTooManyPreparedStatements } from './statement-names.ts'

export type AreaChanges = readonly { gym: number; area: string }[]

export interface CommitResult {
  /** Transaction id; null if nothing was written. */
  xid: string | null
  changes: AreaChanges
}

/** Gets the commits of this server, and reads the commits of other servers. */
export interface CommitObserver {
  committed(commit: CommitResult): void
  readonly announcing: {
    /** Identifies the run of PostgreSQL that announces commits; null while disconnected. */
    readonly run: string | null
    /** Resolves when this server knows all earlier commits. */
    look(): Promise<void>
    /** Reconnects after a failover. */
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

/** Connects to the current run of PostgreSQL: during a failover one address may still lead to the former primary. */
async function connect({ pool, observer }: ConnectionSource): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const run = observer?.announcing.run ?? null
    if (run === null || getDatabaseStartTime(client) === run) return client
    client.release(true)
    observer?.announcing.restart()
  }
}

const setGym = new WeakMap<PoolClient, number>()

/** Reads without a transaction, which would double the cost and, at READ COMMITTED, give no more consistent state. */
export async function runGymRead<Result>(source: ConnectionSource, gym: number, work: Work<Result>): Promise<Result> {
  const client = await connect(source)
  const tx = new GymStatementRunner(client, gym, source.log)
  let broken: Error | undefined
  let set: Promise<unknown> | undefined
  try {
    if (setGym.get(client) !== gym) {
      corkSocketUntilNextTick(client)
      setGym.delete(client)
      // A whole number prevents SQL injection. Later statements on the connection run after this one.
      const asked = client.query(`set app.gym_id = '${Math.trunc(gym)}'`)
      set = asked.then(() => setGym.set(client, gym))
      set.catch(() => {})
    }
    const result = await work(tx)
    await set
    return result
  } catch (error) {
    if (isBrokenConnectionError(error)) broken = error
    throw error
  } finally {
    tx.close()
    // After an error in `work` the gym's setting must be confirmed before the connection is reused.
    if (!broken) await set?.catch(() => {})
    client.release(broken ?? hasTooManyPreparedStatements(client))
  }
}

const attempts = 3
/** SQLSTATE of statements that follow a failed one in a transaction. */
const failedTransactionState = '25P02'
export const getSqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Runs `work` in one transaction, and again after a deadlock, so it must have no effect elsewhere. */
export async function runGymTransaction<Result>(source: ConnectionSource, owner: WorkOwner, work: Work<Result>) {
  for (let attempt = 1; ; attempt += 1) {
    const client = await connect(source)
    let broken: Error | undefined
    try {
      return await transact(client, source.log, owner, work)
    } catch (error) {
      if (isBrokenConnectionError(error)) broken = error
      if (attempt === attempts || !isTransactionConflictError(error)) throw error
    } finally {
      client.release(broken ?? hasTooManyPreparedStatements(client))
    }
  }
}

async function transact<Result>(client: PoolClient, log: DatabaseLog, { gym, user }: WorkOwner, work: Work<Result>) {
  corkSocketUntilNextTick(client)
  // BEGIN is not awaited, so it is sent with the first statement. The values in its text are whole numbers only.
  const begun = client.query(
    `begin; set local app.gym_id = '${Math.trunc(gym)}'; set local app.user_id = '${user === null ? '' : Math.trunc(user)}'`,
  )
  begun.catch(() => {})
  const tx = new GymStatementRunner(client, gym, log)
  try {
    const result = await work(tx)
    await begun
    corkSocketUntilNextTick(client)
    const last = Promise.all(tx.askLast())
    const ending = commit(client)
    ending.catch(() => {})
    // Awaited first, because if this fails, later statements only fail as a consequence.
    await last
    return { result, commit: await ending }
  } catch (error) {
    // Does not wait for a lost or silent connection: drops it, which ends its transaction.
    tx.close()
    if (!isBrokenConnectionError(error)) await client.query('rollback').catch(() => {})
    throw getSqlState(error) === failedTransactionState ? (tx.failed ?? error) : error
  } finally {
    tx.close()
  }
}

/** Sends one message instead of two, because this transaction blocks the gym's next document until it ends. */
async function commit(client: PoolClient): Promise<CommitResult> {
  const answers = await client.query(
    "select current_setting('app.changed', true) as changed, pg_current_xact_id_if_assigned()::text as xid; commit",
  )
  // One query with several statements returns several results, which the driver's types do not express.
  const [said, end] = answers as unknown as QueryResult<{ changed: string | null; xid: string | null }>[]
  // If `work` ignored the error of a statement, PostgreSQL answers COMMIT with a rollback and no error.
  if (end?.command !== 'COMMIT')
    throw Object.assign(new Error('the transaction did not commit'), { code: failedTransactionState })
  const { changed = null, xid = null } = said?.rows[0] ?? {}
  return { xid, changes: parseAreaChanges(changed ?? '') }
}

/** Parses `3:clients,3:door` (gym and area), as the SQL function announce() writes it. */
export function parseAreaChanges(text: string): AreaChanges {
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
// Messages of driver errors that have no code.
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
// SQLSTATEs: shut down, connection lost, idle too long, too many connections, or read-only (a former primary).
const brokenStates = /^(57P0[1-5]|08...|25P03|53300|25006)$/

/** True if the pool must not reuse the connection. */
export function isBrokenConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const state = getSqlState(error)
  // The socket file is missing while the embedded database restarts.
  const noSocket = state === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return (
    error instanceof UnusableConnectionError ||
    noSocket ||
    // After a migration changed a column's type, prepared statements fail and need a new connection.
    ('routine' in error && error.routine === 'RevalidateCachedQuery') ||
    brokenStates.test(state) ||
    socketCodes.test(state) ||
    // Connecting to a name with several addresses gives one error for each address.
    (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isBrokenConnectionError)) ||
    brokenMessages.test(error.message)
  )
}

/** True if the database took too long or lacked resources. */
export const isOverloadError = (error: unknown): boolean => /^(55P03|57014|53...)$/.test(getSqlState(error))

export const isTransactionConflictError = (error: unknown): boolean => ['40001', '40P01'].includes(getSqlState(error))

/** True if the database could not be opened: no server, no such database, wrong password, or missing rights. */
export const isConnectionRefusedError = (error: unknown): error is Error =>
  error instanceof Error && (isBrokenConnectionError(error) || /^(28...|3D000|42501)$/.test(getSqlState(error)))
