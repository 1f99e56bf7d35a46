// Migrations: refusals, table locks held by other sessions, and servers killed during a migration.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startTypeScriptChild, writeTypeScriptProgram } from '../../testing/typescript-child.ts'
import { StartRefusal } from '../start-refusal.ts'
import { migrate } from './migrate.ts'
import { openOwnersPool } from './pools.ts'

let folder: string
let name: string
let admin: pg.Client
let pool: pg.Pool
let other: pg.Client
let made = 0
const first = { '0001_first.sql': 'create table things (id integer primary key, name text)' }

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
const run = (timeoutMs = 30_000, log: (line: string) => void = () => {}) => migrate(pool, folder, { timeoutMs, log })
const ask = async (text: string) => (await other.query(text)).rows
const applied = async () => (await ask('select name from migrations order by 1')).map((row) => row.name)

test('migrate: refuses a database made by a migration file that was edited since, and names it', async () => {
  expect(await run()).toEqual([])
  write({ '0001_first.sql': `${first['0001_first.sql']}; select 1` })
  await expect(run()).rejects.toThrow(
    'La base de datos se hizo con otro contenido de 0001_first.sql: instala de nuevo la versión completa del programa.',
  )
  write({ '0001_first.sql': first['0001_first.sql'].replaceAll('\n', '\r\n') })
  expect(await run()).toEqual([])
})

test('migrate: refuses a newer version’s database and names the migrations that it does not know', async () => {
  write({ '0002_more.sql': 'alter table things add column size integer' })
  expect(await run()).toEqual(['0002_more.sql'])
  remove('0002_more.sql')
  await expect(run()).rejects.toThrow(
    'La base de datos es de una versión más nueva de Torniquete (0002_more.sql). Actualiza el programa.',
  )
})

test("migrate: refuses a pre-release's database in one line and changes nothing", async () => {
  await other.query('drop table migrations, things')
  await other.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now(), checksum text, beside text)',
  )
  await other.query("insert into migrations (name) values ('0001-foundation.sql'), ('0210-cash_shifts_sums.sql')")
  await expect(run()).rejects.toThrow(
    new StartRefusal(
      'La base de datos es de una versión de prueba, anterior a Torniquete 1.0.0, y no se puede actualizar: empieza con una base de datos nueva.',
    ),
  )
  expect(await ask("select to_regclass('things') as things")).toEqual([{ things: null }])
  expect(await applied()).toEqual(['0001-foundation.sql', '0210-cash_shifts_sums.sql'])
})

test('migrate: if a table lock is never released, gives up with one line and changes nothing', async () => {
  write({ '0002_more.sql': 'create table more (); alter table things add column size integer' })
  await other.query('begin; select from things')
  await expect(run(2_500)).rejects.toThrow(/^La actualización 0002_more.sql no consiguió su turno en 3 s: .*\.$/)
  await other.query('commit')
  expect(await ask("select to_regclass('more') as more")).toEqual([{ more: null }])
  expect(await run()).toEqual(['0002_more.sql'])
})

const lockWaits = async () =>
  (await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name}'`)).rowCount

const child = `
  import { openOwnersPool } from '@/../../platform/db/pools.ts'
  import { migrate } from '@/../../platform/db/migrate.ts'
  const [folder, address] = process.argv.slice(2)
  process.stdout.write('begun\\n')
  await migrate(openOwnersPool(JSON.parse(address)), folder, { log: (line) => process.stdout.write(line + '\\n') })
`

test('migrate: the next server finishes the migration of a killed server', async () => {
  const program = writeTypeScriptProgram(join(folder, 'child'), child)
  const address = JSON.stringify({ ...inject('postgres'), database: name })
  write({ '0002_more.sql': 'create table more (); select pg_advisory_lock(1)' })
  await other.query('select pg_advisory_lock(1)')
  const victim = startTypeScriptChild(program, [folder, address])
  await victim.nextLine()
  await expect.poll(lockWaits).toBe(1)
  victim.process.kill('SIGKILL')
  await victim.ended
  await other.query('select pg_advisory_unlock(1)')
  expect(await run()).toEqual(['0002_more.sql'])
  expect(await applied()).toEqual(['0001_first.sql', '0002_more.sql'])
}, 60_000)
