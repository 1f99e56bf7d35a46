// Scheduled backups, their upload to a bucket, and their trial restores.
import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { FolderImageStore } from '../../platform/storage/file-store.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makeGym, type TestGym } from '../../testing/factories.ts'
import { FakeS3Server } from '../../testing/fake-s3.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { startAppWithCluster, useTemporaryFolder } from '../../testing/test-cluster.ts'
import { readInstallationId } from '../postgres/installation-id.ts'
import { backUp } from './backup-commands.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { formatArchiveName } from './retention.ts'

const folder = useTemporaryFolder()
let app: TestApp
let gym: TestGym
beforeAll(async () => {
  app = await startAppWithCluster(join(folder, 'data'))
  gym = await makeGym(app)
}, 60_000)
const passed = {
  passed: { at: '2097-01-01T00:00:00.000Z', archive_at: '2097-11-01T00:00:00.000Z', seconds: 1 },
  tried: null,
}
beforeEach(() => writeRecord({ rehearsal: passed }))
afterEach(() => {
  app.clock.reset()
  rmSync(join(folder, 'data-copias'), { recursive: true, force: true })
})
afterAll(() => app.close(), 60_000)

const writeRecord = (record: object) => writeFileSync(join(app.dataDir, 'backups.json'), JSON.stringify(record))

function schedule(environment: Record<string, string> = {}, freeBytes = 1e15): BackupSchedule {
  const { database, clock, app: server, dataDir } = app
  return new BackupSchedule({
    config: readConfig({ DATA_DIR: dataDir, ...environment }),
    database,
    clock: clock.now,
    log: server.log,
    images: new FolderImageStore(dataDir),
    readFreeSpace: async () => freeBytes,
    rate: Number.POSITIVE_INFINITY,
    bucketOptions: { attempts: 1 },
  })
}

const at = (text: string) => app.clock.set(new Date(`${text}:00`))
const named = (text: string) => formatArchiveName(readInstallationId(app.dataDir), new Date(`${text}:00`))
const listBackups = () => readdirSync(join(folder, 'data-copias')).sort()
/** Closes connections so that PostgreSQL counts their writes now; otherwise it counts them some seconds later. */
const closeConnections = () =>
  queryAsOwner(
    app,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
const change = () => queryAsOwner(app, `update clients set notes = notes || '.' where gym_id = ${gym.gym.id}`)

test('backup schedule: makes a missed backup, hourly ones after changes, and a daily one', async () => {
  const own = schedule({ BACKUP_EVERY: '60' })
  await closeConnections()
  at('2097-11-22T10:00')
  await Promise.all([own.work(), own.work()])
  expect(listBackups()).toEqual([named('2097-11-22T10:00')])
  at('2097-11-22T11:30')
  await own.work()
  expect(listBackups().length).toBe(1)
  await expect
    .poll(async () => {
      await change()
      await own.work()
      return listBackups().length
    })
    .toBe(2)
  await change()
  at('2097-11-22T12:29')
  await own.work()
  expect(listBackups()).toEqual([named('2097-11-22T10:00'), named('2097-11-22T11:30')])
  at('2097-11-23T03:30')
  await own.work()
  expect(listBackups()).toContain(named('2097-11-23T03:30'))
  const age = await own.gauges.torniquete_backup_age_seconds?.value()
  const size = await own.gauges.torniquete_backup_size_bytes?.value()
  expect([age, Number(size) > 1_000]).toEqual([expect.any(Number), true])
}, 120_000)

test('backup schedule: a failed backup is shown with its reason and leaves no file', async () => {
  at('2097-11-22T10:00')
  const full = schedule({}, 1e8)
  await full.work()
  expect([full.trouble(), listBackups()]).toEqual(['space', []])
  const BACKUP_DIR = join(folder, 'disk')
  const missing = schedule({ BACKUP_DIR })
  await missing.work()
  expect(missing.trouble()).toBe('missing')
  mkdirSync(BACKUP_DIR)
  at('2097-11-22T12:00')
  await missing.work()
  expect([missing.trouble(), readdirSync(BACKUP_DIR).length]).toEqual([null, 1])
  // Simulates an unmounted backup disk: the empty folder in its place is on the till's disk.
  renameSync(BACKUP_DIR, `${BACKUP_DIR}.gone`)
  mkdirSync(BACKUP_DIR)
  at('2097-11-23T12:00')
  await missing.work()
  expect([missing.trouble(), readdirSync(BACKUP_DIR)]).toEqual(['missing', []])
})

test('trial restore: compares the newest backup with its manifest, and reports a truncated one', async () => {
  writeRecord({})
  at('2097-11-22T10:00')
  const own = schedule()
  const since = new Date('2097-11-22T09:00:00')
  await own.work()
  expect(own.rehearsals.status(app.clock.now(), since)).toMatchObject({ trouble: null, overdue: false })
  expect(own.rehearsals.status(app.clock.now(), since).last_at).not.toBeNull()
  expect(readdirSync(app.dataDir)).not.toContain('rehearsal')
  expect(await own.gauges.torniquete_rehearsal_age_seconds?.value()).toBe(0)
  at('2097-11-30T10:00')
  const file = join(folder, 'data-copias', named('2097-11-30T09:59'))
  await backUp(readConfig({ DATA_DIR: app.dataDir }), file)
  truncateSync(file, 5000)
  await own.work()
  expect(own.rehearsals.status(app.clock.now(), since).trouble).toBe('broken')
  expect(readdirSync(app.dataDir)).not.toContain('rehearsal')
}, 120_000)

test('backup bucket: gets the newest backup, loses old ones, and an outage is reported', async () => {
  const s3 = await FakeS3Server.start()
  try {
    const environment = { ...s3.environmentOfCopies, BACKUP_KEEP: '1,0,0,0' }
    at('2097-11-22T10:00')
    const own = schedule(environment)
    await own.work()
    const [first] = s3.keys
    expect(first).toBe(`copias/${named('2097-11-22T10:00')}`)
    expect(s3.objects.get(String(first))?.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    at('2097-11-23T04:00')
    await own.work()
    expect(s3.keys).toEqual([`copias/${named('2097-11-23T04:00')}`])
    expect(own.bucket?.status(app.clock.now())).toMatchObject({ overdue: false, trouble: null })
    await s3.close()
    at('2097-11-24T04:00')
    await own.work()
    expect(own.bucket?.status(app.clock.now()).trouble).toBe('away')
    expect(listBackups()).toEqual([named('2097-11-24T04:00')])
  } finally {
    await s3.close().catch(() => {})
  }
}, 60_000)
