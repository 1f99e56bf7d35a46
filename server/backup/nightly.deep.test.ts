// The copy that is made without anybody's asking: when it is due, what stays, and what is told of it.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { installationOf } from '../db/embedded/installation.ts'
import type { ImageStore } from '../storage/file-store.ts'
import { asOwner } from '../testing/digest.ts'
import { master } from '../testing/factories.ts'
import { FailingStore } from '../testing/failing-store.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import { startAppOn, type TestApp } from '../testing/test-app.ts'
import { backupHandlers } from './handlers.ts'
import { Nightly } from './nightly.ts'
import { restoreInto } from './restore.ts'
import { formerFolder, noteUpgrade } from './upgrade/former-folder.ts'
import { noteCopy } from './written-copies.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
}, 60_000)
afterEach(() => {
  app.clock.reset()
  rmSync(join(folder, 'data-copias'), { recursive: true, force: true })
})
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

/** With as much room as it likes, where nothing else is said. */
const nightly = (environment: Record<string, string> = {}, free = 1e15, images?: ImageStore) => {
  const config = readConfig({ DATA_DIR: app.dataDir, ...environment })
  const { database, clock, app: server } = app
  return new Nightly({
    config,
    database,
    clock: clock.now,
    log: server.log,
    freeSpaceOf: async () => free,
    rate: Number.POSITIVE_INFINITY,
    ...(images && { images }),
  })
}
const named = (minute: string) => `torniquete-${installationOf(app.dataDir)}-${minute}.copia`
/** Puts a file there as a copy that this installation wrote. */
function layCopy(minute: string, content: string): void {
  writeFileSync(join(folder, 'data-copias', named(minute)), content)
  noteCopy(app.dataDir, { name: named(minute), bytes: content.length, digest: '' })
}
const copies = () => readdirSync(join(folder, 'data-copias')).sort()
const at = (text: string) => app.clock.set(new Date(`${text}:00`))

test('none was missed before there was anything to copy', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000)
  const BACKUP_AT = hourAgo.toTimeString().slice(0, 5)
  await nightly({ BACKUP_AT }).lookNow()
  expect(existsSync(join(folder, 'data-copias'))).toBe(false)
})

test('one that was missed is made up, and then one a night, which can be restored', { timeout: 150_000 }, async () => {
  const own = nightly({ BACKUP_KEEP: '2,0,0' })
  at('2097-11-22T10:00')
  await Promise.all([own.lookNow(), own.lookNow()])
  expect(copies()).toEqual([named('2097-11-22-1000')])
  at('2097-11-23T03:29')
  await own.lookNow()
  expect(copies().length).toBe(1)
  at('2097-11-23T03:30')
  await own.lookNow()
  at('2097-11-24T03:31')
  writeFileSync(join(folder, 'data-copias/mía.copia'), '')
  writeFileSync(join(folder, 'data-copias', `${named('2097-11-23-0330')}.0f.partial`), 'cut by a crash')
  await own.lookNow()
  expect(copies()).toEqual(['mía.copia', named('2097-11-23-0330'), named('2097-11-24-0331')])
  mkdirSync(join(folder, 'restored'))
  await restoreInto(join(folder, 'restored'), join(folder, 'data-copias', copies()[2] ?? ''), undefined)
  expect(readdirSync(join(folder, 'restored'))).toContain('postgres')
})

test('after an upgrade one is due at once: those of before are of another version', { timeout: 60_000 }, async () => {
  const own = nightly()
  at('2097-11-25T12:00')
  await own.lookNow()
  at('2097-11-25T12:01')
  await own.lookNow()
  expect(copies()).toEqual([named('2097-11-25-1200')])
  // By a clock that says it was years ago.
  noteUpgrade(app.dataDir, { from: '17', at: '2015-01-01T00:00:00.000Z' })
  at('2097-11-25T12:05')
  await own.lookNow()
  at('2097-11-25T12:06')
  await own.lookNow()
  rmSync(join(app.dataDir, 'upgraded.json'))
  // The newest of the day.
  expect(copies()).toEqual([named('2097-11-25-1205')])
})

test('the data of before an upgrade are told to the master as long as they stay', async () => {
  const size = async () => (await (await master(app)).call('status.read')).former_size
  expect(await size()).toBeNull()
  const former = formerFolder(app.dataDir, '17')
  mkdirSync(join(former, 'base'), { recursive: true })
  writeFileSync(join(former, 'base/1'), Buffer.alloc(3_000))
  writeFileSync(join(former, 'PG_VERSION'), '17\n')
  noteUpgrade(app.dataDir, { from: '17', at: app.clock.now().toISOString() })
  expect(await size()).toBe(3_003)
  rmSync(join(app.dataDir, 'upgraded.json'))
  rmSync(former, { recursive: true })
  expect(await size()).toBeNull()
})

