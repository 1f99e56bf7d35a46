// Which tables an export takes, read from the catalogue: a new one cannot be forgotten.
import type pg from 'pg'
import { Refused } from '../refused.ts'
import type { ExportHead } from './export-manifest.ts'

export interface Table {
  name: string
  /** All but those that PostgreSQL derives. */
  columns: string[]
  /** Its rows are a gym's: row-level security shows those of one at a time, to the owner too. */
  secured: boolean
  /** They are gyms' own, or the gyms themselves: those of one can be told from others. */
  ofGyms: boolean
}

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

const sequences = `
  select sequencename::text as name, last_value::float8 as last from pg_sequences where schemaname = 'public' order by 1`

export const readTables = async (client: pg.ClientBase): Promise<Table[]> =>
  (await client.query<Table>(tablesInOrder)).rows

export const readSequences = async (client: pg.ClientBase): Promise<ExportHead['sequences']> =>
  (await client.query<ExportHead['sequences'][number]>(sequences)).rows

/** Null where nothing of ours is there. */
export async function readMigrations(client: pg.ClientBase): Promise<ExportHead['migrations'] | null> {
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
  return { ...gym, usernames, serial_numbers }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ')
