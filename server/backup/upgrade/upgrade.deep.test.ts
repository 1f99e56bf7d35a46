// A data folder of an older major version of PostgreSQL. A real one where the system has such (Debian's postgresql-15); everywhere
// one of today's that calls itself older, with a program of before that knows better.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { binariesIn, locateBinaries } from '../../db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { majorIn } from '../../db/embedded/init-cluster.ts'
import { keepProgram, keptProgram } from '../../db/embedded/kept-program.ts'
import { allowPassage, chooseLauncher } from '../../db/embedded/launch.ts'
import { startServer } from '../../running-server.ts'
import { makeClient, makeGym, makePayment, type TestGym } from '../../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../../testing/own-cluster.ts'
import { storedRows } from '../../testing/stored-rows.ts'
import { startAppOn } from '../../testing/test-app.ts'
import { readRehearsalRecord, writeRehearsalRecord } from '../rehearsal-record.ts'
import { dropFormer, formerFolder, lastUpgrade, noteUpgrade } from './former-folder.ts'
import { upgradeFolder } from './upgrade.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = newFolder()
const dataDir = join(folder, 'data')
const cluster = join(dataDir, 'postgres')
const unfinished = join(dataDir, 'upgrade.unfinished')
const own = locateBinaries()
const older = String(Number(own.major) - 1)
const former = formerFolder(dataDir, older)
const program = join(dataDir, `postgres-${older}.program`)
const said: string[] = []
const log = (line: string) => void said.push(line)
let stored: Record<string, string>
let token: string | null

async function fill(gym: TestGym): Promise<void> {
  const client = await makeClient(gym, { name: 'José \\N "Pepe"' })
  await makePayment(gym, { id_client: client.id })
  // What leaves an installation in no export; its key stays where it is.
  await gym.admin.call('channels.whatsapp', {
    body: { phone_id: '106540352242922', token: 'EAAG', app_secret: 'un-secreto', verify_token: 'una-palabra' },
  })
}

/** What reads the folder although that says another version. */
function callItOlder(): void {
  writeFileSync(join(cluster, 'PG_VERSION'), `${older}\n`)
  mkdirSync(join(program, 'bin'), { recursive: true })
  const script = `#!/bin/sh\necho ${own.major} > "$2/PG_VERSION"\nexec '${own.postgres}' "$@"\n`
  writeFileSync(join(program, 'bin/postgres'), script)
  chmodSync(join(program, 'bin/postgres'), 0o755)
}

beforeAll(async () => {
  const app = await startOwnCluster(dataDir)
  const gym = await makeGym(app)
  await fill(gym)
  token = gym.admin.token
  await app.close()
  stored = await withDatabaseOf(dataDir, storedRows)
})
beforeEach(() => {
  said.length = 0
})
afterAll(() => dropFolder(folder))

const upgrade = (freeOf?: () => Promise<number>) => upgradeFolder({ dataDir, log, ...(freeOf && { freeOf }) })

test('a folder of today’s version is left alone', async () => {
  await upgrade()
  expect([said, lastUpgrade(dataDir)]).toEqual([[], null])
})

test('without the program that reads it nothing is done, and the start says what helps', async () => {
  writeFileSync(join(cluster, 'PG_VERSION'), `${older}\n`)
  await upgrade()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/con la versión anterior npm run export/)
  writeFileSync(join(cluster, 'PG_VERSION'), '99\n')
  mkdirSync(join(dataDir, 'postgres-99.program'))
  await upgrade()
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /usa la versión de Torniquete con la que se hicieron/,
  )
  expect(said).toEqual([])
})

test('without room it says how much lacks, and all is as it was', async () => {
  callItOlder()
  await expect(upgrade(async () => 1e9)).rejects.toThrow(/hacen falta \d+ MB libres.*y quedan 1000 MB/)
  // Whoever copies or exports before.
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/inicia primero con npm start/)
  expect([majorIn(cluster), existsSync(unfinished)]).toEqual([older, false])
})

