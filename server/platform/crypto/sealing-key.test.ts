// The key that encrypts stored secrets: a missing key is reported, and never silently replaced.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { Caller } from '../../testing/api-caller.ts'
import { logInMaster, makeClient, makeGym } from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile, type TestApp } from '../../testing/test-app.ts'
import { loadSealers, logUnreadableSealedRows } from './sealing-key.ts'

const started: TestApp[] = []
const app = await startTestAppForFile()
const gym = await makeGym(app)
const keyFile = () => join(app.dataDir, 'biometrics-key')
const server = { host: 'localhost', port: 2525, security: 'none', sender: 'avisos@gimnasio.example' } as const
const image = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('Ana;photo')]).toString('base64')

const key = readFileSync(keyFile(), 'utf8')
await gym.admin.call('channels.email', { body: { ...server, username: 'avisos', password: 'clave-de-antes' } })
await gym.admin.call('biometrics.configure', { body: { keeps: true } })
const client = await makeClient(gym)
const params = { id_client: client.id }
await gym.admin.call('biometrics.agree', { params, body: { agrees: true } })
await gym.admin.call('biometrics.photo', { params, body: { image } })
afterEach(async () => {
  for (const each of started.splice(0)) await each.close()
  writeFileSync(keyFile(), key)
})

/** Starts a second server on the same data folder. Returns callers of it: the gym's admin and the platform's master. */
async function startAgain(): Promise<{ admin: Caller; platform: Caller }> {
  const again = await startSecondServer(app)
  started.push(again)
  return { admin: new Caller(again.app, gym.admin.token), platform: await logInMaster(again) }
}

async function said(): Promise<string> {
  const lines: string[] = []
  const sealers = await loadSealers(readConfig({ DATA_DIR: app.dataDir }), app.database)
  await logUnreadableSealedRows(app.database, sealers, (line) => lines.push(line))
  return lines.join('\n')
}

test('encryption key: decrypts all encrypted rows, and logs nothing', async () => {
  expect(await said()).toBe('')
  expect(await (await logInMaster(app)).call('status.sealed')).toEqual({
    missing: false,
    unreadable: { biometrics: 0, channels: 0, certificates: 0 },
    servers: [],
  })
})

test.each([
  ['is gone', () => rmSync(keyFile())],
  ['was cut by a full disk', () => writeFileSync(keyFile(), key.slice(0, 10))],
])('encryption key: a key file that %s is reported and not replaced', async (_, lose) => {
  lose()
  const { admin, platform } = await startAgain()
  expect(existsSync(keyFile()) && readFileSync(keyFile(), 'utf8').length >= 43).toBe(false)
  expect(await platform.call('status.sealed')).toMatchObject({
    missing: true,
    unreadable: { biometrics: 1, channels: 1 },
  })
  expect(await admin.call('biometrics.settings')).toMatchObject({ unreadable: 1 })
  expect((await admin.call('channels.read')).email.own).toMatchObject({ readable: false })
  const body = { ...server, username: 'avisos', password: 'otra-clave' }
  expect(await admin.try('channels.email', { body })).toMatchObject({ status: 409 })
  const client = await makeClient(gym)
  const params = { id_client: client.id }
  await admin.call('biometrics.agree', { params, body: { agrees: true } })
  expect(await admin.try('biometrics.photo', { params, body: { image } })).toMatchObject({ status: 409 })
  expect(await said()).toMatch(/1 huella o rostro y 1 canal de mensajes.*Estado del sistema/)
})

test('encryption key: a new one is made once no encrypted row is left', async () => {
  rmSync(keyFile())
  const { admin } = await startAgain()
  await admin.call('channels.remove', { params: { channel: 'email' } })
  await admin.call('biometrics.configure', { body: { keeps: false } })
  expect(await said()).toBe('')
  expect(readFileSync(keyFile(), 'utf8')).toHaveLength(43)
})
