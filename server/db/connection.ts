import pg from 'pg'

/** Where the database is: an address, or the embedded server's socket. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

const utcPattern = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** `2026-11-21 08:50:04.12+00` → `2026-11-21T08:50:04.120Z`; sessions work in UTC. */
function isoInstant(text: string): string {
  const match = utcPattern.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text
}

const asText = (text: string) => text
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMP, asText],
  [pg.types.builtins.TIMESTAMPTZ, isoInstant],
  [pg.types.builtins.NUMERIC, asText],
  [pg.types.builtins.INT8, Number],
])
const types = {
  // The driver's own signature is as loose as this.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export interface PoolOptions {
  max: number
  /** Statements are sent without waiting for the answers before them; cursors are refused. */
  pipeline: boolean
  /** Refuse whatever would change something. */
  readOnly?: boolean
  /** Work as the role that row-level security holds for. Migrations alone do not. */
  asServer: boolean
  /** Names this server in announcements, so that it does not hear its own. */
  serverName: string
}

export function openPool(
  address: DatabaseAddress,
  { max, pipeline, readOnly, asServer, serverName }: PoolOptions,
): pg.Pool {
  const settings = ['-c timezone=UTC', `-c app.server=${serverName}`, '-c lock_timeout=15s', '-c statement_timeout=60s']
  // Every statement begins at gym_id and has one good plan: planning each anew took three times as long as running it.
  if (pipeline) settings.push('-c plan_cache_mode=force_generic_plan')
  if (readOnly) settings.push('-c default_transaction_read_only=on')
  if (asServer) settings.push('-c role=torniquete_server', '-c idle_in_transaction_session_timeout=60s')
  // `pipeline` is newer than the driver's types.
  const config: pg.PoolConfig & { pipeline: boolean } = {
    ...address,
    max,
    pipeline,
    types,
    options: settings.join(' '),
    application_name: 'torniquete',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  }
  const pool = new pg.Pool(config)
  // Without listeners a stopping database would take the server down with it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