test('its age and size are measured, and unknown where there is none', { timeout: 60_000 }, async () => {
  const own = nightly()
  const read = async () => [
    await own.gauges.torniquete_backup_age_seconds?.value(),
    await own.gauges.torniquete_backup_size_bytes?.value(),
  ]
  expect(await read()).toEqual([Number.NaN, Number.NaN])
  const day = 86_400
  app.clock.advance(day * 1000)
  await own.lookNow()
  const [age, size] = await read()
  // The file is as old as the machine says, which knows nothing of the test's clock.
  expect([Number(age) > day - 60, Number(age) < day + 60]).toEqual([true, true])
  expect(size).toBeGreaterThan(1_000_000)
  const handler = backupHandlers(own, null)['backup.read']
  const told = (now: Date) =>
    app.database.read({ gym: 0, user: null }, (tx) => {
      app.clock.set(now)
      return handler({ tx, now } as Parameters<typeof handler>[0]) // what it reads of a call
    })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  expect(await told(inHours(25))).toMatchObject({ by_itself: true, bytes: size, overdue: false })
  expect(await told(inHours(49))).toMatchObject({ by_itself: true, bytes: size, overdue: true })
  rmSync(join(folder, 'data-copias'), { recursive: true })
  const next_at = expect.any(String)
  expect(await told(inHours(47))).toMatchObject({ last_at: null, bytes: null, next_at, overdue: false, trouble: null })
  expect(await told(inHours(49))).toMatchObject({ last_at: null, bytes: null, overdue: true, trouble: null })
  // What a restore made is as old as its copy, and another installation.
  const created = "update gyms set created_at = created_at - interval '1 year' where id = 0"
  await asOwner(app, (client) => client.query(created))
  expect(await told(inHours(1))).toMatchObject({ last_at: null, overdue: false })
  expect(await told(inHours(49))).toMatchObject({ last_at: null, overdue: true })
  // Installed by a clock that was wrong.
  expect(await told(inHours(-100))).toMatchObject({ last_at: null, overdue: true })
})

test('a clock that was ahead for a night ends neither the copies nor their rest', { timeout: 60_000 }, async () => {
  const own = nightly()
  const place = join(folder, 'data-copias')
  at('2101-11-23T04:00')
  writeFileSync(place, 'no folder')
  await own.lookNow()
  rmSync(place)
  mkdirSync(place)
  writeFileSync(join(place, named('2101-11-23-0330')), '.')
  at('2097-11-23T04:00')
  await own.lookNow()
  expect(copies()).toEqual([named('2097-11-23-0400'), named('2101-11-23-0330')])
  expect(own.trouble(null)).toBe('clock')
  rmSync(join(place, named('2101-11-23-0330')))
  await own.lookNow()
  expect(own.trouble(null)).toBeNull()
})

test('where there is no room for another none is begun, and what is superfluous goes', async () => {
  const place = join(folder, 'data-copias')
  mkdirSync(place)
  for (const minute of ['2097-11-20-0330', '2097-11-21-0330']) layCopy(minute, 'x'.repeat(1000))
  at('2097-11-23T04:00')
  await nightly({ BACKUP_KEEP: '1,0,0' }, 1e9 + 999).lookNow()
  expect(copies()).toEqual([named('2097-11-21-0330')])
  rmSync(join(place, named('2097-11-21-0330')))
  await nightly({}, 1e9 + 1000).lookNow()
  expect(copies()).toEqual([])
})

test('where it cannot be written nothing is left, and it is tried again after an hour', {
  timeout: 60_000,
}, async () => {
  const place = join(folder, 'data-copias')
  const own = nightly()
  at('2097-11-23T04:00')
  writeFileSync(place, 'no folder')
  await own.lookNow()
  rmSync(place)
  await own.lookNow()
  expect(() => copies()).toThrow('ENOENT')
  at('2097-11-23T05:00')
  await own.lookNow()
  expect(copies()).toEqual([named('2097-11-23-0500')])
})

test('why the last one failed is told until one is made, and that one which was made is damaged', {
  timeout: 60_000,
}, async () => {
  const own = nightly({}, 1e15, new FailingStore(app.dataDir))
  const place = join(folder, 'data-copias')
  const told = (by = own, archive: Parameters<typeof backupHandlers>[1] = null) =>
    app.database.read({ gym: 0, user: null }, async (tx) => {
      const handler = backupHandlers(by, archive)['backup.read']
      return (await handler({ tx, now: new Date() } as Parameters<typeof handler>[0])).trouble // what it reads of a call
    })
  expect(await told()).toBeNull()
  // Found by the archive first, which looks each minute.
  expect(await told(own, { isTwin: true, reaches: null, begun: new Date(), leadsOnFrom: () => false })).toBe('twin')
  at('2097-11-23T04:00')
  writeFileSync(place, 'no folder')
  await own.lookNow()
  expect(await told()).toBe('write')
  rmSync(place)
  const picture = join(app.dataDir, 'images/1/clients/unread.webp')
  mkdirSync(dirname(picture), { recursive: true })
  writeFileSync(picture, 'x')
  at('2097-11-23T05:00')
  await own.lookNow()
  rmSync(picture)
  expect([copies(), await told()]).toEqual([[named('2097-11-23-0500-danada')], 'damaged'])
  // Also after a restart.
  expect(await told(nightly())).toBe('damaged')
  at('2097-11-24T05:00')
  await own.lookNow()
  expect([copies(), await told()]).toEqual([[named('2097-11-24-0500')], null])
})

