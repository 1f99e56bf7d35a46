import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type DatabaseAddress, UnusableConnectionError } from './connection.ts'
import { DatabaseLog } from './database-log.ts'
import { FairQueue } from './fair-queue.ts'
import type { Transaction } from './gym-statements.ts'
import { type MigrationOptions, migrate } from './migrate.ts'
import { computePoolSizes, countConnections, openOwnersPool, openPools, type PoolSizes } from './pools.ts'
import { refuseTransactionPooling } from './refuse-transaction-pooling.ts'
import { repositoryRoot } from './repository-root.ts'
import {
  type CommitObserver,
  type ConnectionSource,
  isBrokenConnectionError,
  runGymRead,
  runGymTransaction,
} from './transaction.ts'

export interface DatabaseWorkOptions {
  gym: number
  /** Id of the user named in the history; turns are shared fairly among users. Null for Torniquete itself. */
  user: number | null
  /** Maximum number of rows that a read returns, if known. */
  rows?: number | undefined
  /** Allowed on a full disk, because it frees space, ends a right, or records something that has already happened. */
  allowedOnFullDisk?: boolean | undefined
  /** True if the call ends a right, so it runs before other calls of the gym. */
  highPriority?: boolean | undefined
  /** Gym in whose queue a read waits before the caller's rights are checked. */
  turn?: number
}

export interface Database {
  read<Result>(scope: DatabaseWorkOptions, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs writes of one gym. This server's caches know of the change before the caller gets the answer. */
  write<Result>(scope: DatabaseWorkOptions, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Pool for tables without a gym; rows of gyms are invisible to it. */
  platform: pg.Pool
  connections(): { pool: string; open: number; idle: number; waiting: number }[]
  log: DatabaseLog
  address: DatabaseAddress
  /** Closes connections to other runs of PostgreSQL: queries on a frozen primary would wait for their time limit. */
  cutConnectionsExceptTo(run: string): void
  /** Throws if the disk is too full to store anything. Every write without `allowedOnFullDisk` calls it. */
  requireRoom(): void
  /** Throws if a write could not begin within a second. */
  requireWritable(): Promise<void>
  close(): Promise<void>
}

const readyTimeoutMs = 1_000

export interface DatabaseOptions {
  /** Number of connections for API calls, at least 9. One more is used for announcements of changes. */
  connections?: number
  /** Statement timeout in milliseconds. */
  limit?: number | undefined
  requireRoom?: (() => void) | undefined
  log?: (line: string) => void
}

export const defaultPoolSize = 18
const longReadRows = 200

export const getMigrationsFolder = () => join(repositoryRoot, 'server/migrations')

async function migrateAsOwner(address: DatabaseAddress, options: MigrationOptions): Promise<void> {
  // Only an external database may be behind a pooler.
  if ('connectionString' in address) await refuseTransactionPooling(address)
  const owner = openOwnersPool(address)
  try {
    await migrate(owner, getMigrationsFolder(), options)
  } finally {
    await owner.end()
  }
}

/** Migrates the database, then opens it under the role to which row-level security applies. */
export async function openDatabase(
  address: DatabaseAddress,
  observer: CommitObserver | null,
  { connections = defaultPoolSize, limit, requireRoom = () => {}, log }: DatabaseOptions = {},
): Promise<Database> {
  const sizes = computePoolSizes(connections)
  await migrateAsOwner(address, log ? { log } : {})
  const databaseLog = new DatabaseLog()
  const { reads, writes, platform, cutExceptTo, end } = openPools(address, sizes, { log: databaseLog, limitMs: limit })
  // Connects once, so that a faulty connection is reported at the start.
  await writes.query('select').catch(async (error) => {
    await end()
    throw error
  })
  const reader = makeReader({ pool: reads, observer, log: databaseLog }, sizes)
  const writer = makeWriter({ pool: writes, observer, log: databaseLog }, sizes, requireRoom)
  return {
    read: reader.read,
    write: writer.write,
    platform,
    connections: () => [
      countConnections('read', reads, reader.waiting()),
      countConnections('write', writes, writer.waiting()),
      countConnections('platform', platform, 0),
    ],
    log: databaseLog,
    address,
    cutConnectionsExceptTo: cutExceptTo,
    requireRoom,
    requireWritable: async () => {
      // Uses a connection of the writing pool, so that a completely busy pool counts as not ready.
      const late = pause(readyTimeoutMs, undefined, { ref: false }).then(() => {
        throw new Error('no answer in time')
      })
      const asked = writes.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      const { rows } = await Promise.race([asked, late])
      if (rows[0]?.standby) throw new UnusableConnectionError('es una réplica, en la que no se puede escribir')
    },
    close: end,
  }
}

function makeWriter(source: ConnectionSource, { writers }: PoolSizes, requireRoom: () => void) {
  const turns = new FairQueue(writers)
  const { observer } = source
  const write: Database['write'] = async (scope, work) => {
    if (!scope.allowedOnFullDisk) requireRoom()
    const inTurn = async () => {
      try {
        const { result, commit } = await runGymTransaction(source, scope, work)
        observer?.committed(commit)
        return result
      } catch (error) {
        // The transaction may have been committed although its answer was lost, so announcements are read now.
        if (isBrokenConnectionError(error)) void observer?.announcing.look()
        throw error
      }
    }
    return turns.run(scope.gym, inTurn, scope)
  }
  return { write, waiting: () => turns.waiting }
}

function makeReader(source: ConnectionSource, { readers, longReaders }: PoolSizes) {
  const [turns, long] = [new FairQueue(readers), new FairQueue(longReaders)]
  const readInTurn: Database['read'] = ({ gym, user, turn = gym }, work) =>
    turns.run(turn, () => runGymRead(source, gym, work), { user })
  const read: Database['read'] = (scope, work) => {
    if ((scope.rows ?? 0) < longReadRows) return readInTurn(scope, work)
    return long.run(scope.gym, () => readInTurn(scope, work), { user: scope.user })
  }
  return { read, waiting: () => turns.waiting + long.waiting }
}
