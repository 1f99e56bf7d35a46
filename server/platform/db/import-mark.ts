// Marks a database that an import is filling in several transactions, so that no server starts on it. The mark is a
// schema of its own, not a table of the product.
import type pg from 'pg'

const schema = 'torniquete_import'

export async function isImporting(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_namespace where nspname = '${schema}'`)
  return rows.length > 0
}

export const markImport = (client: pg.ClientBase): Promise<unknown> => client.query(`create schema ${schema}`)

export const endImport = (client: pg.ClientBase | pg.Pool): Promise<unknown> =>
  client.query(`drop schema if exists ${schema} cascade`)

/** Name of an object that is neither PostgreSQL's nor an extension's; null in an empty database. */
export async function findForeignObject(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class c
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1 limit 1`)
  return rows[0]?.name ?? null
}

/** Drops all that a marked import created except extensions, as its owner. Lists first, since some go with others. */
export async function dropImported(client: pg.ClientBase): Promise<void> {
  if (!(await isImporting(client))) throw new Error('nobody began an import here')
  await client.query(`
    do $$
    declare statement text;
    begin
      foreach statement in array array(
        select format('drop table if exists %s cascade', c.oid::regclass) from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e'))
      loop execute statement; end loop;
      foreach statement in array array(
        select format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
        where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e'))
      loop execute statement; end loop;
      foreach statement in array array(
        select format('drop type if exists %s cascade', c.reltype::regtype) from pg_class c
        where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = c.reltype and d.classid = 'pg_type'::regclass and d.deptype = 'e'))
      loop execute statement; end loop;
      foreach statement in array array(
        select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e'))
      loop execute statement; end loop;
    end $$`)
}
