import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arePasswordsSentUnencrypted, readConfig } from '../../config.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { getPort } from './lan-addresses.ts'

let folder: string
let pair: { TLS_CERT: string; TLS_KEY: string }
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'))
  pair = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  const [key, cert] = [pair.TLS_KEY, pair.TLS_CERT]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-keyout', key, '-out', cert],
  ])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const status = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    // Accepts the test's self-signed certificate.
    get({ port, host: '127.0.0.1', path: '/health', rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

test('TLS_CERT and TLS_KEY: the main port answers https', async () => {
  const app = await startTestApp({ ...pair, DOOR_PORT: '4370' })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const port = getPort(app.app.server)
  expect(await status(port)).toBe(200)
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  await app.close()
})

test("TLS_CERT and TLS_KEY: a wrong value stops the start with the variable's name", () => {
  expect(() => readConfig({ TLS_CERT: pair.TLS_CERT })).toThrow(/^TLS_KEY: hace falta/)
  expect(() => readConfig({ ...pair, TLS_CERT: join(folder, 'none.pem') })).toThrow(/^TLS_CERT: no se puede leer/)
  const broken = join(folder, 'broken.pem')
  writeFileSync(broken, 'no key')
  expect(() => readConfig({ ...pair, TLS_KEY: broken, DOOR_PORT: '4370' })).toThrow(/^TLS_KEY: /)
})

test('TLS_CERT: terminals use plain http on the next port by default', () => {
  expect(readConfig({ ...pair, PORT: '3000' }).door).toEqual({ port: 3001, host: '0.0.0.0' })
  expect(readConfig({ ...pair, DOOR_PORT: '4370' }).door?.port).toBe(4370)
})

test.each([
  [{}, true],
  [{ HOST: '192.168.1.20' }, true],
  [{ HOST: '127.0.0.1' }, false],
  [{ PUBLIC_URL: 'https://gimnasio.example' }, false],
  [{ PUBLIC_URL: 'http://gimnasio.example' }, true],
  [{ TRUST_PROXY: 'true' }, false],
])('isPlainHttp: with the settings %o it is %s', (environment, plain) => {
  expect(arePasswordsSentUnencrypted(readConfig(environment))).toBe(plain)
})

test.each([
  ['https://gimnasio.example', 'max-age=15552000'],
  ['http://gimnasio.example', undefined],
])('HSTS: with PUBLIC_URL %s the header is %s', async (PUBLIC_URL, header) => {
  const app = await startTestApp({ PUBLIC_URL })
  const answer = await app.app.inject({ url: '/' })
  expect(answer.headers['strict-transport-security']).toBe(header)
  await app.close()
})