test('a failure is told for as long as a copy is due, and no longer', async () => {
  const place = join(folder, 'data-copias')
  const own = nightly()
  at('2097-11-23T04:00')
  writeFileSync(place, 'no folder')
  await own.lookNow()
  expect(own.trouble(null)).toBe('write')
  rmSync(place)
  mkdirSync(place)
  layCopy('2097-11-23-0330', '.')
  at('2097-11-23T05:00')
  await own.lookNow()
  expect([copies().length, own.trouble(await own.newest())]).toEqual([1, null])
})

test('a copy that is made counts, also where its folder cannot be remembered', { timeout: 60_000 }, async () => {
  const [disk, remembered] = [join(folder, 'unmarked'), join(app.dataDir, 'backup-folder')]
  rmSync(remembered, { force: true })
  mkdirSync(disk)
  mkdirSync(join(disk, `torniquete-${installationOf(app.dataDir)}.carpeta`))
  const own = nightly({ BACKUP_DIR: disk })
  at('2097-11-23T04:00')
  await own.lookNow()
  expect(readdirSync(disk)).toContain(named('2097-11-23-0400'))
  expect(own.trouble(await own.newest())).toBeNull()
})

test('what was given as a folder is not made, and without the mark of its first copy it is another disk’s', {
  timeout: 60_000,
}, async () => {
  const [disk, away] = [join(folder, 'disk'), join(folder, 'disk.away')]
  const own = nightly({ BACKUP_DIR: disk })
  const lookAt = async (moment: string) => {
    at(moment)
    await own.lookNow()
    const names = existsSync(disk) ? readdirSync(disk).filter((name) => name.endsWith('.copia')) : null
    return [names?.length ?? null, own.trouble(null)]
  }
  expect(await lookAt('2097-11-22T04:00')).toEqual([null, 'missing'])
  mkdirSync(disk)
  expect(await lookAt('2097-11-22T05:00')).toEqual([1, null])
  renameSync(disk, away)
  mkdirSync(disk)
  expect(await lookAt('2097-11-23T04:00')).toEqual([0, 'missing'])
  rmSync(join(app.dataDir, 'backup-folder'))
  expect(await lookAt('2097-11-23T05:00')).toEqual([1, null])
  rmSync(disk, { recursive: true })
  renameSync(away, disk)
  expect(await lookAt('2097-11-24T04:00')).toEqual([2, null])
})

test('a clone that copied in the same minute keeps its copy, and the one that comes later is told', {
  timeout: 60_000,
}, async () => {
  const disk = join(folder, 'cloned')
  mkdirSync(disk)
  rmSync(join(app.dataDir, 'backup-folder'), { force: true })
  const own = nightly({ BACKUP_DIR: disk })
  at('2097-11-23T04:00')
  await own.lookNow()
  at('2097-11-24T04:00')
  const copying = own.lookNow()
  await vi.waitFor(() => expect(readdirSync(disk).join()).toContain('.partial'), { timeout: 20_000, interval: 1 })
  writeFileSync(join(disk, named('2097-11-24-0400')), 'its copy')
  writeFileSync(join(disk, `torniquete-${installationOf(app.dataDir)}.carpeta`), 'its word')
  await copying
  expect(readFileSync(join(disk, named('2097-11-24-0400')), 'utf8')).toBe('its copy')
  expect(own.trouble(null)).toBe('twin')
})

test('a server that makes copies says so, in /metrics and to whoever runs it; another does not', async () => {
  const left = join(app.dataDir, 'rehearsal')
  mkdirSync(left)
  const copying = await startAppOn(app.database.address, app.dataDir, {}, { copies: true })
  try {
    // Of a rehearsal that was killed.
    await expect.poll(() => existsSync(left)).toBe(false)
    const measured = async ({ app: { inject } }: TestApp) => (await inject({ url: '/metrics' })).body
    expect(await measured(copying)).toMatch(
      /^torniquete_backup_age_seconds NaN\n(.*\n){2}torniquete_backup_size_bytes NaN$/m,
    )
    expect(await measured(copying)).toMatch(/^torniquete_rehearsal_age_seconds NaN$/m)
    expect(await measured(app)).not.toContain('torniquete_backup')
    const told = async (test: TestApp) => {
      const { by_itself, rehearsal } = await (await master(test)).call('backup.read')
      return [by_itself, rehearsal?.last_at]
    }
    expect([await told(copying), await told(app)]).toEqual([
      [true, null],
      [false, undefined],
    ])
  } finally {
    await copying.close()
  }
})
