// Which tables an export takes, read from the catalogue: a new one cannot be forgotten.
import type pg from 'pg'
import { migrationsFolder } from '../db/database.ts'
import { filesIn, relationsMadeIn } from '../db/migrate.ts'
import { Refused } from '../refused.ts'
import type { ExportHead } from './export-manifest.ts'
import type { ArchiveInfo } from './manifest.ts'

export interface Table {
  name: string
  /** All but those that PostgreSQL derives. */
  columns: string[]
  /** Its rows are a gym's: row-level security shows those of one at a time, to the owner too. */
  secured: boolean
  /** They are gyms' own, or the gyms themselves: those of one can be told from others. */
  ofGyms: boolean
}

/** Fingers, faces and passwords leave an installation in its own copies only: nothing but its key opens them. */
const stays = new Set(['biometrics', 'message_channels', 'second_factors'])

/** How much stays of these gyms, within a transaction: an export tells it. */
export async function countStaying(
  client: pg.ClientBase,
  gyms: readonly number[],
): Promise<NonNullable<ArchiveInfo['left']>> {
  const left = { biometrics: 0, channels: 0 }
  const there = await stayingIn(client)
  const count = async (table: string, gym: number) => {
    if (!there.includes(table)) return 0
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from ${table} where gym_id = $1`,
      [gym],
    )
    return rows[0]?.n ?? 0
  }
  for (const gym of gyms) {
    await client.query(`select set_config('app.gym_id', $1, true)`, [String(gym)])
    left.biometrics += await count('biometrics', gym)
    left.channels += await count('message_channels', gym)
  }
  return left
}

/** Made before the first of the migrations: it lists them. */
const listTable = 'migrations'

/** What is unlogged is this database's alone, and in no copy either. Extensions keep their own. */
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
      where a.attrelid = own.oid and attname = 'gym_id' and attnotnull and not attisdropped) as "ofGyms",
    array(select attname::text from pg_attribute a
          where a.attrelid = own.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from own join placed using (oid) group by 1, 2, own.oid order by max(depth), name`

/** Which nothing of ours makes but the queue of jobs, whose schema is its own. */
const ofOtherSchemas = `
  select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('public', 'pgboss', 'information_schema') and n.nspname !~ '^pg_'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by 1`

/** Each with the table whose column it counts, if any. */
const sequences = `
  select s.sequencename::text as name, s.last_value::float8 as last,
    (select t.relname::text from pg_depend d join pg_class t on t.oid = d.refobjid
     where d.objid = format('public.%I', s.sequencename)::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')) as of
  from pg_sequences s where schemaname = 'public' order by 1`

/** Of those that leave it in no export, which are there. */
export async function stayingIn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)`,
    [[...stays]],
  )
  return rows.map(({ name }) => name)
}

/** What is there that the migrations made. Where a newer program was at work, whatever is there. */
async function ownNames(client: pg.ClientBase): Promise<(name: string) => boolean> {
  const folder = migrationsFolder()
  const known = filesIn(folder)
  const applied = (await readMigrations(client)) ?? []
  if (applied.some(({ name }) => !known.has(name))) return () => true
  const made = new Set([listTable, ...relationsMadeIn(folder)])
  return (name) => made.has(name)
}

/** `whole`: with those that leave their installation in no export. */
export async function readTables(
  client: pg.ClientBase,
  whole = false,
): Promise<{ tables: Table[]; foreign: string[] }> {
  const isOwn = await ownNames(client)
  const { rows } = await client.query<Table>(tablesInOrder)
  const elsewhere = await client.query<{ name: string }>(ofOtherSchemas)
  const foreign = [...rows, ...elsewhere.rows].map(({ name }) => name).filter((name) => !isOwn(name))
  return { tables: rows.filter(({ name }) => isOwn(name) && (whole || !stays.has(name))), foreign }
}

export async function readSequences(client: pg.ClientBase): Promise<ExportHead['sequences']> {
  const isOwn = await ownNames(client)
  const { rows } = await client.query<ExportHead['sequences'][number] & { of: string | null }>(sequences)
  return rows.filter((each) => isOwn(each.of ?? each.name)).map(({ name, last }) => ({ name, last }))
}

/** Null where nothing of ours is there. */
export async function readMigrations(client: pg.ClientBase | pg.Pool): Promise<ExportHead['migrations'] | null> {
  const there = await client.query(`select to_regclass('public.migrations') as it`)
  if (there.rows[0]?.it === null) return null
  const all = 'select name, checksum from migrations order by name'
  const { rows } = await client.query<ExportHead['migrations'][number]>(all)
  return rows.length > 0 ? rows : null
}

/** @throws Refused where it is not there */
export async function readGym(client: pg.ClientBase, id: number): Promise<ExportHead['gym']> {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from gyms where id > 0 order by id',
  )
  const gym = rows.find((each) => each.id === id)
  if (!gym) {
    const there = rows.slice(0, 20).map((each) => `${each.id} ${each.name}`)
    throw new Refused(`No hay un gimnasio con el número ${id}. Hay: ${there.join(', ') || 'ninguno'}.`)
  }
  const named = async (column: string, table: string) =>
    (
      await client.query({
        text: `select ${column} from ${table} where gym_id = $1 order by 1`,
        values: [id],
        rowMode: 'array',
      })
    ).rows.flat()
  const usernames: string[] = await named('username', 'usernames')
  const serial_numbers: string[] = await named('sn', 'serial_numbers')
  // A schema of before has no such table.
  const { rows: named_doors } = await client.query(`select where to_regclass('public.door_names') is not null`)
  const door_names: string[] = named_doors.length > 0 ? await named('name', 'door_names') : []
  return { ...gym, usernames, serial_numbers, door_names }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')
