import type { Socket } from 'node:net'
import type pg from 'pg'

/** Where the database is: an address, or the embedded server's socket. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

export interface SessionOptions {
  /** Statements are sent without waiting for the answers before them; cursors are refused. */
  pipeline: boolean
  /** Refuse whatever would change something. */
  readOnly?: boolean
  /** Work as the role that row-level security holds for. Migrations alone do not, and take the time that they need. */
  asServer: boolean
  /** After this time without an answer a connection counts as broken. */
  limitMs?: number | undefined
}

/** A connection that is not what the product works on; its message says why, in Spanish. */
export class WrongConnection extends Error {}

export const statementLimitMs = 20_000
export const connectLimitMs = 5_000
const workingRole = 'torniquete_server'

/** What decides how values are read and written, whatever the role, the database or a pooler between would have it be. */
function listSettings({
  pipeline,
  readOnly,
  asServer,
  limitMs = statementLimitMs,
}: SessionOptions): Record<string, string> {
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
    statement_timeout: asServer ? `${Math.round(limitMs * 0.95)}` : '0',
    idle_in_transaction_session_timeout: asServer ? '60000' : '0',
    // Every statement begins at gym_id and has one good plan: planning each anew took three times as long as running it.
    ...(pipeline && { plan_cache_mode: 'force_generic_plan' }),
  }
}

/** A query with a time limit of its own, which the driver's types leave out. */
export const withTimeout = (query_timeout: number, text: string, values: unknown[] = []): pg.QueryConfig => {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout }
  return query
}

interface Session {
  role: string
  unbound: boolean
  standby: boolean
  run: string
  settings: Record<string, string>
}

// Read in a message of its own: a pooler may apply settings to the message that sets them only.
const readSession = `
  select current_user as role, pg_is_in_recovery() as standby, rolsuper or rolbypassrls as unbound,
    pg_postmaster_start_time()::text as run,
    (select json_object_agg(name, setting) from pg_settings where name = any ($1)) as settings
  from pg_roles where rolname = current_user`

const runs = new WeakMap<pg.ClientBase, string>()

/** The run of the database server that a connection leads to, by its start time: another run may lack committed rows. */
export const getPostgresRun = (client: pg.ClientBase): string => runs.get(client) ?? ''

/** Sets by statements what a new connection must be, and reads it back: what travels at its start a pooler may drop. */
export async function applySessionSettings(client: pg.ClientBase, options: SessionOptions): Promise<void> {
  const { role: _, ...settings } = listSettings(options)
  const set = Object.entries(listSettings(options)).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  await client.query(withTimeout(connectLimitMs, `select ${set.join(', ')}`))
  const { rows } = await client.query<Session>(withTimeout(connectLimitMs, readSession, [Object.keys(settings)]))
  const [session] = rows
  if (!session) throw new WrongConnection('la conexión no dice quién es')
  if (session.standby) throw new WrongConnection('es una réplica, en la que no se puede escribir')
  if (options.asServer && session.role !== workingRole) throw new WrongConnection(`no trabaja como ${workingRole}`)
  if (options.asServer && session.unbound)
    throw new WrongConnection(`el rol ${workingRole} no debe ser superusuario ni tener BYPASSRLS`)
  const lost = Object.keys(settings).find((name) => session.settings[name] !== settings[name])
  if (lost) throw new WrongConnection(`no conserva lo que se fija en ella (${lost})`)
  runs.set(client, session.run)
}

/** The driver has no word for it. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
