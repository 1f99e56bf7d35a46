// Pictures in a bucket come along in a copy, and back from it to where the settings say.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openImages } from '../storage/image-stores.ts'
import { makeGym, type TestGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import { png } from '../testing/raw-call.ts'
import { TestS3 } from '../testing/s3.ts'
import { startAppOn, type TestApp } from '../testing/test-app.ts'
import { uploadImage } from '../testing/world.ts'
import { archiveOf } from './archive.ts'
import { writeBackup } from './back-up.ts'
import { backUp, exportTo, importFrom, restore } from './commands.ts'
import { exportOf } from './export-archive.ts'
import { Nightly } from './nightly.ts'
import { warningsOf } from './warnings.ts'

let s3: TestS3
let folder: string
let app: TestApp
let gym: TestGym
let picture: { path: string; url: string; key: string }
beforeAll(async () => {
  s3 = await TestS3.start()
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'), s3.environment)
  gym = await makeGym(app)
  picture = await upload()
}, 120_000)
beforeEach(() => {
  s3.manner = 'answers'
  s3.pageSize = 1000
})
afterEach(() => {
  app.clock.reset()
  for (const name of ['restored', 'data-copias']) dropFolder(join(folder, name))
})
afterAll(async () => {
  await app.close()
  await s3.close()
  dropFolder(folder)
}, 60_000)

async function upload() {
  const { path, token } = await uploadImage(gym.admin, 'clients')
  return { path, url: `/v1/${path}?token=${token}`, key: path.replace('images/', `images/${gym.gym.id}/`) }
}
const configOf = (name: string) => readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent', ...s3.environment })
/** One that is away is given up at once. */
const hasty = () =>
  openImages(configOf('data'), undefined, { rest: 0, retry: 1, silence: 30_000, whole: 60_000, waits: [] })

test('they are in it, are put back where the settings say, and are shown meanwhile', { timeout: 90_000 }, async () => {
  s3.pageSize = 2
  const others = [await upload(), await upload()]
  const file = join(folder, 'a.copia')
  expect((await backUp(configOf('data'), file)).at(-1)).toMatch(/con 3 imágenes/)
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual([])
  const kept = new Map(s3.objects)
  s3.objects.clear()
  expect(await restore(configOf('restored'), file)).toContain('Las imágenes suben a S3_BUCKET al iniciar.')
  const into = join(folder, 'restored')
  for (const { key } of [picture, ...others]) expect(readFileSync(join(into, key))).toEqual(png)
  await withDatabaseOf(into, async (address) => {
    const again = await startAppOn(address, into, s3.environment, { lookEvery: 10 })
    expect((await again.app.inject({ url: picture.url })).rawPayload).toEqual(png)
    await expect.poll(() => s3.keys).toEqual([...kept.keys()].sort())
    await expect.poll(() => existsSync(join(into, picture.key))).toBe(false)
    expect((await again.app.inject({ url: picture.url })).rawPayload).toEqual(png)
    await again.close()
  })
})

test('an export has them, and an import puts them where the next start moves them up from', {
  timeout: 90_000,
}, async () => {
  const file = join(folder, 'an-export')
  const before = new Map(s3.objects)
  expect((await exportTo(configOf('data'), file)).at(-1)).toContain(` y ${before.size} imágenes`)
  s3.objects.clear()
  expect(await importFrom(configOf('restored'), file)).toContain('Las imágenes suben a S3_BUCKET al iniciar.')
  const into = join(folder, 'restored')
  for (const [key, bytes] of before) expect(readFileSync(join(into, key))).toEqual(bytes)
  await withDatabaseOf(into, async (address) => {
    const again = await startAppOn(address, into, s3.environment, { lookEvery: 10 })
    await expect.poll(() => s3.keys).toEqual([...before.keys()].sort())
    expect((await again.app.inject({ url: picture.url })).rawPayload).toEqual(png)
    await again.close()
  })
})

test('an export tells what it lacks: a bucket that is away, and one picture that is gone', async () => {
  const images = hasty()
  const exported = async () => {
    const pieces = exportOf({ images, address: app.database.address })
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return value
    }
  }
  s3.manner = { status: 503, code: 'SlowDown' }
  expect(await exported()).toMatchObject({ unread: [''], parts: { images: { files: 0 } } })
  s3.manner = 'answers'
  const { key } = await upload()
  expect(await exported()).not.toHaveProperty('unread')
  s3.objects.delete(key)
  const manifest = await exported()
  expect(warningsOf(manifest)).toEqual([`ATENCIÓN: faltan imágenes que no se pudieron leer: ${key}.`])
  images.close()
})

test('one that is deleted when the database was copied already is in the copy, and then gone', {
  timeout: 60_000,
}, async () => {
  const { path, key } = await upload()
  const pieces: Buffer[] = []
  const images = hasty()
  for await (const piece of archiveOf({ dataDir: app.dataDir, address: app.database.address, images })) {
    pieces.push(piece)
    if (s3.objects.has(key) && piece.includes('postgres/backup_manifest'))
      await gym.admin.call('images.delete', { query: { path } })
  }
  images.close()
  expect(s3.objects.has(key)).toBe(false)
  const file = join(folder, 'deleted.copia')
  writeFileSync(file, gzipSync(Buffer.concat(pieces)))
  await restore(configOf('restored'), file)
  expect(readFileSync(join(folder, 'restored', key))).toEqual(png)
  expect(readdirSync(join(app.dataDir, 'images'))).not.toContain('.removed')
})

test('where the bucket is away the rest is copied, and it is told what lacks', { timeout: 60_000 }, async () => {
  const images = hasty()
  s3.manner = { status: 503, code: 'SlowDown' }
  const source = { dataDir: app.dataDir, address: app.database.address, images }
  const { manifest } = await writeBackup(source, join(folder, 'without.copia'), undefined)
  expect(warningsOf(manifest)).toEqual(['ATENCIÓN: faltan imágenes que no se pudieron leer: las de S3_BUCKET.'])
  expect(manifest).toMatchObject({ unread: [''], parts: { images: { files: 0 } } })
  const { database, clock, app: server } = app
  const own = new Nightly({ config: configOf('data'), database, images, clock: clock.now, log: server.log })
  const copies = () => readdirSync(join(folder, 'data-copias')).filter((name) => name.endsWith('.copia'))
  app.clock.set('2097-11-22T10:00:00')
  await own.lookNow()
  expect(copies()).toEqual([expect.stringMatching(/-danada\.copia$/)])
  expect(own.trouble(await own.newest())).toBe('bucket')
  const later = new Nightly({ config: configOf('data'), database, images, clock: clock.now, log: server.log })
  expect(later.trouble(await later.newest())).toBe('damaged')
  s3.manner = 'answers'
  app.clock.set('2097-11-23T10:00:00')
  await own.lookNow()
  expect(copies()).toEqual([expect.not.stringContaining('danada')])
  images.close()
})
