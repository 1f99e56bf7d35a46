// For tests of upgrades: whether what was there is there afterwards, and says the same.
import type pg from 'pg'

export type Rows = Record<string, Record<string, unknown>[]>

/** Of every table but the list of migrations. */
export async function readAll(client: pg.ClientBase): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
  )
  const all: Rows = {}
  for (const { name } of tables)
    all[name] = (
      await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t order by t::text`,
      )
    ).rows.map(({ row }) => row)
  return all
}

/** What rows of today say of the columns that there were. */
export function keptRows(after: Rows[string] | undefined, before: Rows[string]): Rows[string] {
  const columns = Object.keys(before[0] ?? {})
  return (after ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}
