// A copy is brought back on trial: what is compared, what is told of it, and what is left of it, which is nothing.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { installationOf } from '../db/embedded/installation.ts'
import { FileStore, type ImageStore } from '../storage/file-store.ts'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { writeBackup } from './back-up.ts'
import { nameOf } from './kept-copies.ts'
import { rehearse } from './rehearsal.ts'
import { Rehearsals } from './rehearsals.ts'
import { sizeOf } from './space.ts'
import { requireSequences } from './stored-sequences.ts'
import { transactionsOf } from './stored-tables.ts'
import { formerFolder, noteOlderCopies, noteUpgrade } from './upgrade/former-folder.ts'

vi.setConfig({ testTimeout: 180_000 })

const phrase = 'una clave de prueba'
const picture = ['clients', 'ana.webp'] as const
let folder: string
let app: TestApp
let file: string
let gym: number
const ask = (text: string) => asOwner(app, async (client) => (await client.query(text)).rows)

beforeAll(async () => {
  folder = newFolder()
  file = join(folder, 'copia')
  app = await startOwnCluster(join(folder, 'data'))
  const made = await makeGym(app)
  gym = made.gym.id
  for (const name of ['Ana', 'Berta', 'Carla']) await makeClient(made, { name })
  await new FileStore(app.dataDir).put(gym, ...picture, Buffer.from('Ana'))
  await ask(
    `insert into images (gym_id, folder, name, type, token) values (${gym}, '${picture.join("', '")}', 'image/webp', 'x'), (${gym}, 'clients', 'lost.webp', 'image/webp', 'y')`,
  )
  await ask("create type mood as enum ('good'); create table moods as select 'good'::mood as mood")
  // Begun before the copy, and at its end after it.
  await asOwner(app, async (client) => {
    await client.query('begin')
    await client.query("insert into moods values ('good')")
    await writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, phrase)
    await client.query('commit')
  })
  await ask("update clients set name = 'Berta B.' where name = 'Berta'")
  await ask("insert into moods values ('good')")
}, 120_000)
afterEach(() => {
  app.clock.reset()
  rmSync(join(folder, 'data-copias'), { recursive: true, force: true })
  rmSync(join(app.dataDir, 'rehearsal.json'), { force: true })
})
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

/** What is on trial lies there. */
const trial = () => join(app.dataDir, 'rehearsal')
const onTrial = (signal?: AbortSignal, images?: Pick<ImageStore, 'read'>) =>
  rehearse({ file, phrase, dataDir: app.dataDir, address: app.database.address, folder: trial(), signal, images })

function rehearsals(free = 1e15, key = phrase, dataDir = app.dataDir) {
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'data-copias'), BACKUP_KEY: key })
  const { database, clock, app: server } = app
  const parts = { config, database, clock: clock.now, log: server.log, freeSpaceOf: async () => free, rate: 1e12 }
  const place = { folder: config.backupDir, installation: installationOf(app.dataDir) }
  return new Rehearsals(parts, place, new AbortController().signal)
}
const moment = (text: string) => new Date(`${text}:00`)
/** A copy of that night, which is the one that was made. */
function keepCopy(night: string, put = linkSync): string {
  mkdirSync(join(folder, 'data-copias'), { recursive: true })
  const path = join(folder, 'data-copias', nameOf(installationOf(app.dataDir), moment(`${night}T03:30`)))
  put(file, path)
  return path
}
const at = (text: string) => app.clock.set(moment(text))
const told = (own: Rehearsals) => own.status(app.clock.now(), moment('2097-11-01T00:00'))

test('a copy that holds all that has not changed since is right, and nothing is left of its trial', async () => {
  const { rows, changed } = await onTrial()
  // Berta as she was: in her own row, and in what is kept of each.
  expect(changed).toBeGreaterThanOrEqual(1)
  expect(changed).toBeLessThan(10)
  expect(rows).toBeGreaterThan(50)
  expect(readdirSync(app.dataDir)).not.toContain('rehearsal')
})

