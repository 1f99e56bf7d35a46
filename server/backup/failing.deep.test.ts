// What becomes of a copy where a disk fails it, and of which instant it is.
import { randomBytes } from 'node:crypto'
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
import { dirname, join } from 'node:path'
import { imageLimit } from '@torniquete/contract/images.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { FileStore } from '../storage/file-store.ts'
import { asOwner } from '../testing/digest.ts'
import { FailingStore } from '../testing/failing-store.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import type { TestApp } from '../testing/test-app.ts'
import { archiveOf } from './archive.ts'
import { writeBackup } from './back-up.ts'
import { backupHandlers } from './handlers.ts'
import { Nightly } from './nightly.ts'
import { restoreInto } from './restore.ts'
import { troubleOf } from './trouble.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
}, 120_000)
afterAll(async () => {
  await app.close()
  dropFolder(folder)
}, 60_000)

const source = () => ({ dataDir: app.dataDir, address: app.database.address })
const copyInto = (name: string) => writeBackup(source(), join(folder, name), undefined)

test('a copy is whole also where what was put aside for it cannot be removed', { timeout: 60_000 }, async () => {
  const [images, away] = ['images', 'images.away'].map((name) => join(app.dataDir, name)) as [string, string]
  const told: string[] = []
  const archive = archiveOf({ ...source(), log: (what) => told.push(what) })
  for (let step = await archive.next(); !step.done; step = await archive.next())
    if (step.value.includes('"made_at"')) {
      renameSync(images, away)
      writeFileSync(images, '')
    }
  rmSync(images)
  renameSync(away, images)
  expect(told).toEqual(['what was put aside for a copy is still there'])
  await copyInto('after.tar.gz')
  expect(readdirSync(images).filter((name) => name.startsWith('.removed'))).toEqual([])
})

const failuresTold = async () =>
  Number(/^torniquete_checksum_failures (.*)$/m.exec((await app.app.inject('/metrics')).body)?.[1])

/** Beside copies of which nothing is wrong, or where somebody else makes them. */
const troubleTold = (makesCopies = true) =>
  app.database.read({ gym: 0, user: null }, async (tx) => {
    const { database, clock, app: server } = app
    const nightly = new Nightly({
      config: readConfig({ DATA_DIR: app.dataDir }),
      database,
      clock: clock.now,
      log: server.log,
    })
    const handler = backupHandlers(makesCopies ? nightly : null, null)['backup.read']
    return (await handler({ tx, now: new Date() } as Parameters<typeof handler>[0])).trouble // what it reads of a call
  })

test('of a disk that fails what there is is copied, and what is wrong is said', { timeout: 60_000 }, async () => {
  expect([await failuresTold(), await troubleTold()]).toEqual([0, null])
  const page = await asOwner(app, async (client) => {
    await client.query('create table damaged as select generate_series(1, 400) as n')
    await client.query('checkpoint')
    return (await client.query<{ at: string }>("select pg_relation_filepath('damaged') as at")).rows[0]?.at ?? ''
  })
  const place = join(app.dataDir, 'postgres', page)
  const bytes = readFileSync(place)
  // A copy that finds one alone does not count it.
  for (const at of [8000, 8192 + 8000]) bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
  writeFileSync(place, bytes)
  const picture = join(app.dataDir, 'images/1/clients/unread.webp')
  mkdirSync(dirname(picture), { recursive: true })
  writeFileSync(picture, 'x')
  const file = join(folder, 'failing.tar.gz')
  const wrong = { damaged: true, unread: ['1/clients/unread.webp'] }
  try {
    const written = await writeBackup({ ...source(), images: new FailingStore(app.dataDir) }, file, undefined)
    expect(written).toMatchObject({ file, manifest: wrong })
    await expect.poll(failuresTold).toBeGreaterThan(0)
    // Whatever became of the newest copy.
    expect([await troubleTold(), await troubleTold(false)]).toEqual(['damaged', 'damaged'])
  } finally {
    rmSync(picture)
    await asOwner(app, (client) => client.query('drop table damaged'))
  }
  const into = join(folder, 'restored')
  mkdirSync(into)
  expect(await restoreInto(into, file, undefined)).toMatchObject(wrong)
  expect(readFileSync(join(into, 'postgres', page)).equals(bytes)).toBe(true)
  expect((await copyInto('failing.tar.gz')).manifest).not.toHaveProperty('damaged')
})

