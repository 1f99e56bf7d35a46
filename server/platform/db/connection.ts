import type { Socket } from 'node:net'
import type pg from 'pg'

export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

export interface DatabaseSessionOptions {
  /** True if statements are sent without waiting for earlier answers. Cursors are then refused. */
  pipeline: boolean
  readOnly?: boolean
  /** True for the role to which row-level security applies; false for migrations, which have no time limit. */
  asServer: boolean
  /** Longest wait for an answer in milliseconds; after that the connection counts as broken. */
  limitMs?: number | undefined
}

/** Error for a connection that Torniquete cannot use; the Spanish message says why. */
export class UnusableConnectionError extends Error {}

export const statementLimitMs = 20_000
export const connectLimitMs = 5_000
const workingRole = 'torniquete_server'

/** Settings for reading and writing values, which defaults of role, database or pooler must not change. */
function listSettings({ pipeline, readOnly, asServer, limitMs }: DatabaseSessionOptions): Record<string, string> {
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
    // Written in milliseconds, as PostgreSQL returns the value when it is read back.
    lock_timeout: asServer ? '15000' : '0',
    // Shorter than the driver's timeout, which would close the connection.
    statement_timeout: asServer ? `${Math.round((limitMs ?? statementLimitMs) * 0.95)}` : '0',
    idle_in_transaction_session_timeout: asServer ? '60000' : '0',
    // Every statement filters by gym_id first, so one plan is good; planning took three times as long as running.
    ...(pipeline && { plan_cache_mode: 'force_generic_plan' }),
  }
}

/** Makes a query with its own timeout, an option missing in the driver's types. */
export const makeQueryWithTimeout = (query_timeout: number, text: string, values: unknown[] = []): pg.QueryConfig => {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout }
  return query
}

type Session = { role: string; unbound: boolean; standby: boolean; run: string; settings: Record<string, string> }

// Query that reads the settings back in a separate message, because a pooler may apply settings to one message only.
const readSession = `
  select current_user as role, pg_is_in_recovery() as standby, rolsuper or rolbypassrls as unbound,
    pg_postmaster_start_time()::text as run,
    (select json_object_agg(name, setting) from pg_settings where name = any ($1)) as settings
  from pg_roles where rolname = current_user`

const runs = new WeakMap<pg.ClientBase, string>()

/** Returns the start time of the database server. A server started at another time may lack committed rows. */
export const getDatabaseStartTime = (client: pg.ClientBase): string => runs.get(client) ?? ''

/** Applies the settings by statements and reads them back, since a pooler may drop startup parameters. */
export async function applySessionSettings(client: pg.ClientBase, options: DatabaseSessionOptions): Promise<void> {
  const { role: _, ...settings } = listSettings(options)
  const set = Object.entries(listSettings(options)).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  await client.query(makeQueryWithTimeout(connectLimitMs, `select ${set.join(', ')}`))
  const { rows } = await client.query<Session>(
    makeQueryWithTimeout(connectLimitMs, readSession, [Object.keys(settings)]),
  )
  const [session] = rows
  if (!session) throw new UnusableConnectionError('la conexión no dice quién es')
  if (session.standby) throw new UnusableConnectionError('es una réplica, en la que no se puede escribir')
  if (options.asServer && session.role !== workingRole)
    throw new UnusableConnectionError(`no trabaja como ${workingRole}`)
  if (options.asServer && session.unbound)
    throw new UnusableConnectionError(`el rol ${workingRole} no debe ser superusuario ni tener BYPASSRLS`)
  const lost = Object.keys(settings).find((name) => session.settings[name] !== settings[name])
  if (lost) throw new UnusableConnectionError(`no conserva lo que se fija en ella (${lost})`)
  runs.set(client, session.run)
}

/** The driver does not expose its socket. */
export const getSocket = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
