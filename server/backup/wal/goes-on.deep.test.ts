// What an archive goes on from, and what not: a machine may have been cloned while it ran, so that two have the same history, the
// same words and one folder.
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { installationOf } from '../../db/embedded/installation.ts'
import { asOwner } from '../../testing/digest.ts'
import { nextInstant } from '../../testing/next-instant.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../../testing/own-cluster.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { writeBackup } from '../back-up.ts'
import { rememberFolder, requireFolder } from '../folder-of-copies.ts'
import { nameOf } from '../kept-copies.ts'
import { restoreInto } from '../restore.ts'
import { WalArchive } from './wal-archive.ts'
import { walFolder } from './wal-files.ts'

let folder: string
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = newFolder()
  mkdirSync(join(folder, 'copias'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  dropFolder(folder)
}, 60_000)

async function start(name: string): Promise<TestApp> {
  const app = await startOwnCluster(join(folder, name))
  closing.push(app.close)
  return app
}

const given = (app: TestApp) => ({ dataDir: app.dataDir, BACKUP_DIR: join(folder, 'copias') })
const placeOf = (app: TestApp) => ({ folder: join(folder, 'copias'), installation: installationOf(app.dataDir) })

function archiveOf(app: TestApp, into = 'copias'): WalArchive {
  const archive = new WalArchive({
    config: readConfig({ DATA_DIR: app.dataDir, BACKUP_DIR: join(folder, into), BACKUP_WAL_DAYS: '7' }),
    database: app.database,
    clock: app.clock.now,
    log: app.app.log,
    freeOf: async () => 1e15,
    writeEvery: 100,
    openAgainAfter: 100,
  })
  closing.push(() => archive.end())
  archive.begin()
  return archive
}

const note = (app: TestApp, n: number) =>
  asOwner(app, (client) => client.query('insert into moments values ($1)', [n])).then(nextInstant)

