// A copy and what was archived since are what was there at any moment, where terminals, disks and processes behave as they do.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { installationOf } from '../../db/embedded/installation.ts'
import { asOwner } from '../../testing/digest.ts'
import { nextInstant } from '../../testing/next-instant.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../../testing/own-cluster.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { writeBackup } from '../back-up.ts'
import { nameOf } from '../kept-copies.ts'
import { restoreInto } from '../restore.ts'
import { dropKeptWal, WalArchive } from './wal-archive.ts'
import { walFolder } from './wal-files.ts'
import { archiveSlot } from './wal-stream.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
  await asOwner(app, (client) => client.query('create table moments (n int primary key)'))
}, 120_000)
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

const open: WalArchive[] = []
afterEach(async () => {
  for (const archive of open.splice(0)) await archive.end()
  await dropSlot()
  rmSync(folderOfWal(), { recursive: true, force: true })
})

const place = () => ({ folder: `${app.dataDir}-copias`, installation: installationOf(app.dataDir) })
const folderOfWal = () => walFolder(place())
const segments = () => readdirSync(folderOfWal()).sort()

function begin(environment: Record<string, string> = {}, freeOf = async () => 1e15): WalArchive {
  const config = readConfig({ DATA_DIR: app.dataDir, BACKUP_WAL_DAYS: '7', ...environment })
  const { database, clock, app: server } = app
  const archive = new WalArchive({
    config,
    database,
    clock: clock.now,
    log: server.log,
    freeOf,
    writeEvery: 100,
    openAgainAfter: 100,
  })
  open.push(archive)
  archive.begin()
  return archive
}

let number = 0
/** Answers the moment between this row and the next. */
async function note(): Promise<Date> {
  await asOwner(app, (client) => client.query('insert into moments values ($1)', [++number]))
  const moment = await nextInstant()
  await nextInstant()
  return moment
}

