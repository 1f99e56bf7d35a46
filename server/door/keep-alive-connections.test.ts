// Tests keep-alive connections and malformed requests.
import { describe, expect, test } from 'vitest'
import { app, gym, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  makeSimulatedTerminal,
  waitUntil,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const total = async (client: number) =>
  (await gym.admin.call('attendances.list', { query: { client_id: client } })).total

describe('keep-alive connections', () => {
  const agent = 'User-Agent: iClock Proxy/1.09'
  test.each<[string, string[], string]>([
    ['stays open with Connection: Keep-Alive', ['Connection: Keep-Alive', agent], 'keep-alive'],
    ['is closed without that header', [agent], 'close'],
    ['is closed with Connection: close', ['Connection: close', agent], 'close'],
    ['is closed with Connection: starting', ['Connection: starting', agent], 'close'],
  ])('keep-alive connection: %s', async (_, headers, expected) => {
    const { sn } = await makeDevice(gym)
    const answer = await exchangeBytes(port, makeRequestBytes('GET', `/iclock/ping?SN=${sn}`, '', headers))
    expect([answer.text, answer.headers.get('connection')]).toEqual(['OK', expected])
  })

  test('keep-alive: the connection is closed for an unregistered caller and for a too large body', async () => {
    const keep = ['Connection: keep-alive']
    const { sn } = await makeDevice(gym)
    const unknown = await exchangeBytes(port, makeRequestBytes('GET', '/iclock/getrequest?SN=NOBODYS1', '', keep))
    const large = await exchangeBytes(
      port,
      makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG`, 'x'.repeat(1024 * 1024 + 1), keep),
    )
    expect([unknown, large].map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
      [200, 'close'],
      [413, 'close'],
    ])
  })

  test('keep-alive: one connection carries all calls of a terminal', async () => {
    const { device } = await makeRegisteredTerminal(gym, port)
    const client = await makeClient(gym)
    const sockets = new Set<unknown>()
    const count = ({ socket, url }: { socket: unknown; url?: string }) => {
      if (url?.includes(device.sn)) sockets.add(socket)
    }
    app.app.server.on('request', count)
    const terminal = makeSimulatedTerminal(port, device.sn, { faults: { keepAlive: true } })
    terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:00:00' })
    await waitUntilInSync(terminal)
    app.app.server.off('request', count)
    expect([sockets.size, terminal.unsent(), await total(client.id)]).toEqual([1, 0, 1])
    await terminal.stop()
  })
})

const callsOf = async (id: number) => (await gym.admin.call('devices.traffic', { params: { id_device: id } })).calls

test('query with unencoded spaces: the terminal is served as usual', async () => {
  const firmware = { version: 'Ver 6.60 Apr 28 2010' }
  const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, { firmware, faults: { rawSpaces: true } })
  await waitUntilInSync(terminal)
  expect(terminal.users.size).toBeGreaterThan(0)
  expect(await readTerminalStatus()).toMatchObject({ firmware: firmware.version, pending: 0 })
  expect((await callsOf(device.id)).every(({ status }) => status === 200)).toBe(true)
})

test('malformed requests: refused and shown in the terminal’s traffic', async () => {
  const { id, sn } = await makeDevice(gym)
  const target = `/iclock/getrequest?SN=${sn}&INFO=Ver 6.60,1`
  const malformed = [
    makeRequestBytes('GET', target, '', ['Content-Length: 3']),
    makeRequestBytes('GET', target, '', ['MAC: 1', 'MAC: 2']),
    makeRequestBytes('GET', target, '', ['Bad header']),
    Buffer.from(`GET ${target} HTTP/9.1\r\n\r\n`),
    Buffer.concat([makeRequestBytes('GET', target), makeRequestBytes('GET', target)]),
  ]
  for (const bytes of malformed) expect((await exchangeBytes(port, bytes)).status).toBe(400)
  const [call] = await waitUntil(
    () => callsOf(id),
    (calls) => calls.reduce((sum, { times }) => sum + times, 0) === malformed.length,
  )
  expect(call).toMatchObject({ method: 'GET', page: 'getrequest', status: 400, address: '127.0.0.1' })
  // Malformed requests are logged up to a limit per minute.
  for (let time = 0; time < 30; time++) await exchangeBytes(port, makeRequestBytes('GET', target, '', ['Bad header']))
  app.clock.advance(61_000)
  await exchangeBytes(port, makeRequestBytes('POST', target, 'x'))
  const [latest, ...before] = await waitUntil(
    () => callsOf(id),
    ([first]) => first?.method === 'POST',
  )
  expect(latest?.status).toBe(400)
  expect(before.reduce((sum, { times }) => sum + times, 0)).toBeLessThanOrEqual(30)
})
