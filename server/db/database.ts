import { join } from 'node:path'
import type pg from 'pg'
import { type DatabaseAddress, openOwnersPool, openPool, Troubles, WrongConnection } from './connection.ts'
import { FairQueue } from './fair-queue.ts'
import type { Transaction } from './gym-statements.ts'
import { type MigrationOptions, migrate } from './migrate.ts'
import { requireOwnSession } from './own-session.ts'
import { repositoryRoot } from './repository-root.ts'
import { type CommitObserver, isBroken, readInGym, type Source, withGym } from './transaction.ts'

export interface Scope {
  gym: number
  /** Who the history names; null is the product itself. */
  user: number | null
  /** How many rows a read may answer, where that is known. */
  rows?: number | undefined
  /** Written on a full disk too: what makes room, ends a right, or says what was done already. */
  evenFull?: boolean | undefined
  /** Whose turn a read takes, where nobody has shown yet that it is the gym's. */
  turn?: number
}

export interface Database {
  /** Reads of one gym. */
  read<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Writes of one gym; what changed is known to this server before this answers. */
  write<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Tables that belong to no gym: gyms, usernames, serial numbers. Business rows cannot be seen from here. */
  platform: pg.Pool
  /** How many connections each pool has open, how many of these are idle, and how many calls wait for one. */
  connections(): { pool: string; open: number; idle: number; waiting: number }[]
  troubles: Troubles
  address: DatabaseAddress
  /** Throws where nothing more may be stored now, as each write does that is none of `evenFull`. */
  requireRoom(): void
  /** Throws where a write could not begin within a second. */
  requireWritable(): Promise<void>
  close(): Promise<void>
}

/** Makes, as the owner of the tables, what the migrations do not: the queues of jobs/prepare.ts. */
type Prepare = (owner: pg.Pool) => Promise<void>

const readyWithin = 1_000

export interface DatabaseOptions {
  /** How many connections calls have, of all kinds together: 9 at least. Jobs and announcements have three more. */
  connections?: number
  /** Milliseconds that a statement may take. */
  limit?: number | undefined
  /** Throws where nothing more may be stored now. */
  requireRoom?: (() => void) | undefined
  /** Takes what is told while migrating. */
  log?: (line: string) => void
  /** It is opened by whoever imports into it. */
  importing?: boolean
}

export const usualConnections = 18
const patience = 10_000

/** How connections are dealt out, and how many of each kind one gym has at most: what it asks for beyond that waits. */
function dealOut(connections: number) {
  const reading = Math.floor(connections / 3)
  const platform = Math.floor(connections / 4.5)
  const writing = connections - reading - platform
  const ofOneGym = Math.floor((reading * 2) / 3)
  const ofOneGymWriting = Math.floor((writing * 3) / 4)
  return {
    readers: { all: reading, ofOneGym, kept: reading - ofOneGym, patience },
    /**
     * Reads of hundreds of rows keep this process busy as well as the database, and whoever asks for them waits for
     * paper or a file: those of one gym follow each other.
     */
    longReaders: { all: ofOneGym, ofOneGym: 1, patience },
    writers: { all: writing, ofOneGym: ofOneGymWriting, kept: writing - ofOneGymWriting, patience },
    platform,
  }
}
type Dealt = ReturnType<typeof dealOut>

const longFrom = 200

export const migrationsFolder = () => join(repositoryRoot, 'server/db/migrations')

async function prepareAsOwner(address: DatabaseAddress, prepare: Prepare, options: MigrationOptions): Promise<void> {
  // The embedded database has nobody before it.
  if ('connectionString' in address) await requireOwnSession(address)
  const owner = openOwnersPool(address)
  try {
    await migrate(owner, migrationsFolder(), options)
    await prepare(owner)
  } finally {
    await owner.end()
  }
}

/** Migrates the database and opens it as the role that row-level security holds for. */
export async function openDatabase(
  address: DatabaseAddress,
  observer: CommitObserver | null,
  prepare: Prepare,
  { connections = usualConnections, limit, requireRoom = () => {}, log, importing = false }: DatabaseOptions = {},
): Promise<Database> {
  const dealt = dealOut(connections)
  await prepareAsOwner(address, prepare, { importing, ...(log && { log }) })
  const troubles = new Troubles()
  const asServer = { asServer: true, troubles, ...(limit && { limit }) }
  const reads = openPool(address, { max: dealt.readers.all, pipeline: true, readOnly: true, ...asServer })
  const writes = openPool(address, { max: dealt.writers.all, pipeline: true, ...asServer })
  const platform = openPool(address, { max: dealt.platform, pipeline: false, ...asServer })
  const close = async () => {
    await Promise.all([reads.end(), writes.end(), platform.end()])
  }
  // What is wrong with the server's own connections is told at the start too.
  await writes.query('select').catch(async (error) => {
    await close()
    throw error
  })
  const [reading, writing] = [reads, writes].map((pool) => ({ pool, observer, troubles })) as [Source, Source]
  const write: Database['write'] = async (scope, work) => {
    try {
      const { result, commit } = await withGym(writing, scope, work)
      observer?.committed(commit)
      return result
    } catch (error) {
      if (isBroken(error)) observer?.doubted()
      throw error
    }
  }
  const { read, waiting } = readsOf(reading, dealt)
  const writeTurns = new FairQueue(dealt.writers)
  return {
    read,
    write: async (scope, work) => {
      if (!scope.evenFull) requireRoom()
      return writeTurns.run(scope.gym, () => write(scope, work))
    },
    platform,
    connections: () => [
      countOf('read', reads, waiting()),
      countOf('write', writes, writeTurns.waiting),
      countOf('platform', platform, 0),
    ],
    troubles,
    address,
    requireRoom,
    requireWritable: async () => {
      // Asked of the connections that write, so that what keeps these busy counts.
      const { rows } = await inTime(writes.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))
      if (rows[0]?.standby) throw new WrongConnection('es una réplica, en la que no se puede escribir')
    },
    close,
  }
}

function readsOf(source: Source, { readers, longReaders }: Dealt): { read: Database['read']; waiting: () => number } {
  const [turns, long] = [new FairQueue(readers), new FairQueue(longReaders)]
  const read: Database['read'] = ({ gym, turn = gym }, work) => turns.run(turn, () => readInGym(source, gym, work))
  return {
    read: (scope, work) =>
      (scope.rows ?? 0) < longFrom ? read(scope, work) : long.run(scope.gym, () => read(scope, work)),
    waiting: () => turns.waiting + long.waiting,
  }
}

const countOf = (pool: string, { totalCount, idleCount, waitingCount }: pg.Pool, waiting: number) => ({
  pool,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount + waiting,
})

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), readyWithin)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
