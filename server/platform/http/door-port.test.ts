// Terminals on a separate port: the main port refuses their requests, and the terminals' port refuses all others.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice, makeGym, type TestGym } from '../../testing/factories.ts'
import { exchangeBytes, makeRequestBytes, waitUntil } from '../../testing/simulated-terminals.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listenOnPort } from './door-port.ts'

let app: TestApp
let main: number
let door: number
let gym: TestGym
beforeAll(async () => {
  ;[app, main, door] = await start()
  gym = await makeGym(app)
})
afterAll(() => app.close())

async function start(): Promise<[TestApp, number, number]> {
  const started = await startTestApp({ DOOR_PORT: '4370' })
  const { port } = await started.listen()
  if (!started.app.doorPort) throw new Error('no port for the door')
  return [started, port, (await listenOnPort(started.app.doorPort, { host: '127.0.0.1', port: 0 })).port]
}

const get = (port: number, target: string) => exchangeBytes(port, makeRequestBytes('GET', target))

test("terminals' port: only this port answers terminals, in any spelling of the URL", async () => {
  const { sn } = await makeDevice(gym)
  const spellings = ['/iclock/getrequest', '//iclock//getrequest/', '/ICLOCK/getrequest', '/%69clock/getrequest']
  for (const spelling of spellings) {
    expect([spelling, (await get(main, `${spelling}?SN=${sn}`)).status]).toEqual([spelling, 404])
    expect([spelling, (await get(door, `${spelling}?SN=${sn}`)).status]).toEqual([spelling, 200])
  }
  expect((await get(door, `/iclock/cdata?SN=${sn}&options=all`)).text).toContain('GET OPTION FROM')
  // Some terminals omit the first part of the URL, `/iclock`.
  for (const target of ['/cdata', '/GETREQUEST', '/getrequest.aspx'])
    expect([target, (await get(door, `${target}?SN=${sn}&options=all`)).status]).toEqual([target, 200])
  expect((await get(main, `/cdata?SN=${sn}&options=all`)).status).toBe(404)
})

test("terminals' port: headers time out after ten seconds, slow uploads after 20 minutes", () => {
  expect(app.app.doorPort).toMatchObject({ headersTimeout: 10_000, requestTimeout: 1_200_000, maxConnections: 2000 })
})

test("terminals' port: limits one IP address to 64 connections, and still accepts others", async () => {
  const { sn } = await makeDevice(gym)
  const open = (localAddress: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: door, localAddress }, () => resolve(socket))
      socket.once('error', reject)
    })
  const sockets = await Promise.all(Array.from({ length: 80 }, () => open('127.0.0.9')))
  let closed = 0
  for (const socket of sockets) socket.on('error', () => undefined).on('close', () => closed++)
  await waitUntil(() => closed === 16, Boolean)
  expect((await exchangeBytes(door, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`))).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await waitUntil(
    async () =>
      (await exchangeBytes(door, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`), '127.0.0.9').catch(() => null))
        ?.status,
    (status) => status === 200,
  )
})

test("terminals' port: serves no page, API call, OpenAPI document or metric", async () => {
  const targets = ['/', '/clients', '/v1/config', '/docs', '/openapi.json', '/health', '/metrics', '/webhooks/whatsapp']
  for (const target of [...targets, '/assets/x.js', '//v1//config', '/iclockx'])
    expect([target, (await get(door, target)).status]).toEqual([target, 404])
  const body = JSON.stringify({ username: 'x', password: 'y' })
  const login = makeRequestBytes('POST', '/v1/login', body, ['Content-Type: application/json'])
  expect((await exchangeBytes(door, login)).status).toBe(404)
  expect((await get(main, '/health')).status).toBe(200)
})

test("terminals' port: ignores X-Forwarded-For even if the main port trusts a proxy", async () => {
  const behind = await startTestApp({ DOOR_PORT: '4370', TRUST_PROXY: 'true', DOOR_NETWORKS: '192.0.2.0/24' })
  try {
    await behind.listen()
    if (!behind.app.doorPort) throw new Error('no port for the door')
    const { port } = await listenOnPort(behind.app.doorPort, { host: '127.0.0.1', port: 0 })
    const said = ['X-Forwarded-For: 192.0.2.7', 'Forwarded: for=192.0.2.7']
    expect((await exchangeBytes(port, makeRequestBytes('GET', '/iclock/getrequest?SN=X', '', said))).status).toBe(403)
  } finally {
    await behind.close()
  }
})

test("terminals' port: a server stop finishes running requests and accepts no new ones", async () => {
  const [other, , port] = await start()
  const socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  const { sn } = await makeDevice(await makeGym(other))
  socket.write(`POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`)
  await waitUntil(() => received.startsWith('HTTP/1.1 100'), Boolean)
  const stopped = other.close()
  await waitUntil(
    () =>
      get(port, '/iclock/ping?SN=X').then(
        () => 'answered',
        () => 'refused',
      ),
    (how) => how === 'refused',
  )
  socket.write('1\t\n\n')
  await stopped
  expect(received).toMatch(/HTTP\/1\.1 200.*OK: 1$/s)
})
