// What is stored, in a few texts: equal before and after where a call must change nothing.
import pg from 'pg'
import type { TestApp } from './test-app.ts'

/** Ids are numbers, as the product reads them. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // its own signature is as loose
}

/** A connection as the tables' owner, for whom row-level security does not hold. */
export async function asOwner<Result>(
  { database }: TestApp,
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

/** How many connections wait for a lock. */
export async function waiting(owner: pg.Client): Promise<number> {
  // In a transaction the connections stay those that were there when it was first asked.
  await owner.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await owner.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rowCount ?? 0
}

export class Digest {
  readonly #client: pg.Client
  readonly #statement: string

  private constructor(client: pg.Client, tables: string[]) {
    this.#client = client
    this.#statement = tables
      .map(
        (table) =>
          `select '${table}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as content from "${table}" t`,
      )
      .join(' union all ')
  }

  static async of({ database }: TestApp): Promise<Digest> {
    const client = new pg.Client(database.address)
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
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