test.each([
  [
    'a row that says something else',
    "alter type mood rename value 'good' to 'bad'",
    "alter type mood rename value 'bad' to 'good'",
    /moods: the row at .+ is another one/,
  ],
])('%s is found', async (_, change, back, complaint) => {
  await ask(change)
  await expect(onTrial()).rejects.toThrow(complaint)
  await ask(back)
  expect(existsSync(trial())).toBe(false)
})

test('a picture that is another one or not there is found', async () => {
  const path = join(app.dataDir, 'images', String(gym), ...picture)
  writeFileSync(path, 'Eva')
  await expect(onTrial()).rejects.toThrow(/ana\.webp is another one in the copy/)
  writeFileSync(path, 'Ana')
})

test('a picture that was torn here since is not told as another one in the copy', async () => {
  const path = join(app.dataDir, 'images', String(gym), ...picture)
  // As the row says, in both.
  await ask(`update images set bytes = 3 where name = '${picture[1]}'`)
  const copy = join(folder, 'torn.copia')
  await writeBackup({ dataDir: app.dataDir, address: app.database.address }, copy, phrase)
  writeFileSync(path, 'A')
  try {
    const rehearsing = { file: copy, phrase, dataDir: app.dataDir, address: app.database.address, folder: trial() }
    expect(await rehearse(rehearsing)).toBeTruthy()
  } finally {
    writeFileSync(path, 'Ana')
  }
})

test('a picture that the copy shows and only its bucket has is found to lack', async () => {
  const images = { read: async () => ({ bytes: 3, content: Buffer.from('Eva') }) }
  await expect(onTrial(undefined, images)).rejects.toThrow(/lost\.webp is not in the copy/)
})

test('a sequence that lags behind its table is found', async () => {
  const table = 'create table counted (id serial); insert into counted values (5)'
  await asOwner(app, async (running) => {
    await running.query(table)
    await running.query("select setval('counted_id_seq', 9)")
    await running.query('create database behind template template0')
    const copy = new pg.Client({ ...app.database.address, database: 'behind' })
    await copy.connect()
    try {
      await copy.query(table)
      await expect(requireSequences({ copy, running })).rejects.toThrow('counted_id_seq is behind counted in the copy')
      await copy.query("select setval('counted_id_seq', 5)")
      await requireSequences({ copy, running })
    } finally {
      await copy.end()
      await running.query('drop table counted')
      await running.query('drop database behind')
    }
  })
})

test('what is not at its end here yet is under way, however the copy knows it', async () => {
  await asOwner(app, (busy) =>
    asOwner(app, async (client) => {
      await busy.query('begin')
      const { rows } = await busy.query<{ id: string }>('select pg_current_xact_id()::text as id')
      await client.query('select pg_current_xact_id()')
      expect((await transactionsOf({ copy: client, running: client })).underWay).toContain(rows[0]?.id)
    }),
  )
})

test('a product that stops does not wait for a trial', async () => {
  const stopping = new AbortController()
  stopping.abort(new Error('stopped'))
  await expect(onTrial(stopping.signal)).rejects.toThrow('stopped')
  expect(existsSync(trial())).toBe(false)
})

test('one a week, of the newest copy, and what came of it is known after a restart', async () => {
  const own = rehearsals()
  keepCopy('2097-11-18')
  at('2097-11-18T04:00')
  expect(told(own)).toEqual({ last_at: null, seconds: null, overdue: true, trouble: null })
  await Promise.all([own.lookNow(), own.lookNow()])
  const well = {
    last_at: moment('2097-11-18T04:00').toISOString(),
    seconds: expect.any(Number),
    overdue: false,
    trouble: null,
  }
  expect([told(own), told(rehearsals())]).toEqual([well, well])
  const before = readFileSync(join(app.dataDir, 'rehearsal.json'), 'utf8')
  keepCopy('2097-11-24')
  at('2097-11-24T04:00')
  await own.lookNow()
  expect(readFileSync(join(app.dataDir, 'rehearsal.json'), 'utf8')).toBe(before)
  at('2097-12-03T03:59')
  expect([told(own).overdue, await own.gauges.torniquete_rehearsal_age_seconds?.value()]).toEqual([
    false,
    15 * 86_400 - 60,
  ])
  at('2097-12-03T04:01')
  expect(told(own).overdue).toBe(true)
  keepCopy('2097-11-25')
  await own.lookNow()
  expect(told(own)).toMatchObject({ last_at: moment('2097-12-03T04:01').toISOString(), overdue: false })
})

