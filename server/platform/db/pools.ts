import pg from 'pg'
import {
  applySessionSettings,
  connectLimitMs,
  type DatabaseAddress,
  type DatabaseSessionOptions,
  getDatabaseStartTime,
  getSocket,
  statementLimitMs,
} from './connection.ts'
import type { DatabaseLog } from './database-log.ts'

const utcPattern = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** Converts a time of PostgreSQL in UTC: `2026-11-21 08:50:04.12+00` → `2026-11-21T08:50:04.120Z`. */
function isoInstant(text: string): string {
  const match = utcPattern.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text
}

const asText = (text: string) => text
// Type ids of integer arrays, which the driver does not name.
const [int4Array, int8Array] = [1007, 1016]
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMP, asText],
  [pg.types.builtins.TIMESTAMPTZ, isoInstant],
  [pg.types.builtins.NUMERIC, asText],
  // 64-bit ids become numbers; it takes centuries until they exceed JavaScript's safe integers.
  [pg.types.builtins.INT8, Number],
  [int8Array, pg.types.getTypeParser(int4Array)],
])
/** Parsers of column types: ids become numbers; amounts, days and timestamps stay text. */
export const columnValueParsers = {
  // The cast is as loose as the driver's own signature.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const turnTimeoutMs = 10_000

/** Divides the connections of DATABASE_POOL among the pools, and limits how many each gym may use. */
export function computePoolSizes(connections: number) {
  const reading = Math.floor(connections / 3)
  const platform = Math.floor(connections / 4.5)
  const writing = connections - reading - platform
  const readersPerGym = Math.floor((reading * 2) / 3)
  const writersPerGym = Math.floor((writing * 3) / 4)
  return {
    readers: {
      maxTurns: reading,
      maxTurnsPerGym: readersPerGym,
      reservedTurns: reading - readersPerGym,
      timeoutMs: turnTimeoutMs,
    },
    /** Reads of hundreds of rows use much of this process's CPU, so each gym runs one of these at a time. */
    longReaders: { maxTurns: readersPerGym, maxTurnsPerGym: 1, timeoutMs: turnTimeoutMs },
    writers: {
      maxTurns: writing,
      maxTurnsPerGym: writersPerGym,
      reservedTurns: writing - writersPerGym,
      timeoutMs: turnTimeoutMs,
    },
    platform,
  }
}
export type PoolSizes = ReturnType<typeof computePoolSizes>

interface PoolOptions extends DatabaseSessionOptions {
  max: number
  log?: DatabaseLog
  /** Open connections, with the times at which their opening began. */
  openSince?: Map<pg.ClientBase, number>
}

function openPool(address: DatabaseAddress, options: PoolOptions): pg.Pool {
  const { max, pipeline, asServer, limitMs = statementLimitMs, log, openSince } = options
  // The driver's types lack the new option `pipeline`, and that the pool awaits onConnect.
  const config: pg.PoolConfig & { pipeline: boolean; onConnect: (client: pg.ClientBase) => Promise<void> } = {
    ...address,
    Client: class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super(config)
        openSince?.set(this, performance.now())
        this.once('end', () => openSince?.delete(this))
      }
    },
    max,
    pipeline,
    types: columnValueParsers,
    // Migrations may close connections named `torniquete`, which belong to servers.
    application_name: asServer ? 'torniquete' : 'torniquete start',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(asServer && { query_timeout: limitMs }),
    onConnect: async (client) => {
      try {
        await applySessionSettings(client, options)
      } catch (error) {
        // Destroys the socket instead of waiting for the connection to close, since the database may not respond.
        getSocket(client).destroy()
        throw error
      }
    },
  }
  const pool = new pg.Pool(config)
  // Without a listener a stopping database would end this process.
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle connection broke'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/** Opens one connection of the database's owner, which may change the schema. */
export const openOwnersPool = (address: DatabaseAddress): pg.Pool =>
  openPool(address, { max: 1, pipeline: false, asServer: false })

export function openPools(
  address: DatabaseAddress,
  { readers, writers, platform: ofPlatform }: PoolSizes,
  options: { log: DatabaseLog; limitMs?: number | undefined },
) {
  const openSince = new Map<pg.ClientBase, number>()
  const open = (max: number, { pipeline = true, readOnly = false } = {}) =>
    openPool(address, { max, pipeline, readOnly, asServer: true, openSince, ...options })
  const [reads, writes] = [open(readers.maxTurns, { readOnly: true }), open(writers.maxTurns)]
  const platform = open(ofPlatform, { pipeline: false })
  const cutExceptTo = (run: string) => {
    const latest = performance.now() - connectLimitMs / 2
    for (const [client, since] of openSince) {
      const ownRun = getDatabaseStartTime(client)
      // A connection that is still being opened gets some time to report which run of PostgreSQL it leads to.
      if (ownRun === '' ? since < latest : ownRun !== run) getSocket(client).destroy()
    }
  }
  const end = async () => void (await Promise.all([reads.end(), writes.end(), platform.end()]))
  return { reads, writes, platform, cutExceptTo, end }
}

export const countConnections = (pool: string, { totalCount, idleCount, waitingCount }: pg.Pool, waiting: number) => ({
  pool,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount + waiting,
})
