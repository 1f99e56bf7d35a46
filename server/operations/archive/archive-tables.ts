// Reads tables, columns and sequences from PostgreSQL's catalogue, so that an archive cannot miss a new table.
import type pg from 'pg'
import { getMigrationsFolder } from '../../platform/db/database.ts'
import { listCreatedRelations, readMigrationChecksums } from '../../platform/db/migrate.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import type { Manifest } from './archive-format.ts'

export interface ArchivableTable {
  name: string
  /** Column names without generated columns. */
  columns: string[]
  /** True if row-level security limits even the table's owner to the rows of one gym at a time. */
  secured: boolean
  /** True if each row belongs to one gym, or is itself a gym. */
  isPerGym: boolean
}

/** Tables encrypted with the installation's key, so their rows cannot move to another installation with one gym. */
const encryptedTables = ['biometrics', 'message_channels', 'second_factors', 'fiscal_certificates']

/** Skips unlogged tables and tables of extensions. Sorted so that a table comes after the tables it refers to. */
const tablesInOrder = `
  with recursive own as (
    select c.oid, c.relname::text as name, c.relrowsecurity as secured from pg_class c
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  ), placed as (
    select oid, 0 as depth from own
    union
    select k.conrelid, p.depth + 1 from placed p
      join pg_constraint k on k.confrelid = p.oid and k.contype = 'f' and k.conrelid <> k.confrelid
      join own on own.oid = k.conrelid
  )
  select own.name, own.secured,
    own.name = 'gyms' or exists (select from pg_attribute a
      where a.attrelid = own.oid and attname = 'gym_id' and attnotnull and not attisdropped) as "isPerGym",
    array(select attname::text from pg_attribute a
          where a.attrelid = own.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from own join placed using (oid) group by 1, 2, own.oid order by max(depth), name`

const allSequences = `
  select s.sequencename::text as name, s.last_value::float8 as last,
    (select t.relname::text from pg_depend d join pg_class t on t.oid = d.refobjid
     where d.objid = format('public.%I', s.sequencename)::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) as "table"
  from pg_sequences s where schemaname = 'public' order by 1`

/** Returns a test for relations made by our migrations. After a newer version's migrations all count as ours. */
async function recognizeOwn(client: pg.ClientBase): Promise<(name: string) => boolean> {
  const folder = getMigrationsFolder()
  const known = readMigrationChecksums(folder)
  const applied = (await readMigrations(client)) ?? []
  if (applied.some(({ name }) => !known.has(name))) return () => true
  // The table `migrations` is created outside of the migration files.
  const made = new Set(['migrations', ...listCreatedRelations(folder)])
  return (name) => made.has(name)
}

export async function readArchivableTables(
  client: pg.ClientBase,
  { forOneGym }: { forOneGym: boolean },
): Promise<ArchivableTable[]> {
  const isOwn = await recognizeOwn(client)
  const { rows } = await client.query<ArchivableTable>(tablesInOrder)
  const moves = ({ name, isPerGym }: ArchivableTable) => !forOneGym || (isPerGym && !encryptedTables.includes(name))
  return rows.filter((table) => isOwn(table.name) && moves(table))
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const isOwn = await recognizeOwn(client)
  const { rows } = await client.query<Manifest['sequences'][number] & { table: string | null }>(allSequences)
  return rows.filter((each) => isOwn(each.table ?? each.name)).map(({ name, last }) => ({ name, last }))
}

/** Returns null if the database has none of our tables. */
export async function readMigrations(client: pg.ClientBase | pg.Pool): Promise<Manifest['migrations'] | null> {
  const there = await client.query(`select to_regclass('public.migrations') as it`)
  if (there.rows[0]?.it === null) return null
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  )
  return rows.length > 0 ? rows : null
}

/** @throws StartRefusal if no gym has this id */
export async function readGymToArchive(client: pg.ClientBase, id: number): Promise<NonNullable<Manifest['gym']>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from gyms where id > 0 order by id',
  )
  const gym = rows.find((each) => each.id === id)
  if (!gym) {
    const there = rows.slice(0, 20).map((each) => `${each.id} ${each.name}`)
    throw new StartRefusal(`No hay un gimnasio con el número ${id}. Hay: ${there.join(', ') || 'ninguno'}.`)
  }
  const named = async (column: string, table: string): Promise<string[]> => {
    const text = `select ${column} from ${table} where gym_id = $1 order by 1`
    return (await client.query({ text, values: [id], rowMode: 'array' })).rows.flat()
  }
  return {
    ...gym,
    usernames: await named('username', 'usernames'),
    serial_numbers: await named('sn', 'serial_numbers'),
    host_names: await named('name', 'gym_host_names'),
  }
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoteNames = (names: readonly string[]): string => names.map(quoteName).join(', ')

export const findGymColumn = (table: string): string => (table === 'gyms' ? 'id' : 'gym_id')