test('one that is of before an upgrade is not tried; what was before goes when one of later is right', async () => {
  const own = rehearsals()
  const older = keepCopy('2097-11-23')
  // By a clock that was years behind.
  noteUpgrade(app.dataDir, { from: '17', at: '2015-11-23T12:00:00.000Z' })
  noteOlderCopies(app.dataDir, [basename(older)])
  mkdirSync(formerFolder(app.dataDir, '17'))
  at('2097-11-23T13:00')
  await own.lookNow()
  expect([told(own).last_at, existsSync(formerFolder(app.dataDir, '17'))]).toEqual([null, true])
  keepCopy('2097-11-24')
  at('2097-11-24T13:00')
  await own.lookNow()
  for (const day of ['25', '26', '27', '28', '29', '30']) {
    at(`2097-11-${day}T13:00`)
    await own.lookNow()
  }
  expect([told(own).last_at, existsSync(formerFolder(app.dataDir, '17'))]).toEqual([
    moment('2097-11-24T13:00').toISOString(),
    false,
  ])
})

test('a copy that cannot be brought back is told once, and the next one is tried', async () => {
  const own = rehearsals()
  const path = keepCopy('2097-11-18', copyFileSync)
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(90_000) ^ 1, 90_000)
  writeFileSync(path, bytes)
  at('2097-11-18T04:00')
  await own.lookNow()
  expect([told(own).trouble, told(rehearsals()).trouble]).toEqual(['broken', 'broken'])
  copyFileSync(file, path)
  await own.lookNow()
  expect(told(own)).toMatchObject({ last_at: null, trouble: 'broken' })
  keepCopy('2097-11-19')
  at('2097-11-19T04:00')
  await own.lookNow()
  expect(told(own)).toMatchObject({ trouble: null, overdue: false })
})

test('without its key, or without room, it is not made, and that is told', async () => {
  keepCopy('2097-11-18')
  at('2097-11-18T04:00')
  const short = rehearsals(2.5e9)
  await short.lookNow()
  expect(told(short).trouble).toBe('space')
  // What an upgrade left is in no copy: it needs no room.
  const [former, enough] = [formerFolder(app.dataDir, '17'), (await sizeOf(app.dataDir)) + 2.6e9]
  mkdirSync(former)
  writeFileSync(join(former, 'base'), Buffer.alloc(150_000_000))
  rmSync(join(app.dataDir, 'rehearsal.json'))
  const roomy = rehearsals(enough)
  await roomy.lookNow()
  rmSync(former, { recursive: true })
  expect(told(roomy).trouble).toBe(null)
  rmSync(join(app.dataDir, 'rehearsal.json'))
  const other = rehearsals(1e15, 'otra clave de prueba')
  await other.lookNow()
  expect(told(other).trouble).toBe('other')
  expect(existsSync(trial())).toBe(false)
})

test('what a product that was killed left of one is ended and removed, and that copy is not tried again', async () => {
  const path = keepCopy('2097-11-18')
  at('2097-11-18T04:00')
  const tried = { copy: path.split('/').at(-1), trouble: null }
  const left = await startEmbeddedPostgres({ dataDir: trial(), settings: { fsync: 'off' } })
  // By a link, as where DATA_DIR is one, and there where BACKUP_DIR was.
  const link = join(folder, 'link')
  symlinkSync(app.dataDir, link)
  const former = join(folder, 'former', `torniquete-${installationOf(app.dataDir)}.ensayo`)
  mkdirSync(former, { recursive: true })
  writeFileSync(join(app.dataDir, 'rehearsal.json'), JSON.stringify({ agreed: null, tried, trial: former }))
  const own = rehearsals(1e15, phrase, link)
  await own.begin()
  await left.exited
  expect([existsSync(trial()), existsSync(former)]).toEqual([false, false])
  await own.lookNow()
  expect(told(own).last_at).toBeNull()
})
