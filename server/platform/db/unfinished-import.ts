// Marks a database that an import fills in several transactions, so that no server starts on it. The mark is a separate
// schema.
import type pg from 'pg'

const schema = 'torniquete_import'

export async function isDatabaseImportUnfinished(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_namespace where nspname = '${schema}'`)
  return rows.length > 0
}

export const markDatabaseImportStarted = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`create schema ${schema}`)

export const markDatabaseImportFinished = (client: pg.ClientBase | pg.Pool): Promise<unknown> =>
  client.query(`drop schema if exists ${schema} cascade`)

/** Returns the name of an object that belongs neither to PostgreSQL nor to an extension; null in an empty database. */
export async function findNonSystemObject(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class c
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1 limit 1`)
  return rows[0]?.name ?? null
}

/** Drops all objects of an unfinished import but extensions, listed first since dropping one may drop others. */
export async function dropImportedObjects(client: pg.ClientBase): Promise<void> {
  if (!(await isDatabaseImportUnfinished(client))) throw new Error('nobody began an import here')
  const own = (...objects: string[]) =>
    `not exists (select from pg_depend d where (d.classid, d.objid) in (${objects}) and d.deptype = 'e')`
  const { rows } = await client.query<{ what: string }>(`
    select case relkind when 'S' then 'sequence ' when 'c' then 'type ' else 'table ' end || c.oid::regclass as what,
      array_position('{r,p,S,c}'::text[], relkind::text) as place
    from pg_class c
    where relkind in ('r', 'p', 'S', 'c') and relnamespace = 'public'::regnamespace and ${own(`('pg_class'::regclass, c.oid)`, `('pg_type'::regclass, c.reltype)`)}
    union all select 'routine ' || p.oid::regprocedure, 5 from pg_proc p
    where pronamespace = 'public'::regnamespace and ${own(`('pg_proc'::regclass, p.oid)`)}
    order by place`)
  for (const { what } of rows) await client.query(`drop ${what.replace(' ', ' if exists ')} cascade`)
}
