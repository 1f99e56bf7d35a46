// An import that is killed: nobody starts on what it left, and the next one begins anew.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let folder: string
let app: TestApp
let admin: pg.Client
const name = `import_${process.pid}`
const sourceOf = (program: string) => join(repositoryRoot, 'server', program)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-imports-'))
  app = await startTestApp()
  await makeClient(await makeGym(app))
  admin = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
})
afterAll(async () => {
  await app?.close()
  await admin?.query(`drop database if exists ${name} with (force)`)
  await admin?.end()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (database: string) => {
  const { host, port, user } = inject('postgres')
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

const importing = 7210

test('restore: a killed one blocks starts, and can be repeated', {
  timeout: 240_000,
}, async () => {
  const file = join(folder, 'export')
  const own = 'database' in app.database.address ? app.database.address.database : ''
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urlOf(name),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    HOST: '127.0.0.1',
  }
  const run = (program: string, parameters: string[] = [], other: Record<string, string> = {}) =>
    new Promise<{ code: number; complaints: string }>((resolve) => {
      const options = { env: { ...env, ...other } }
      execFile(process.execPath, [sourceOf(program), ...parameters], options, (error, _, complaints) =>
        resolve({ code: error ? Number(error.code) : 0, complaints }),
      )
    })
  const source = { DATABASE_URL: urlOf(own), DATA_DIR: app.dataDir }
  expect(await run('operations/archive/main.ts', ['export', file], source)).toEqual({ code: 0, complaints: '' })
  const holder = new pg.Client({ ...inject('postgres'), database: name })
  await holder.connect()
  const locks = async (what: string) =>
    (
      await holder.query(`select from pg_locks join pg_database d on d.oid = database where datname = $1 and ${what}`, [
        name,
      ])
    ).rowCount
  const waits = "relation = 'pg_largeobject_metadata'::regclass and not granted"
  // The last step, ANALYZE, waits for it: the rows are in by then.
  await holder.query('begin; lock table pg_largeobject_metadata in share update exclusive mode')
  const victim = spawn(process.execPath, [sourceOf('operations/archive/main.ts'), 'import', file], {
    env,
    stdio: 'ignore',
  })
  await expect.poll(() => locks(waits), { timeout: 60_000 }).toBe(1)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  expect((await holder.query('select from gyms where id > 0')).rowCount).toBe(1)
  expect(await run('main.ts')).toEqual({
    code: 1,
    complaints:
      'En la base de datos hay una restauración sin terminar: espera a que termine, o repite npm run restore -- ARCHIVO.\n',
  })
  await holder.query('rollback')
  await expect
    .poll(() => locks(`locktype = 'advisory' and objid = ${importing} and granted`), { timeout: 30_000 })
    .toBe(0)
  await holder.end()
  expect(await run('operations/archive/main.ts', ['import', file])).toEqual({ code: 0, complaints: '' })
  expect(existsSync(join(folder, 'data/restore.unfinished'))).toBe(false)
  const [there, here] = [
    await storedRows({ ...inject('postgres'), database: name }),
    await storedRows(app.database.address),
  ]
  expect(there.clients).toBe(here.clients)
})