/** As the owner of today's program. */
async function change(...statements: string[]): Promise<void> {
  writeFileSync(join(cluster, 'PG_VERSION'), `${own.major}\n`)
  await withDatabaseOf(dataDir, async (address) => {
    const client = new pg.Client(address)
    await client.connect()
    for (const statement of ['set session_replication_role = replica', ...statements]) await client.query(statement)
    await client.end()
  })
}

test('what fails on the way leaves all as it was', async () => {
  await change('alter table gyms alter name drop not null', 'update gyms set name = null where id = 0')
  callItOlder()
  await expect(upgrade()).rejects.toThrow(/no se pudieron pasar de PostgreSQL \d+ a PostgreSQL \d+: .*\n.*los abre/)
  expect([existsSync(unfinished), existsSync(former), lastUpgrade(dataDir)]).toEqual([false, false, null])
  await change("update gyms set name = 'Torniquete' where id = 0", 'alter table gyms alter name set not null')
  stored = await withDatabaseOf(dataDir, storedRows)
})

test('the start brings every row over, and what was left of one that was killed is none', async () => {
  await change(
    'create table of_somebody_else (note text)',
    'create schema theirs',
    'create table theirs.notes (note text)',
  )
  callItOlder()
  mkdirSync(join(unfinished, 'postgres'), { recursive: true })
  writeFileSync(join(unfinished, 'postgres/PG_VERSION'), 'x')
  await upgrade()
  expect(said).toEqual([
    expect.stringMatching(/Los datos se pasan/),
    expect.stringMatching(/Pasados y comparados: \d+ filas/),
    expect.stringMatching(
      /no son de Torniquete y no se pasaron: (public\.)?of_somebody_else, theirs\.notes\. Esa carpeta/,
    ),
  ])
  expect(lastUpgrade(dataDir)).toMatchObject({
    from: older,
    foreign: [expect.stringMatching('of_somebody_else'), 'theirs.notes'],
  })
  expect(readdirSync(dataDir)).not.toContain('upgrade.unfinished')
  expect(existsSync(join(former, 'PG_VERSION'))).toBe(true)
  expect(await withDatabaseOf(dataDir, storedRows)).toEqual(stored)
  said.length = 0
  await upgrade()
  expect(said).toEqual([])
})

test('one that was cut off between two names is ended', async () => {
  const whole = JSON.stringify({ ...lastUpgrade(dataDir), to: own.major })
  const expected = [own.major, true, false]
  const state = () => [majorIn(cluster), existsSync(former), existsSync(unfinished)]
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'whole.json'), whole)
  renameSync(cluster, join(unfinished, 'postgres'))
  await upgrade()
  expect(state()).toEqual(expected)
  // Before the first of them.
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'whole.json'), whole)
  renameSync(cluster, join(unfinished, 'postgres'))
  renameSync(former, cluster)
  // Something holds the name that it is to have.
  mkdirSync(join(former, 'x'), { recursive: true })
  await expect(upgrade()).rejects.toThrow(/ya están pasados.*inicia otra vez, con esta versión/)
  rmSync(former, { recursive: true })
  await upgrade()
  expect(state()).toEqual(expected)
  // After the last.
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'whole.json'), whole)
  await upgrade()
  expect(state()).toEqual(expected)
  expect(await withDatabaseOf(dataDir, storedRows)).toEqual(stored)
})

