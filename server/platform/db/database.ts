import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type DatabaseAddress, WrongConnection } from './connection.ts'
import { DatabaseLog } from './database-log.ts'
import { FairQueue } from './fair-queue.ts'
import type { Transaction } from './gym-statements.ts'
import { type MigrationOptions, migrate } from './migrate.ts'
import { requireOwnSession } from './own-session.ts'
import { countConnections, dividePool, openOwnersPool, openPools, type PoolSizes } from './pools.ts'
import { repositoryRoot } from './repository-root.ts'
import { type CommitObserver, type ConnectionSource, isBroken, readInGym, withGym } from './transaction.ts'

export interface Scope {
  gym: number
  /** Named in the history, and served fairly among the gym's users; null for the product itself. */
  user: number | null
  /** Largest number of rows of a read, if known. */
  rows?: number | undefined
  /** Allowed on a full disk: frees space, ends a right, or notes what was done already. */
  allowedOnFullDisk?: boolean | undefined
  /** Ends a right, so it goes before other calls of the gym. */
  highPriority?: boolean | undefined
  /** Gym whose turn a read uses before its rights are checked. */
  turn?: number
}

export interface Database {
  read<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Writes of one gym. This server knows the change before the answer. */
  write<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Tables without a gym. Business rows are invisible here. */
  platform: pg.Pool
  connections(): { pool: string; open: number; idle: number; waiting: number }[]
  log: DatabaseLog
  address: DatabaseAddress
  /** Cuts connections to another run of PostgreSQL: queries on a frozen primary would wait for the statement limit. */
  cutConnectionsExceptTo(run: string): void
  /** Throws if nothing may be stored now; every write without `allowedOnFullDisk` calls it. */
  requireRoom(): void
  /** Throws if a write could not begin within a second. */
  requireWritable(): Promise<void>
  close(): Promise<void>
}

const readyTimeoutMs = 1_000

export interface DatabaseOptions {
  /** Connections for calls, at least 9. Announcements use one more. */
  connections?: number
  /** Statement timeout in milliseconds. */
  limit?: number | undefined
  requireRoom?: (() => void) | undefined
  log?: (line: string) => void
}

export const usualConnections = 18
const longReadRows = 200

export const migrationsFolder = () => join(repositoryRoot, 'server/migrations')

async function migrateAsOwner(address: DatabaseAddress, options: MigrationOptions): Promise<void> {
  // The embedded database has no pooler before it.
  if ('connectionString' in address) await requireOwnSession(address)
  const owner = openOwnersPool(address)
  try {
    await migrate(owner, migrationsFolder(), options)
  } finally {
    await owner.end()
  }
}

/** Migrates the database and opens it as the role that row-level security holds for. */
export async function openDatabase(
  address: DatabaseAddress,
  observer: CommitObserver | null,
  { connections = usualConnections, limit, requireRoom = () => {}, log }: DatabaseOptions = {},
): Promise<Database> {
  const sizes = dividePool(connections)
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
      // Uses the writing pool, so that a busy pool counts.
      const late = pause(readyTimeoutMs, undefined, { ref: false }).then(() => {
        throw new Error('no answer in time')
      })
      const asked = writes.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      const { rows } = await Promise.race([asked, late])
      if (rows[0]?.standby) throw new WrongConnection('es una réplica, en la que no se puede escribir')
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
        const { result, commit } = await withGym(source, scope, work)
        observer?.committed(commit)
        return result
      } catch (error) {
        // The transaction may be committed although its answer is lost.
        if (isBroken(error)) void observer?.announcing.look()
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
    turns.run(turn, () => readInGym(source, gym, work), { user })
  const read: Database['read'] = (scope, work) => {
    if ((scope.rows ?? 0) < longReadRows) return readInTurn(scope, work)
    return long.run(scope.gym, () => readInTurn(scope, work), { user: scope.user })
  }
  return { read, waiting: () => turns.waiting + long.waiting }
}
