// Pictures in a bucket behave like pictures in a folder. If the bucket is unreachable, nothing else fails.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeGym } from '../../testing/factories.ts'
import { FakeS3Server } from '../../testing/fake-s3.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { uploadImage } from '../../testing/two-gyms.ts'
import { runRetentionSweep } from '../jobs/housekeeping.ts'
import { openImageStore } from '../storage/image-stores.ts'

const bucketTimeouts = { silenceMs: 30_000, requestMs: 60_000 }
const s3 = await FakeS3Server.start()
const app = await startTestAppForFile(s3.environment, { bucketTimeouts })
const gym = await makeGym(app)
beforeEach(() => {
  s3.manner = 'answers'
})
afterAll(async () => {
  await s3.close()
})

const secondServer = (options: Parameters<typeof startSecondServer>[1] = {}) => {
  const config = readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: 'silent', ...s3.environment })
  return startSecondServer(app, { config, bucketTimeouts, ...options })
}

const upload = (key: string = randomUUID()) =>
  sendRawCall(app.app, gym.admin.token, 'images.upload', {
    params: { folder: 'clients' },
    payload: makeMultipartBody(pngBytes),
    headers: { 'idempotency-key': key },
  })
const read = (url: string) => app.app.inject({ url })
const uploaded = async () => (await upload()).json as { url: string; path: string } // the contract's type StoredImage
const keyOf = (path: string) => path.replace('images/', `images/${gym.gym.id}/`)
const ask = (text: string) => queryAsOwner(app, text)
const away = { detail: formatError('image.away') }

test('picture bucket: stores a picture only there, serves it with its length, and deletes it', async () => {
  const { url, path } = await uploaded()
  expect(s3.objects.get(keyOf(path))).toEqual(pngBytes)
  const served = await read(url)
  expect([served.statusCode, served.rawPayload, served.headers['content-type']]).toEqual([200, pngBytes, 'image/png'])
  expect(served.headers['content-length']).toBe(String(pngBytes.length))
  expect((await read(url.slice(0, -1))).statusCode).toBe(404)
  expect(readdirSync(app.dataDir)).not.toContain('images')
  await gym.admin.call('images.delete', { query: { path } })
  expect([(await read(url)).statusCode, s3.objects.has(keyOf(path))]).toEqual([404, false])
})

test.each([
  ['unreachable', 'away'],
  ['overloaded', { status: 503, code: 'SlowDown' }],
  ['refusing our key', { status: 403, code: 'AccessDenied' }],
] as const)('picture bucket: only pictures fail if the bucket is %s', async (_, manner) => {
  const { url, path } = await uploaded()
  const key = randomUUID()
  if (manner === 'away') await s3.goAway()
  else s3.manner = manner
  try {
    const served = await read(url)
    expect([served.statusCode, served.json(), served.headers['retry-after']]).toEqual([503, away, '5'])
    expect(served.headers['cache-control']).toBe('no-store')
    const refused = await upload(key)
    expect([refused.status, refused.json, refused.headers['retry-after']]).toEqual([503, away, '5'])
    const photo = { photo_url: url, photo_path: path }
    const client = await gym.admin.call('clients.create', { body: { name: 'Ana', ...photo } })
    expect(client.photo_url).toBe(url)
    expect((await app.app.inject({ url: '/ready' })).statusCode).toBe(200)
  } finally {
    s3.manner = 'answers'
    await s3.close()
    await s3.comeBack()
  }
  expect((await read(url)).rawPayload).toEqual(pngBytes)
  expect((await upload(key)).status).toBe(201)
})

test('picture bucket: pictures of DATA_DIR are shown, and moved to the bucket in the background', async () => {
  const { url, path } = await uploaded()
  const place = join(app.dataDir, keyOf(path))
  s3.objects.delete(keyOf(path))
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, pngBytes)
  s3.manner = { status: 503, code: 'SlowDown' }
  const second = await secondServer({ pollIntervalMs: 10 })
  expect((await second.app.inject({ url })).rawPayload).toEqual(pngBytes)
  s3.manner = 'answers'
  await expect.poll(() => s3.objects.get(keyOf(path))).toEqual(pngBytes)
  expect((await second.app.inject({ url })).rawPayload).toEqual(pngBytes)
  await second.close()
})

test('picture bucket: a picture deleted during an outage is deleted by a later sweep', async () => {
  const { path } = await uploaded()
  await s3.goAway()
  await gym.admin.call('images.delete', { query: { path } })
  await s3.comeBack()
  expect(s3.keys).toContain(keyOf(path))
  await ask(`update images set created_at = now() - interval '2 days' where gym_id = ${gym.gym.id}`)
  const images = openImageStore(readConfig({ DATA_DIR: app.dataDir, ...s3.environment }))
  await runRetentionSweep(app.database, images, app.app.log)
  expect(s3.keys).not.toContain(keyOf(path))
  images.close()
})

test('picture bucket: purging deletes only the purged gym’s pictures', async () => {
  const other = await makeGym(app)
  const [left, shown] = [await uploadImage(other.admin, 'clients'), await uploadImage(other.admin, 'clients')]
  await other.admin.call('clients.create', {
    body: { name: 'Ana', photo_path: shown.path, photo_url: `/v1/${shown.path}?token=${shown.token}` },
  })
  await ask(`update images set created_at = now() - interval '2 days' where gym_id = ${other.gym.id}`)
  const images = openImageStore(readConfig({ DATA_DIR: app.dataDir, ...s3.environment }))
  const ours = () => s3.keys.filter((key) => key.startsWith(`images/${other.gym.id}/`))
  await runRetentionSweep(app.database, images, app.app.log)
  expect(ours()).toEqual([`images/${other.gym.id}/clients/${shown.name}`])
  expect(left.name).not.toBe(shown.name)
  await (await logInMaster(app)).call('gyms.delete', { params: { id: other.gym.id } })
  await ask(`update gyms set deleted_at = now() - interval '31 days' where id = ${other.gym.id}`)
  s3.pageSize = 2
  await runRetentionSweep(app.database, images, app.app.log)
  expect(ours()).toEqual([])
  images.close()
})
