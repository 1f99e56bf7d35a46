// How the database comes to today's schema: refusals, locks that others hold, servers that die on the way.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openOwnersPool } from './connection.ts'
import { runChild, writeTypeScript } from './embedded/typescript-child.ts'
import { migrate } from './migrate.ts'

let folder: string
let name: string
let admin: pg.Client
let pool: pg.Pool
let other: pg.Client
let made = 0
const first = { '0001-first.sql': 'create table things (id integer primary key, name text)' }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-migrate-'))
  name = `migrate_${process.pid}_${made++}`
  admin = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  pool = openOwnersPool({ ...inject('postgres'), database: name })
  other = new pg.Client({ ...inject('postgres'), database: name })
  await other.connect()
  write(first)
  await run()
})
afterEach(async () => {
  await other.end()
  await pool.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

const write = (files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
}
const remove = (file: string) => rmSync(join(folder, file))
const run = (patience = 30_000, log: (line: string) => void = () => {}) => migrate(pool, folder, { patience, log })
const ask = async (text: string) => (await other.query(text)).rows
const applied = async () => (await ask('select name from migrations order by 1')).map((row) => row.name)
/** Elsewhere the number of a table may be another's. */
const here = 'database = (select oid from pg_database where datname = current_database())'
const validIndexes = async () =>
  (await ask(`select indisvalid as valid from pg_index where indexrelid = to_regclass('things_name')`)).map(
    (row) => row.valid,
  )

test('what was applied is known by its content: another one under the same name is refused, and named', async () => {
  expect(await run()).toEqual([])
  write({ '0001-first.sql': `${first['0001-first.sql']}; select 1` })
  await expect(run()).rejects.toThrow(
    'La base de datos se hizo con otro contenido de 0001-first.sql: instala de nuevo la versión completa del programa.',
  )
  write({ '0001-first.sql': first['0001-first.sql'].replaceAll('\n', '\r\n') })
  expect(await run()).toEqual([])
})

test('a database from before there were checksums is given them, and keeps them', async () => {
  await other.query('alter table migrations drop column checksum, drop column beside')
  expect(await run()).toEqual([])
  expect(await ask('select length(checksum) as length from migrations')).toEqual([{ length: 64 }])
  write({ '0001-first.sql': 'select 1' })
  await expect(run()).rejects.toThrow('0001-first.sql')
})

test('a program of before is refused by a newer schema, unless that says that it may work beside it', async () => {
  const files = {
    '0002-more.sql': '-- beside: 0001\nalter table things add column size integer',
    '0003-else.sql': '-- beside: 0002\nalter table things add column weight integer',
  }
  write(files)
  expect(await run()).toEqual(Object.keys(files))
  remove('0003-else.sql')
  expect(await run()).toEqual([])
  remove('0002-more.sql')
  await expect(run()).rejects.toThrow(
    'La base de datos es de una versión más nueva de Torniquete (0003-else.sql). Actualiza el programa.',
  )
})

test('nobody queues behind a migration that waits for its lock; it gets it when it is free', async () => {
  write({ '0002-more.sql': 'alter table things add column size integer' })
  await other.query('begin; select from things')
  const migrating = run()
  const reader = new pg.Client({ ...inject('postgres'), database: name })
  await reader.connect()
  const waits = async () =>
    (await reader.query(`select from pg_locks where relation = 'things'::regclass and not granted and ${here}`))
      .rowCount
  await expect.poll(waits).toBe(1)
  await reader.query('select from things')
  await expect.poll(waits).toBe(1)
  await other.query('commit')
  expect(await migrating).toEqual(['0002-more.sql'])
  await reader.end()
})

test('a lock that is never free ends the start with one line; nothing was done', async () => {
  write({ '0002-more.sql': 'create table more (); alter table things add column size integer' })
  await other.query('begin; select from things')
  await expect(run(2_500)).rejects.toThrow(/^La actualización 0002-more.sql no consiguió su turno en 3 s: .*\.$/)
  await other.query('commit')
  expect(await ask("select to_regclass('more') as more")).toEqual([{ more: null }])
  expect(await run()).toEqual(['0002-more.sql'])
})

const indexing = {
  '0002-index.sql': `-- outside a transaction
-- two of them; the first is kept as it is

create index concurrently if not exists things_id on things (id desc);

create index concurrently if not exists
  things_name on things (name);
`,
}

test('an index is built while others write, and what an interrupted build left is dropped first', async () => {
  write(indexing)
  // What a build leaves that found the same name twice.
  await other.query("insert into things values (1, 'x'), (2, 'x')")
  await expect(other.query('create unique index concurrently things_name on things (name)')).rejects.toThrow()
  expect(await validIndexes()).toEqual([false])
  const writer = new pg.Client({ ...inject('postgres'), database: name })
  await writer.connect()
  await other.query("begin; insert into things values (3, 'y')")
  const migrating = run()
  const building = async () =>
    (await writer.query(`select from pg_stat_activity where wait_event = 'virtualxid' and datname = '${name}'`))
      .rowCount
  await expect.poll(building).toBeGreaterThan(0)
  await writer.query("insert into things values (4, 'z')")
  await other.query('commit')
  expect(await migrating).toEqual(['0002-index.sql'])
  expect(await validIndexes()).toEqual([true])
  await writer.end()
})

const lockWaits = async () =>
  (await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name}'`)).rowCount

test('servers that start together take turns, also while one builds an index', async () => {
  write(indexing)
  await other.query('begin; insert into things values (1)')
  const second = openOwnersPool({ ...inject('postgres'), database: name })
  const lines: string[] = []
  const starting = [run(), migrate(second, folder, { log: (line) => lines.push(line) })]
  await expect.poll(lockWaits).toBeGreaterThan(0)
  await other.query('commit')
  expect((await Promise.all(starting)).flat()).toEqual(['0002-index.sql'])
  await second.end()
})

const child = `
  import { openOwnersPool } from '@/../connection.ts'
  import { migrate } from '@/../migrate.ts'
  const [folder, address] = process.argv.slice(2)
  process.stdout.write('begun\\n')
  await migrate(openOwnersPool(JSON.parse(address)), folder, { log: (line) => process.stdout.write(line + '\\n') })
`

test('a server killed while it migrates leaves nothing half done that the next one does not finish', async () => {
  const program = writeTypeScript(join(folder, 'child'), child)
  const address = JSON.stringify({ ...inject('postgres'), database: name })
  const die = async () => {
    const victim = runChild(program, [folder, address])
    await victim.nextLine()
    await expect.poll(lockWaits).toBe(1)
    victim.process.kill('SIGKILL')
    await victim.ended
  }
  write({ '0002-more.sql': 'create table more (); select pg_advisory_lock(1)' })
  await other.query('select pg_advisory_lock(1)')
  await die()
  await other.query('select pg_advisory_unlock(1)')
  expect(await run()).toEqual(['0002-more.sql'])
  write({ '0003-index.sql': indexing['0002-index.sql'] })
  const writer = new pg.Client({ ...inject('postgres'), database: name })
  await writer.connect()
  await writer.query('begin; insert into things values (1)')
  await die()
  await writer.query('commit')
  expect(await run()).toEqual(['0003-index.sql'])
  expect(await validIndexes()).toEqual([true])
  expect(await applied()).toEqual(['0001-first.sql', '0002-more.sql', '0003-index.sql'])
  await writer.end()
}, 60_000)

test('what a dump poured in is known to the planner before a file reads it', async () => {
  await other.query('insert into things select n, n::text from generate_series(1, 1000) n')
  write({
    '0002-filled.sql': `create table known as select reltuples from pg_class where oid = 'things'::regclass`,
  })
  await run()
  expect(await ask('select * from known')).toEqual([{ reltuples: 1000 }])
})

test('what a migration notices is told, with its name', async () => {
  const lines: string[] = []
  write({ '0002-says.sql': "do $$ begin raise notice 'no index'; end $$" })
  await run(5_000, (line) => lines.push(line))
  expect(lines).toEqual(['La base de datos se actualiza: 0002-says.sql', '0002-says.sql: no index'])
})
