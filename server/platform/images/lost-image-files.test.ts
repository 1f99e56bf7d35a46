// Rows and files of pictures are stored separately. Tests what happens if one of both is lost.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { afterAll, expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { FaultyProxy } from '../../testing/faulty-proxy.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { RecordedLog } from '../../testing/recorded-log.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { uploadImage } from '../../testing/two-gyms.ts'

const logStream = new RecordedLog()
const app = await startTestAppForFile({ LOG_LEVEL: 'trace' }, { logStream })
const gym = await makeGym(app)
const line = await FaultyProxy.to(app.database.address)
const behind = await startSecondServer(app, { address: line.address })
afterAll(async () => {
  await behind.close()
  await line.close()
})

const folder = () => join(app.dataDir, 'images', String(gym.gym.id), 'clients')
const files = () => readdirSync(folder()).sort()
const upload = (key: string) =>
  sendRawCall(behind.app, gym.admin.token, 'images.upload', {
    params: { folder: 'clients' },
    payload: makeMultipartBody(pngBytes),
    headers: { 'idempotency-key': key },
  })
const read = (url: string) => app.app.inject({ url })

test('images.upload: a repeat after a lost answer returns a working URL', async () => {
  const key = randomUUID()
  line.loseCommits(1)
  expect((await upload(key)).status).toBe(503)
  expect(files()).toHaveLength(1)
  const repeat = await upload(key)
  expect(repeat.status).toBe(201)
  const { url, path } = repeat.json as { url: string; path: string } // the contract's StoredImage
  const served = await read(url)
  expect([served.statusCode, served.rawPayload]).toEqual([200, pngBytes])
  expect(files()).toEqual([path.split('/')[2]])
})

test('images.upload: a repeat restores a lost file, but not a deleted picture', async () => {
  const key = randomUUID()
  const first = (await upload(key)).json as { url: string; path: string } // the contract's StoredImage
  rmSync(join(folder(), String(first.path.split('/')[2])))
  expect((await upload(key)).json).toEqual(first)
  expect((await read(first.url)).rawPayload).toEqual(pngBytes)
  await gym.admin.call('images.delete', { query: { path: first.path } })
  const before = files()
  expect((await upload(key)).json).toEqual(first)
  expect([(await read(first.url)).statusCode, files()]).toEqual([404, before])
})

test('images.read: a missing file answers 404, and the log does not name the file', async () => {
  const { path, name, token } = await uploadImage(gym.admin, 'clients')
  rmSync(join(folder(), name))
  logStream.text = ''
  const served = await read(`/v1/${path}?token=${token}`)
  expect([served.statusCode, served.json()]).toEqual([404, { detail: formatError('row.missing') }])
  app.app.log.error({ err: Object.assign(new Error(`open '${name}'`), { code: 'EIO', syscall: 'open' }) }, 'disk')
  expect(logStream.text).toContain('"message":"EIO open"')
  expect(logStream.text).not.toContain(name)
})