test('what was before goes when a copy of later was brought back on trial, and not before a week of work', async () => {
  const day = (at: number) => new Date(Date.UTC(2026, 5, at, 12))
  const workOn = async (isProven: boolean, ...days: number[]) => {
    const gone: boolean[] = []
    for (const at of days) gone.push(await dropFormer(dataDir, isProven, day(at)))
    return gone.includes(true)
  }
  expect(await workOn(false, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toBe(false)
  // It alone has somebody else's tables.
  expect(await workOn(true, 30)).toBe(false)
  noteUpgrade(dataDir, { from: older, at: day(1).toISOString() })
  expect(await workOn(true, 1, 2, 3, 4, 5, 6, 7)).toBe(false)
  expect([existsSync(former), existsSync(program)]).toEqual([true, true])
  expect(await workOn(true, 8)).toBe(true)
  expect([existsSync(former), existsSync(program), lastUpgrade(dataDir)]).toEqual([false, false, null])
})

test('by a clock that was years behind at the upgrade, and is put right, it stays as long', async () => {
  mkdirSync(former)
  noteUpgrade(dataDir, { from: older, at: '2015-01-01T00:00:00.000Z' })
  expect(await dropFormer(dataDir, true, new Date('2015-01-01T00:10:00.000Z'))).toBe(false)
  expect(await dropFormer(dataDir, true, new Date('2026-06-15T12:00:00.000Z'))).toBe(false)
  expect(existsSync(former)).toBe(true)
  rmSync(former, { recursive: true })
  rmSync(join(dataDir, 'upgraded.json'))
})

test('after going back its program stays, and only what was noted goes', async () => {
  mkdirSync(join(program, 'bin'), { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), `${older}\n`)
  noteUpgrade(dataDir, { from: older, at: '2026-01-01T00:00:00.000Z' })
  expect(await dropFormer(dataDir, true, new Date())).toBe(false)
  expect([existsSync(program), lastUpgrade(dataDir)]).toEqual([true, null])
  writeFileSync(join(cluster, 'PG_VERSION'), `${own.major}\n`)
  rmSync(program, { recursive: true })
})

test('what was rehearsed before proves nothing, whatever a clock said', () => {
  writeRehearsalRecord(dataDir, {
    agreed: { at: '2030-01-02T00:00:00.000Z', copy_at: '2030-01-01T00:00:00.000Z', seconds: 1 },
    tried: null,
  })
  noteUpgrade(dataDir, { from: older, at: '2031-01-01T00:00:00.000Z' })
  expect(readRehearsalRecord(dataDir).agreed).toBe(null)
  rmSync(join(dataDir, 'upgraded.json'))
})

test('by the start nobody is logged out, and numbers go on', async () => {
  callItOlder()
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }))
  try {
    expect(told.mock.calls.flat().join()).toMatch(/Los datos se pasan.*Pasados y comparados/s)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.loopback}/v1/clients/?page=0`, { headers })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Pepe')])
  } finally {
    await server.stop()
    told.mockRestore()
  }
  const after = await withDatabaseOf(dataDir, storedRows)
  for (const table of ['clients', 'bills', 'document_numbers', 'history']) expect(after[table]).toBe(stored[table])
})

test('the program is kept whole, once, and reads the folder', async () => {
  await keepProgram(dataDir, own)
  const kept = keptProgram(dataDir, own.major)
  expect(kept).toMatchObject({ major: own.major })
  const made = statSync(join(dataDir, `postgres-${own.major}.program`)).ino
  await keepProgram(dataDir, own)
  expect(statSync(join(dataDir, `postgres-${own.major}.program`)).ino).toBe(made)
  const running = await startEmbeddedPostgres({ dataDir, ...(kept && { program: kept }) })
  await running.stop()
  // One of another minor version takes its place.
  await keepProgram(dataDir, { ...own, version: 'another' })
  expect(statSync(join(dataDir, `postgres-${own.major}.program`)).ino).not.toBe(made)
})

const debian = ['17', '16', '15'].find((major) => existsSync(`/usr/lib/postgresql/${major}/bin/initdb`))
if (!debian)
  console.info('No older PostgreSQL is installed (apt-get install postgresql): an upgrade from a real one is not tried')

test('from an older PostgreSQL itself', async () => {
  if (!debian) return
  const real = join(folder, 'real')
  const before = binariesIn(`/usr/lib/postgresql/${debian}`, debian)
  mkdirSync(real)
  allowPassage(chooseLauncher(), real)
  const postgres = await startEmbeddedPostgres({ dataDir: real, program: before, settings: { fsync: 'off' } })
  const app = await startAppOn(postgres.connection, real)
  const gym = await makeGym(app)
  await fill(gym)
  await app.close()
  const held = await storedRows(postgres.connection)
  await postgres.stop()
  symlinkSync(`/usr/lib/postgresql/${debian}`, join(real, `postgres-${debian}.program`))
  await upgradeFolder({ dataDir: real, log })
  expect(majorIn(join(real, 'postgres'))).toBe(own.major)
  expect(await withDatabaseOf(real, storedRows)).toEqual(held)
})
