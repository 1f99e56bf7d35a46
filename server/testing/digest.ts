// Digest of the stored data: equal before and after a call that must change nothing.
import pg from 'pg'
import type { Database } from '../platform/db/database.ts'

interface Stored {
  database: Pick<Database, 'address'>
}

/** Ids are numbers, as the product reads them. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // its own signature is as loose
}

/** A connection as the tables' owner, for whom row-level security does not hold. */
export async function asOwner<Result>(
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

/** The error with which the database refuses a statement of the server's role, or 'taken'; nothing of it stays. */
export const tryAsServer = (stored: Stored, gym: number, statement: string): Promise<string> =>
  asOwner(stored, async (owner) => {
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
 * The connections that wait for what a connection holds, or for one that does, with `part` in their statement; nobody
 * else's. Of its own, unless another is named by its process.
 */
export async function waitingBehind(owner: pg.Client, part: string, holder?: number): Promise<number[]> {
  // In a transaction the connections stay those that were there when it was first asked.
  const cleared = await owner.query('select pg_stat_clear_snapshot(), pg_backend_pid() as own')
  const { rows } = await owner.query<{ pid: number; query: string }>(behind, [holder ?? cleared.rows[0].own])
  return rows.filter(({ query }) => query.includes(part)).map(({ pid }) => pid)
}

export const waiting = async (owner: pg.Client, part = '', holder?: number): Promise<number> =>
  (await waitingBehind(owner, part, holder)).length

/** How many there were in the database; one that is resolved by trying again is one too: it has cost a second. */
export const deadlocksSoFar = (stored: Stored): Promise<number> =>
  asOwner(stored, async (owner) => {
    await owner.query('select pg_stat_force_next_flush()')
    const { rows } = await owner.query('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0]?.deadlocks)
  })

export class Digest {
  readonly #client: pg.Client
  /** Named, so that it is planned once: to plan a look at every table takes longer than the look. */
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

  static async of({ database }: Stored): Promise<Digest> {
    const client = new pg.Client(database.address)
    await client.connect()
    // Announcements are dropped by the clock, also while a slow machine is between two looks; they tell of what the others hold.
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('changes', 'changes_swept') order by 1",
    )
    return new Digest(
      client,
      rows.map((row) => row.name),
    )
  }

  /** Every table's number of rows and a hash of all that they hold. */
  async take(): Promise<Record<string, string>> {
    const { rows } = await this.#client.query<{ name: string; rows: number; content: string }>(this.#statement)
    return Object.fromEntries(rows.map((row) => [row.name, `${row.rows} ${row.content}`]))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
