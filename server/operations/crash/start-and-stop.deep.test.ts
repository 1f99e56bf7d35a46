// Start, refused start and stop of the program, observed from outside the process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  fetchToken,
  makeGymAndFetchToken,
  type ServerProcess,
  sendCall,
  startServerProcess,
} from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { makeCluster } from '../../testing/test-cluster.ts'

let dataDir: string
const running: ServerProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'torniquete-crash-'))
})
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.process.kill('SIGKILL')
    await each.ended
  }
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

function start(environment: Record<string, string> = {}, port = 0): ServerProcess {
  const started = startServerProcess(dataDir, port, environment)
  running.push(started)
  return started
}
const databaseLog = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')

test('SIGTERM: finishes running requests, stops the database cleanly and exits with 0', {
  timeout: 120_000,
}, async () => {
  makeCluster(dataDir)
  const server = start()
  expect(await server.ready).toBe(true)
  const { port } = server
  const token = await makeGymAndFetchToken(port)
  const stream = await fetch(`http://127.0.0.1:${port}/v1/notifications/sse`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = JSON.stringify({ name: 'En vuelo' })
  const socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  const head = ['POST /v1/clients/ HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`]
  head.push('Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await waitUntil(() => received.startsWith('HTTP/1.1 100'), Boolean)
  server.process.kill('SIGTERM')
  // The server refuses new requests while running requests finish.
  await waitUntil(
    () =>
      sendCall(port, null, 'GET', '/config').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status !== 200,
  )
  socket.write(body)
  await waitUntil(() => received.includes('HTTP/1.1 201'), Boolean)
  // The server ends the open stream properly instead of cutting its connection.
  expect(await stream.text()).toContain('data: []')
  expect(await server.ended).toMatchObject({ code: 0, signal: null, complaints: [] })
  expect(databaseLog().trimEnd().split('\n').at(-1)).toContain('database system is shut down')

  const again = start({}, port)
  expect(await again.ready).toBe(true)
  const { answer } = await sendCall(port, await fetchToken(port, 'duena', 'contraseña segura'), 'GET', '/clients/')
  expect(answer.items).toMatchObject([{ name: 'En vuelo' }])
  expect(databaseLog()).not.toContain('not properly shut down')
})

test('server: a second server on the same data folder exits with one line', {
  timeout: 120_000,
}, async () => {
  makeCluster(dataDir)
  const first = start()
  expect(await first.ready).toBe(true)
  const { code, complaints } = await start().ended
  expect([code, complaints]).toEqual([1, [expect.stringMatching(/ya está en uso por otro Torniquete \(proceso \d+\)/)]])
  expect((await sendCall(first.port, null, 'GET', '/config')).status).toBe(200)
})

/** Ignores the progress line of a first start, which may precede the error about the terminals' port. */
const isComplaint = (line: string) => !line.startsWith('Preparando la base de datos')

describe('start: a wrong setting is reported in one line with its name', { timeout: 120_000 }, () => {
  test.each([
    ['MASTER_PASSWORD', 'corta'],
    ['DOOR_HOST', '203.0.113.1'],
  ])('start: a wrong setting %s=%s is reported in one line with its name', async (name, value) => {
    const { code, complaints } = await start({ [name]: value }).ended
    expect([code, complaints.filter(isComplaint)]).toEqual([1, [expect.stringMatching(new RegExp(`^${name}: \\S`))]])
  })

  test('start: a DOOR_PORT already in use is reported in one line', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port: occupied } = taken.address() as AddressInfo // an AddressInfo, since the server listens on TCP
    try {
      const { code, complaints } = await start({ DOOR_PORT: String(occupied) }).ended
      expect([code, complaints.filter(isComplaint)]).toEqual([1, [`DOOR_PORT: el puerto ${occupied} ya está en uso`]])
    } finally {
      taken.close()
    }
  })
})
