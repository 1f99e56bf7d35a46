// Digest of all stored data: it must be equal before and after a call that changes nothing.
import pg from 'pg'
import type { Database } from '../platform/db/database.ts'

interface Stored {
  database: Pick<Database, 'address'>
}

/** Returns 64-bit ids as JavaScript numbers, as the product does. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // the driver's own declaration of this function is equally loose
}

/** Connects as the owner of the tables, to whom row-level security does not apply. */
export async function runAsTableOwner<Result>(
  { database }: Stored,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...database.address, types })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one statement as the owner of the tables. */
// biome-ignore lint/suspicious/noExplicitAny: the default of the driver's own function.
export const queryAsOwner = <Row extends pg.QueryResultRow = any>(
  stored: Stored,
  text: string,
  values?: unknown[],
): Promise<pg.QueryResult<Row>> => runAsTableOwner(stored, (owner) => owner.query<Row>(text, values))

/** Runs a statement with the server's database role and rolls it back. Returns the error, or 'taken' without one. */
export const tryStatementAsServer = (stored: Stored, gym: number, statement: string): Promise<string> =>
  runAsTableOwner(stored, async (owner) => {
    await owner.query(`begin; select set_config('app.gym_id', '${gym}', true); set local role torniquete_server`)
    return owner.query(statement).then(
      () => 'taken',
      (error: Error) => error.message,
    )
  })

const behind = `
  with recursive behind as (
    select $1::integer as pid
    union
    select a.pid from pg_stat_activity a join behind b on b.pid = any (pg_blocking_pids(a.pid))
    where a.datname = current_database() and a.wait_event_type = 'Lock')
  select pid, query from behind join pg_stat_activity using (pid) where pid <> $1`

/**
 * Number of sessions that wait, directly or not, for locks of the backend `holder` (default: the connection itself),
 * and whose statement contains `part`.
 */
async function waitingBehind(owner: pg.Client, part: string, holder?: number): Promise<number[]> {
  // Within a transaction, PostgreSQL freezes the list of sessions when it is first read.
  const cleared = await owner.query('select pg_stat_clear_snapshot(), pg_backend_pid() as own')
  const { rows } = await owner.query<{ pid: number; query: string }>(behind, [holder ?? cleared.rows[0].own])
  return rows.filter(({ query }) => query.includes(part)).map(({ pid }) => pid)
}

export const countSessionsWaitingForLock = async (owner: pg.Client, part = '', holder?: number): Promise<number> =>
  (await waitingBehind(owner, part, holder)).length

/** Number of deadlocks so far. A deadlock that the server retried counts too, because it cost the caller a second. */
export const countDeadlocks = (stored: Stored): Promise<number> =>
  runAsTableOwner(stored, async (owner) => {
    await owner.query('select pg_stat_force_next_flush()')
    const { rows } = await owner.query('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0]?.deadlocks)
  })

export class DatabaseDigest {
  readonly #client: pg.Client
  /** Prepared, so that PostgreSQL plans it once: planning a query on every table takes longer than running it. */
  readonly #statement: { name: string; text: string }

  private constructor(client: pg.Client, tables: string[]) {
    this.#client = client
    const text = tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text collate "C"), '')) as content from "${table}" t`,
      )
      .join(' union all ')
    this.#statement = { name: 'stored', text }
  }

  static async of({ database }: Stored): Promise<DatabaseDigest> {
    const client = new pg.Client(database.address)
    await client.connect()
    // Announcements are left out: they derive from the other tables, and old ones are deleted by time at any moment.
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('changes', 'changes_swept') order by 1",
    )
    return new DatabaseDigest(
      client,
      rows.map((row) => row.name),
    )
  }

  /** Returns the row count and content hash of every table. */
  async take(): Promise<Record<string, string>> {
    const { rows } = await this.#client.query<{ name: string; rows: number; content: string }>(this.#statement)
    return Object.fromEntries(rows.map((row) => [row.name, `${row.rows} ${row.content}`]))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
