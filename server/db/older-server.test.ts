// A server of before may work beside today's schema where the migrations say so: whatever it may name is still there, and
// what it writes without knowing of anything new is taken. What the same words mean by now is not seen from here.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openOwnersPool } from './connection.ts'
import { migrationsFolder } from './database.ts'
import { migrate } from './migrate.ts'

/** Constraints that are others by now and refuse nothing that they took, each with why. */
const loosened: Record<string, string> = {
  outbox_kind_check: 'one kind more than before',
  outbox_check: 'likewise',
  outbox_report_mails: 'of a kind that an older server does not write',
  door_records_reason_check: 'more reasons than before',
  stock_movements_check: 'one more thing that a movement may be of',
  stock_movements_reason_check: 'one more reason than before',
  stock_movements_gym_id_id_import_fkey: 'of what an older server leaves empty',
  stock_movements_gym_id_id_adjustment_fkey: 'likewise',
  tenders_gym_id_id_shift_fkey: 'likewise',
  tenders_gym_id_id_debt_fkey: 'likewise',
  terminal_states_rival_lacks_check:
    'one more reason why another is shown, which an older server shows as another origin',
  devices_direction_check: 'one more than before, which an older server takes for an entrance',
}

/** Columns that were derived from others, and that a trigger keeps by now: who never wrote them does not. */
const derivedNoMore = new Set(['column membership_payments.end_date dates'])

/** Rights that no server used that may start beside today's schema. */
const unused = /^may (DELETE door_acts|UPDATE door_acts\.(?!(command|result|reason)$)\w+)$/

const files = readdirSync(migrationsFolder()).sort()
const besideOf = (file: string) =>
  /^-- beside: (\d{4})$/m.exec(readFileSync(join(migrationsFolder(), file), 'utf8'))?.[1] ?? null

/** The last file of the oldest server that may start beside today's schema. */
const oldest = files.find((file, at) =>
  files.slice(at + 1).every((later) => {
    const beside = besideOf(later)
    return beside !== null && beside <= file.slice(0, 4)
  }),
) as string // the last file has none behind it

/** The last that built an index within a transaction, which keeps everybody from the table until it is built. */
const lastThatStopped = '0043'

/** The last that brought rows of before up to date within one transaction, which holds all of them until the last is done. */
const lastThatHeld = '0068'

/** What statements can name, one line each. */
const nameable = `
  select format('column %s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), nullif(a.attgenerated, '')) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
  union all
  select format('may %s %s.%s', p.privilege_type, p.table_name, p.column_name) from information_schema.column_privileges p
  where p.grantee = 'torniquete_server' and p.table_schema = 'public'
  union all
  select format('may DELETE %s', p.table_name) from information_schema.table_privileges p
  where p.grantee = 'torniquete_server' and p.table_schema = 'public' and p.privilege_type = 'DELETE'
  union all
  select format('function %s(%s) %s', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid))
  from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('torniquete_server', p.oid, 'execute')
    and p.prorettype <> 'trigger'::regtype and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('unique %s (%s)', c.relname, pg_get_indexdef(i.indexrelid)) from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace`

interface Offended {
  line: string
  table: string
  /** The columns that it is about; null where it is about an expression. */
  columns: string[] | null
}

/** What writes can offend; a default that stands in for what is left out is no offence. */
const offended = `
  select format('%s.%s is required', c.relname, a.attname) as line, c.relname::text as table, null::text[] as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnotnull and not a.atthasdef and a.attidentity = ''
  union all
  select format('%s: %s', k.conname, pg_get_constraintdef(k.oid)), c.relname::text,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (k.conkey))
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')
  union all
  select format('%s: %s', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)), c.relname::text,
    case when indexprs is null then array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (i.indkey)) end
  from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and c.relnamespace = 'public'::regnamespace`

async function inBoth<Result>(look: (client: pg.Client) => Promise<Result>): Promise<{ then: Result; now: Result }> {
  const { host, port, user } = inject('postgres')
  const name = `beside_${process.pid}`
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-beside-'))
  for (const file of files.filter((each) => each <= oldest))
    copyFileSync(join(migrationsFolder(), file), join(folder, file))
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const pool = openOwnersPool({ host, port, user, database: name })
  const client = new pg.Client({ host, port, user, database: name })
  await client.connect()
  try {
    await migrate(pool, folder)
    const then = await look(client)
    await migrate(pool, migrationsFolder())
    return { then, now: await look(client) }
  } finally {
    await client.end()
    await pool.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('an index on a table of before is built while it is worked with', () => {
  const stopping = files
    .filter((file) => file.slice(0, 4) > lastThatStopped)
    .flatMap((file) => {
      const text = readFileSync(join(migrationsFolder(), file), 'utf8').replace(/--.*$/gm, '')
      const made = [...text.matchAll(/create\s+table\s+(\w+)/gi)].map(([, table]) => table)
      const built = [
        ...text.matchAll(/create\s+(?:unique\s+)?index\s+(?!concurrently)(?:[^;]*?\s)?on\s+(?:only\s+)?(\w+)/gi),
      ]
      return built.filter(([, table]) => !made.includes(table)).map(([index]) => `${file}: ${index}`)
    })
  expect(stopping).toEqual([])
})

test('rows of before are brought up to date in pieces: while one transaction does it, nobody else writes them', () => {
  const holding = files
    .filter((file) => file.slice(0, 4) > lastThatHeld)
    .flatMap((file) => {
      const text = readFileSync(join(migrationsFolder(), file), 'utf8')
      if (text.startsWith('-- outside a transaction')) return []
      // What functions do when they are called is no part of it.
      const done = text
        .replace(/--.*$/gm, '')
        .replace(/create\s+(?:or\s+replace\s+)?function[^$]*(\$\w*\$).*?\1/gis, '')
      const made = [...done.matchAll(/create\s+(?:unlogged\s+)?table\s+(\w+)/gi)].map(([, table]) => table)
      const written = done.matchAll(/\bupdate\s+(\w+)\s+(?:\w+\s+)?set\b|\bdelete\s+from\s+(\w+)/gi)
      return [...written]
        .map(([, updated, emptied]) => updated ?? emptied)
        .filter((table) => !made.includes(table))
        .map((table) => `${file}: ${table}`)
    })
  expect(holding).toEqual([])
})

test('what a server of before names is there, and what it writes is taken', { timeout: 120_000 }, async () => {
  const { then, now } = await inBoth(async (client) => ({
    named: (await client.query<{ line: string }>(nameable)).rows.map(({ line }) => line),
    offended: (await client.query<Offended>(offended)).rows,
  }))
  expect(oldest < (files.at(-1) ?? '')).toBe(true)
  expect(then.named.length).toBeGreaterThan(300)
  expect(
    then.named.filter((line) => !now.named.includes(line) && !derivedNoMore.has(line) && !unused.test(line)),
    'gone',
  ).toEqual([])
  const columns = new Set(then.named.flatMap((line) => /^column (\S+) /.exec(line)?.[1] ?? []))
  const tables = new Set([...columns].map((column) => column.split('.')[0]))
  const before = new Set(then.offended.map(({ line }) => line))
  // What is about new columns alone is content with what stands in for them.
  const stricter = now.offended.filter(
    ({ line, table, columns: about }) =>
      tables.has(table) && !before.has(line) && (about?.some((column) => columns.has(`${table}.${column}`)) ?? true),
  )
  expect(stricter.map(({ line }) => line).filter((line) => !((line.split(':')[0] ?? '') in loosened))).toEqual([])
})