async function caughtUp(app: TestApp, archive: WalArchive): Promise<void> {
  const now = new Date()
  await vi.waitFor(
    async () => {
      await asOwner(app, (client) => client.query("select pg_logical_emit_message(true, '', '')"))
      expect(archive.reaches?.getTime() ?? 0).toBeGreaterThan(now.getTime())
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function copy(app: TestApp): Promise<string> {
  const file = join(placeOf(app).folder, nameOf(placeOf(app).installation, new Date()))
  await writeBackup({ dataDir: app.dataDir, address: app.database.address }, file, undefined)
  await rememberFolder(placeOf(app), given(app))
  return file
}

async function notedIn(file: string, until: Date): Promise<number[]> {
  const into = join(folder, `restored-${readdirSync(folder).length}`)
  mkdirSync(into)
  await restoreInto(into, file, undefined, { until: until })
  return withDatabaseOf(into, async (connection) => {
    const { rows } = await asOwner({ database: { address: connection } }, (client) =>
      client.query<{ n: number }>('select n from moments order by n'),
    )
    return rows.map(({ n }) => n)
  })
}

/** One that has archived and copied, and its clone, neither of them at work. */
async function cloned() {
  const first = await startOwnCluster(join(folder, 'one'))
  await asOwner(first, (client) => client.query('create table moments (n int primary key)'))
  const archive = archiveOf(first)
  await caughtUp(first, archive)
  const file = await copy(first)
  await note(first, 1)
  await caughtUp(first, archive)
  await archive.end()
  await first.close()
  cpSync(join(folder, 'one'), join(folder, 'other'), { recursive: true })
  return { file, one: await start('one'), other: await start('other') }
}

/** As if it had been cloned now: it knows each word that the other one knows. */
const knowWhatItKnows = (other: TestApp, one: TestApp) =>
  cpSync(join(one.dataDir, 'backup-words'), join(other.dataDir, 'backup-words'))

test('a clone that knows the newest word replaces nothing that the other archived, and is told', {
  timeout: 180_000,
}, async () => {
  const { file, one, other } = await cloned()
  const archive = archiveOf(one)
  await note(one, 2)
  await caughtUp(one, archive)
  knowWhatItKnows(other, one)
  await note(other, 100)
  const its = archiveOf(other)
  await vi.waitFor(() => expect(its.isTwin).toBe(true), { timeout: 20_000, interval: 50 })
  for (let n = 101; n < 105; n += 1) await note(other, n)
  await note(one, 3)
  const moment = await nextInstant()
  await nextInstant()
  await note(one, 4)
  await caughtUp(one, archive)
  expect(archive.isTwin).toBe(false)
  // It makes no copies there either, now and after a start.
  await expect(requireFolder(placeOf(other), given(other))).rejects.toMatchObject({ trouble: 'twin' })
  await archive.end()
  // Nor after a start, while the other one rests.
  await its.end()
  await note(other, 105)
  const again = archiveOf(other)
  await vi.waitFor(() => expect(again.isTwin).toBe(true), { timeout: 20_000, interval: 50 })
  expect(await notedIn(file, moment)).toEqual([1, 2, 3])
})

test('one that lost its slot puts aside what it does not go on from, and a restore takes no other history for its copy’s', {
  timeout: 180_000,
}, async () => {
  const { one, other } = await cloned()
  const file = await copy(one)
  await note(one, 2)
  const archive = archiveOf(one)
  await caughtUp(one, archive)
  await archive.end()
  const wal = walFolder(placeOf(one))
  const before = readdirSync(wal).filter((name) => name.endsWith('.wal'))
  expect(await notedIn(file, new Date(Date.now() + 86_400_000))).toEqual([1, 2])
  knowWhatItKnows(other, one)
  await asOwner(other, (client) => client.query("select pg_drop_replication_slot('torniquete_wal')"))
  for (let n = 100; n < 105; n += 1) await note(other, n)
  await asOwner(other, (client) => client.query('select pg_switch_wal(); checkpoint'))
  const its = archiveOf(other)
  await caughtUp(other, its)
  await its.end()
  const found = readdirSync(wal)
  for (const name of before) expect(found.some((there) => there.startsWith(name))).toBe(true)
  expect(found.some((name) => name.endsWith('.otra'))).toBe(true)
  // By their names they follow the copy.
  const into = join(folder, 'nothing')
  mkdirSync(into)
  await expect(restoreInto(into, file, undefined, { until: new Date(Date.now() + 86_400_000) })).rejects.toThrow(
    /no sigue desde esta copia/,
  )
})

test('a folder that cannot be read is no empty one, and one that lacks a segment leads on from its next copy', {
  timeout: 120_000,
}, async () => {
  const app = await start('one')
  const archive = archiveOf(app)
  await caughtUp(app, archive)
  const copied = new Date()
  for (let filled = 0; filled < 3; filled += 1) {
    await asOwner(app, (client) => client.query("select pg_logical_emit_message(true, '', ''); select pg_switch_wal()"))
    await caughtUp(app, archive)
  }
  expect(archive.leadsOnFrom(copied)).toBe(true)
  await archive.end()
  const [wal, away] = [walFolder(placeOf(app)), join(folder, 'away')]
  renameSync(wal, away)
  writeFileSync(wal, '')
  const warned = vi.spyOn(app.app.log, 'warn')
  const next = archiveOf(app)
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), { timeout: 20_000, interval: 50 })
  rmSync(wal)
  renameSync(away, wal)
  await caughtUp(app, next)
  expect(next.leadsOnFrom(copied)).toBe(true)
  await next.end()
  const second = readdirSync(wal).filter((name) => name.endsWith('.wal'))[1] ?? ''
  rmSync(join(wal, second))
  const last = archiveOf(app)
  await caughtUp(app, last)
  expect(last.leadsOnFrom(copied)).toBe(false)
  expect(last.leadsOnFrom(new Date())).toBe(true)
})