/** Until all that was committed before now is archived. */
async function caughtUp(archive: WalArchive): Promise<void> {
  const now = new Date()
  // What is written meanwhile says that all before it has come.
  await vi.waitFor(
    async () => {
      // A few bytes: a new segment each time would be more than a slow machine takes in.
      await asOwner(app, (client) => client.query("select pg_logical_emit_message(true, '', '')"))
      expect(archive.reaches?.getTime() ?? 0).toBeGreaterThan(now.getTime())
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function copy(phrase?: string): Promise<string> {
  mkdirSync(place().folder, { recursive: true })
  const file = join(place().folder, nameOf(place().installation, new Date()))
  await writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, phrase)
  return file
}

let restored = 0
function emptyFolder(): string {
  const made = join(folder, `restored-${++restored}`)
  mkdirSync(made)
  return made
}

const notedIn = (dataDir: string) =>
  withDatabaseOf(dataDir, async (connection) => {
    const database = { address: connection }
    const { rows } = await asOwner({ database }, (client) =>
      client.query<{ n: number }>('select max(n) as n from moments'),
    )
    return rows[0]?.n
  })

/** The database keeps a slot for a moment after its reader has gone. */
const dropSlot = () =>
  vi.waitFor(
    () =>
      asOwner(app, (client) =>
        client.query(
          `select pg_drop_replication_slot('${archiveSlot}') from pg_replication_slots where slot_name = '${archiveSlot}'`,
        ),
      ),
    { timeout: 60_000, interval: 50 },
  )

const slotOf = () =>
  asOwner(
    app,
    async (client) =>
      (await client.query(`select from pg_replication_slots where slot_name = '${archiveSlot}'`)).rowCount,
  )

test('any moment since a copy comes back, and beyond the archive’s end what it has', { timeout: 180_000 }, async () => {
  const archive = begin()
  await caughtUp(archive)
  const file = await copy()
  await note()
  const moment = await note()
  const then = number
  await note()
  // Some segments, and a server that is killed in between and goes on where it was.
  await asOwner(app, (client) =>
    client.query('create table filled as select repeat(md5(n::text), 30) from generate_series(1, 40000) n'),
  )
  await caughtUp(archive)
  await archive.end()
  await note()
  const next = begin()
  const late = await note()
  await caughtUp(next)
  expect(segments().length).toBeGreaterThan(2)
  const [first, second, third] = [emptyFolder(), emptyFolder(), emptyFolder()] as [string, string, string]
  expect((await restoreInto(first, file, undefined, { until: moment })).made_at).toBe(moment.toISOString())
  expect(await notedIn(first)).toBe(then)
  await restoreInto(second, file, undefined, { until: late })
  expect(await notedIn(second)).toBe(number)
  const tomorrow = new Date(Date.now() + 86_400_000)
  const { made_at } = await restoreInto(third, file, undefined, { until: tomorrow })
  expect(await notedIn(third)).toBe(number)
  expect(new Date(made_at).getTime()).toBeGreaterThan(moment.getTime())
  expect(new Date(made_at).getTime()).toBeLessThan(Date.now())
})

test('sealed as copies are, and nothing comes of another key, a file that was cut, or a wrong moment', {
  timeout: 180_000,
}, async () => {
  const phrase = 'una frase bastante larga'
  const archive = begin({ BACKUP_KEY: phrase })
  await caughtUp(archive)
  const before = new Date()
  const file = await copy(phrase)
  const moment = await note()
  const then = number
  for (let later = 0; later < 2; later += 1) {
    await note()
    // The last file is of later than that.
    await asOwner(app, (client) => client.query('select pg_switch_wal()'))
    await caughtUp(archive)
  }
  await archive.end()
  const into = emptyFolder()
  const refused = (from: string, until: Date, key = phrase) =>
    expect(restoreInto(into, from, key, { until: until }).finally(() => expect(readdirSync(into)).toEqual([]))).rejects
  await refused(file, before).toThrow(/^La copia se terminó el .+ indica un momento de después/)
  await refused(file, moment, `${phrase}.`).toThrow(/^BACKUP_KEY no es la clave de/)
  const other = join(folder, 'a-mano.copia')
  renameSync(file, other)
  await refused(other, moment).toThrow(/^Con --until hace falta una copia de la noche/)
  renameSync(other, file)
  const aside = join(folder, 'aside')
  renameSync(folderOfWal(), aside)
  await refused(file, moment).toThrow(/^Con --until hace falta lo que se archivó desde la copia/)
  mkdirSync(folderOfWal())
  await refused(file, moment).toThrow(/^Lo archivado en \S+ no sigue desde esta copia/)
  rmSync(folderOfWal(), { recursive: true })
  renameSync(aside, folderOfWal())
  const files = segments()
    .filter((name) => name.endsWith('.wal'))
    .map((name) => join(folderOfWal(), name))
  const contents = files.map((name) => readFileSync(name))
  for (const name of files) truncateSync(name, 100)
  await refused(file, moment).toThrow(/o el archivo está dañado: no se restauró nada/)
  // The last one is of later.
  for (const [at, name] of files.slice(0, -1).entries()) writeFileSync(name, contents[at] ?? '')
  // One that cannot be had now, as when a disk is forbidden, is not the end of what there is.
  const last = files.at(-1) ?? ''
  rmSync(last)
  mkdirSync(last)
  await refused(file, moment).toThrow('EISDIR')
  rmSync(last, { recursive: true })
  writeFileSync(last, contents.at(-1)?.subarray(0, 100) ?? '')
  await restoreInto(into, file, phrase, { until: moment })
  expect(await notedIn(into)).toBe(then)
})

test('a disk that is away costs nothing of what was written meanwhile, a slot that is lost what was before', {
  timeout: 180_000,
}, async () => {
  const archive = begin()
  await caughtUp(archive)
  const file = await copy()
  const aside = join(folder, 'away')
  renameSync(folderOfWal(), aside)
  writeFileSync(folderOfWal(), '')
  const away = await note()
  const then = number
  const stale = archive.reaches
  await asOwner(app, (client) => client.query('select pg_switch_wal()'))
  expect(archive.reaches).toEqual(stale)
  rmSync(folderOfWal())
  renameSync(aside, folderOfWal())
  await caughtUp(archive)
  await archive.end()
  const first = emptyFolder()
  await restoreInto(first, file, undefined, { until: away })
  expect(await notedIn(first)).toBe(then)
  // It fell behind further than it may.
  await dropSlot()
  await asOwner(app, async (client) => {
    await client.query('select pg_switch_wal()')
    await client.query('checkpoint')
  })
  await note()
  await asOwner(app, (client) => client.query('select pg_switch_wal(); checkpoint; select pg_switch_wal(); checkpoint'))
  const next = begin()
  await caughtUp(next)
  const late = await note()
  await caughtUp(next)
  const second = emptyFolder()
  const { made_at } = await restoreInto(second, file, undefined, { until: late })
  expect(await notedIn(second)).toBe(then)
  expect(new Date(made_at).getTime()).toBeLessThan(late.getTime())
})

test('a copy leads on by nothing that lacks what it follows: a begin that was cut off, another folder', {
  timeout: 60_000,
}, async () => {
  mkdirSync(folderOfWal(), { recursive: true })
  // Of an archive of before, whose slot was lost.
  writeFileSync(join(folderOfWal(), 'desde'), '2026-01-01T00:00:00.000Z')
  const copied = new Date()
  await nextInstant()
  // A new one was made, and then the power went.
  await asOwner(app, (client) => client.query(`select pg_create_physical_replication_slot('${archiveSlot}', true)`))
  const archive = begin()
  await caughtUp(archive)
  expect(archive.leadsOnFrom(copied)).toBe(false)
  expect(archive.leadsOnFrom(new Date())).toBe(true)
  await archive.end()
  const again = begin()
  await caughtUp(again)
  expect(again.leadsOnFrom(copied)).toBe(false)
  await again.end()
  const before = new Date()
  await nextInstant()
  rmSync(folderOfWal(), { recursive: true })
  const elsewhere = begin()
  await caughtUp(elsewhere)
  expect(elsewhere.leadsOnFrom(before)).toBe(false)
  expect(elsewhere.leadsOnFrom(new Date())).toBe(true)
})

test('where the till’s disk fills up, what waits to be archived is let go, and so is what nobody wants any more', async () => {
  let free = 1e15
  const archive = begin({}, async () => free)
  await caughtUp(archive)
  expect(await slotOf()).toBe(1)
  free = 0.9e9
  await asOwner(app, (client) => client.query('insert into moments values (-1)'))
  await vi.waitFor(async () => expect(await slotOf()).toBe(0), { timeout: 60_000, interval: 50 })
  free = 1e15
  await caughtUp(archive)
  await archive.end()
  expect(await slotOf()).toBe(1)
  const { database, app: server } = app
  // The database notices a moment later that nobody reads it any more.
  await vi.waitFor(
    async () => {
      await dropKeptWal({ database, log: server.log })
      expect(await slotOf()).toBe(0)
    },
    { timeout: 60_000, interval: 50 },
  )
})

test('a server that ends waits for no disk, and a start that was refused leaves no connection behind', {
  timeout: 60_000,
}, async () => {
  const walSenders = "select from pg_stat_activity where backend_type = 'walsender'"
  const senders = () => asOwner(app, async (client) => (await client.query(walSenders)).rowCount)
  const archive = begin()
  await caughtUp(archive)
  // The slot is taken: each of its tries is refused.
  const warn = vi.spyOn(app.app.log, 'warn')
  begin()
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0)
  expect(await senders()).toBeLessThanOrEqual(2)
  // As it opens its stream.
  await begin().end()
})

test('after a restart what was archived is not replaced by less', { timeout: 60_000 }, async () => {
  const archive = begin()
  await caughtUp(archive)
  await asOwner(app, (client) =>
    client.query('create table more as select repeat(md5(n::text), 30) from generate_series(1, 8000) n'),
  )
  const written = new Date()
  await vi.waitFor(
    async () => {
      await note()
      expect(archive.reaches?.getTime()).toBeGreaterThan(written.getTime())
    },
    { timeout: 60_000 },
  )
  await archive.end()
  const sizes = () =>
    Object.fromEntries(
      segments()
        .filter((name) => name.endsWith('.wal'))
        .map((name) => [name, statSync(join(folderOfWal(), name)).size]),
    )
  const before = sizes()
  for (let tries = 0; tries < 5; tries += 1) {
    const next = begin()
    await pause(tries * 40)
    await next.end()
    for (const [name, size] of Object.entries(before)) expect(sizes()[name]).toBeGreaterThanOrEqual(size * 0.99)
  }
})
