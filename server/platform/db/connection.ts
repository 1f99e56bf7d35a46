import type { Socket } from 'node:net'
import pg from 'pg'

/** Where the database is: an address, or the embedded server's socket. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

const utcPattern = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** `2026-11-21 08:50:04.12+00` → `2026-11-21T08:50:04.120Z`; sessions work in UTC. */
function isoInstant(text: string): string {
  const match = utcPattern.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text
}

const asText = (text: string) => text
// Arrays of whole numbers, which the driver has no names for.
const [int4Array, int8Array] = [1007, 1016]
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMP, asText],
  [pg.types.builtins.TIMESTAMPTZ, isoInstant],
  [pg.types.builtins.NUMERIC, asText],
  // Keys have 64 bits; those beyond the whole numbers of JavaScript are centuries away.
  [pg.types.builtins.INT8, Number],
  [int8Array, pg.types.getTypeParser(int4Array)],
])
/** How values are read: keys as numbers, amounts, days and instants as text. */
export const types = {
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
  /** Work as the role that row-level security holds for. Migrations alone do not, and take the time that they need. */
  asServer: boolean
  /** Milliseconds that a statement may take: beyond it the connection counts as gone. */
  limit?: number
  troubles?: Troubles
  /** Where they are noted. */
  connections?: Connections
}

const anHour = 3_600_000

/** Where what goes wrong without anybody's waiting for it is told. */
export class Troubles {
  log: { warn(what: object, message: string): void } | null = null
  /** Milliseconds of a statement from which on it is told of. */
  slowAfter = Number.POSITIVE_INFINITY
  readonly #noticed = new Map<string, number>()

  /** What the product's own functions warn of (`TQ…`), in ids and numbers: of each gym once an hour. */
  noticed({ code = '', message = '', detail = '{}' }: { code?: string; message?: string; detail?: string }): void {
    if (!code.startsWith('TQ') || !detail.startsWith('{')) return
    const about: { gym?: number } = JSON.parse(detail) // as next_document writes it
    const key = `${code} ${about.gym}`
    const now = performance.now()
    if (now < (this.#noticed.get(key) ?? 0)) return
    this.#noticed.set(key, now + anHour)
    this.log?.warn(about, message)
  }
}

/** A connection that is not what the product works on; its message says why, in Spanish. */
export class WrongConnection extends Error {}

export const statementLimit = 20_000
const connectLimit = 5_000
const workingRole = 'torniquete_server'

/** What decides how values are read and written, whatever the role, the database or a pooler between would have it be. */
function settingsOf({ pipeline, readOnly, asServer, limit = statementLimit }: PoolOptions): Record<string, string> {
  return {
    ...(asServer && { role: workingRole }),
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    client_encoding: 'UTF8',
    search_path: 'public',
    row_security: 'on',
    standard_conforming_strings: 'on',
    default_transaction_isolation: 'read committed',
    client_min_messages: 'notice',
    default_transaction_read_only: readOnly ? 'on' : 'off',
    // Milliseconds, as they are read back.
    lock_timeout: asServer ? '15000' : '0',
    // The database gives up first where it can: so the connection lives on.
    statement_timeout: asServer ? `${Math.round(limit * 0.95)}` : '0',
    idle_in_transaction_session_timeout: asServer ? '60000' : '0',
    // Every statement begins at gym_id and has one good plan: planning each anew took three times as long as running it.
    ...(pipeline && { plan_cache_mode: 'force_generic_plan' }),
  }
}

/** A query with a limit of its own, which the driver's types leave out. */
export const within = (query_timeout: number, text: string, values: unknown[] = []): pg.QueryConfig => {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout }
  return query
}

interface Found {
  role: string
  unbound: boolean
  standby: boolean
  run: string
  settings: Record<string, string>
}

// Asked in a message of its own: what is set in another one may hold for that alone.
const isWhat = `
  select current_user as role, pg_is_in_recovery() as standby, rolsuper or rolbypassrls as unbound,
    pg_postmaster_start_time()::text as run,
    (select json_object_agg(name, setting) from pg_settings where name = any ($1)) as settings
  from pg_roles where rolname = current_user`

const runs = new WeakMap<pg.ClientBase, string>()

/** Which run of which database server a connection leads to: another one may lack what this one holds. */
export const postgresRunOf = (client: pg.ClientBase): string => runs.get(client) ?? ''

/** Sets by statements what a new connection must be, and reads it back: what travels at its start a pooler may drop. */
export async function applySessionSettings(client: pg.ClientBase, options: PoolOptions): Promise<void> {
  const { role: _, ...settings } = settingsOf(options)
  const set = Object.entries(settingsOf(options)).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  await client.query(within(connectLimit, `select ${set.join(', ')}`))
  const { rows } = await client.query<Found>(within(connectLimit, isWhat, [Object.keys(settings)]))
  const [found] = rows
  if (!found) throw new WrongConnection('la conexión no dice quién es')
  if (found.standby) throw new WrongConnection('es una réplica, en la que no se puede escribir')
  if (options.asServer && found.role !== workingRole) throw new WrongConnection(`no trabaja como ${workingRole}`)
  if (options.asServer && found.unbound)
    throw new WrongConnection(`el rol ${workingRole} no debe ser superusuario ni tener BYPASSRLS`)
  const lost = Object.keys(settings).find((name) => found.settings[name] !== settings[name])
  if (lost) throw new WrongConnection(`no conserva lo que se fija en ella (${lost})`)
  runs.set(client, found.run)
}

/** The open connections of a server's pools. */
export class Connections {
  readonly #openSince = new Map<pg.ClientBase, number>()

  add(client: pg.Client): void {
    this.#openSince.set(client, performance.now())
    client.once('end', () => this.#openSince.delete(client))
  }

  /**
   * Cuts the connections that lead to another run of the database server, which may be frozen: their queries would wait
   * for the statement limit. A connection that is still being opened has half of its time limit.
   */
  cutAllExceptTo(run: string): void {
    const latest = performance.now() - connectLimit / 2
    for (const [client, since] of this.#openSince)
      if (runs.has(client) ? postgresRunOf(client) !== run : since < latest) socketOf(client).destroy()
  }
}

const clientIn = (connections: Connections | undefined) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      connections?.add(this)
    }
  }

export function openPool(address: DatabaseAddress, options: PoolOptions): pg.Pool {
  const { max, pipeline, asServer, limit = statementLimit, troubles } = options
  // `pipeline` is newer than the driver's types; these say that nobody waits for onConnect, which the pool does.
  const config: pg.PoolConfig & { pipeline: boolean; onConnect: (client: pg.ClientBase) => Promise<void> } = {
    ...address,
    Client: clientIn(options.connections),
    max,
    pipeline,
    types,
    // A migration may end the former.
    application_name: asServer ? 'torniquete' : 'torniquete start',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(asServer && { query_timeout: limit }),
    onConnect: async (client) => {
      try {
        await applySessionSettings(client, options)
      } catch (error) {
        // It may be silent: waiting for its goodbye would hold up whoever is next.
        socketOf(client).destroy()
        throw error
      }
    },
  }
  const pool = new pg.Pool(config)
  // Without listeners a stopping database would take the server down with it.
  pool.on('error', (error) => troubles?.log?.warn({ err: error }, 'an idle connection broke'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', (notice) => troubles?.noticed(notice))
  })
  return pool
}

/** One connection of the database's owner, for what changes its schema. */
export const openOwnersPool = (address: DatabaseAddress): pg.Pool =>
  openPool(address, { max: 1, pipeline: false, asServer: false })

/** The driver has no word for it. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