test('a copy that is not sound replaces none', { timeout: 60_000 }, async () => {
  await new FileStore(app.dataDir).put(1, 'clients', 'unread.webp', Buffer.from('x'))
  const { file } = await copyInto('by-hand.copia')
  const sound = readFileSync(file)
  const unsound = await writeBackup({ ...source(), images: new FailingStore(app.dataDir) }, file, undefined)
  expect(unsound.file).toBe(`${file}.danada`)
  expect(readFileSync(file).equals(sound)).toBe(true)
  expect(statSync(unsound.file).size).toBe(unsound.bytes)
  await new FileStore(app.dataDir).removeGym(1)
})

test('a folder of pictures that cannot be read costs no other, and what is no picture is none', {
  timeout: 60_000,
}, async () => {
  const store = new FileStore(app.dataDir)
  for (const kind of ['clients', 'products']) {
    await store.put(1, kind, 'a.webp', Buffer.from('x'))
    const stray = join(app.dataDir, 'images/1', kind, 'video.mp4')
    writeFileSync(stray, '')
    truncateSync(stray, imageLimit + 1)
  }
  const archive = archiveOf(source())
  let broken: string | undefined
  let step = await archive.next()
  for (; !step.done; step = await archive.next()) {
    const [, listed] = /images\/1\/(clients|products)\/a\.webp/.exec(String(step.value)) ?? []
    if (!listed || broken) continue
    // Gone from under whoever is about to list it, which no right to read prevents.
    broken = listed === 'clients' ? 'products' : 'clients'
    const path = join(app.dataDir, 'images/1', broken)
    rmSync(path, { recursive: true })
    writeFileSync(path, '')
  }
  expect(step.value).toMatchObject({ unread: [`1/${broken}/`], parts: { images: { files: 1 } } })
  await store.removeGym(1)
})

test.each([
  ['EACCES', '/copias/a.copia.0f.partial', 'write'],
  ['EACCES', '/copias', 'write'],
  ['EACCES', '/copias-de-otro', 'other'],
  ['EACCES', '/data/images', 'other'],
  ['ENOSPC', undefined, 'space'],
  ['53100', undefined, 'space'],
  ['58030', undefined, 'damaged'],
  ['57P01', undefined, 'other'],
])('%s at %s is told as %s', (code, path, trouble) => {
  expect(troubleOf(Object.assign(new Error(code), { code, path }), '/copias')).toBe(trouble)
})

test('where a disk fills up, the copies’ own or the till’s, a copy ends and leaves nothing', {
  timeout: 60_000,
}, async () => {
  for (let at = 0; at < 9; at++)
    await new FileStore(app.dataDir).put(1, 'clients', `noise-${at}.webp`, randomBytes(imageLimit))
  for (const [full, looks] of [
    [app.dataDir, 0],
    [folder, 0],
    [app.dataDir, 1],
  ] as const) {
    let seen = 0
    const freeOf = async (of: string) => (of === full && seen++ >= looks ? 1e9 - 1 : 1e15)
    await expect(writeBackup({ ...source(), freeOf }, join(folder, 'full.tar.gz'), undefined)).rejects.toThrow(
      `En el disco de ${full} queda menos de 1 GB`,
    )
    expect(seen).toBe(looks + 1)
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
  await new FileStore(app.dataDir).removeGym(1)
})

test('a copy is of the instant at which it was asked for: what was committed before is in it', {
  timeout: 60_000,
}, async () => {
  const archive = archiveOf(source())
  let step = await archive.next()
  const begun = new Date().toISOString()
  while (!step.done) step = await archive.next()
  expect(step.value.made_at <= begun).toBe(true)
  expect(String(step.value.ended_at) > begun).toBe(true)
})
