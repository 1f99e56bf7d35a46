// Calls that no parser takes: what can be read safely is answered, everything else is told.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { asOwner, waiting } from '../testing/digest.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import { eventually, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { startTestApp } from '../testing/test-app.ts'

startDoorApp()

const callsOf = async (id: number) => (await gym.admin.call('devices.traffic', { params: { id_device: id } })).calls

test('a terminal that leaves the spaces of its query as they are is served like any', async () => {
  const firmware = { version: 'Ver 6.60 Apr 28 2010' }
  const { device, terminal } = await makeTerminal(gym, port, {}, { firmware, faults: { rawSpaces: true } })
  await settle(terminal)
  expect(terminal.users.size).toBeGreaterThan(0)
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ firmware: firmware.version, pending: 0 })
  expect((await callsOf(device.id)).every(({ status }) => status === 200)).toBe(true)
})

test('malformed calls: are refused and shown in traffic', async () => {
  const { id, sn } = await makeDevice(gym)
  const target = `/iclock/getrequest?SN=${sn}&INFO=Ver 6.60,1`
  const malformed = [
    requestText('GET', target, '', ['Content-Length: 3']),
    requestText('GET', target, '', ['MAC: 1', 'MAC: 2']),
    requestText('GET', target, '', ['Bad header']),
    Buffer.from(`GET ${target} HTTP/9.1\r\n\r\n`),
    Buffer.concat([requestText('GET', target), requestText('GET', target)]),
  ]
  for (const bytes of malformed) expect((await exchange(port, bytes)).status).toBe(400)
  const [call] = await eventually(
    () => callsOf(id),
    (calls) => calls.reduce((sum, { times }) => sum + times, 0) === malformed.length,
  )
  expect(call).toMatchObject({ method: 'GET', page: 'getrequest', status: 400, address: '127.0.0.1' })
  // The next minute is told of again, however many came in this one.
  for (let time = 0; time < 40; time++) await exchange(port, requestText('GET', target, '', ['Bad header']))
  app.clock.advance(61_000)
  await exchange(port, requestText('POST', target, 'x'))
  const [latest, ...before] = await eventually(
    () => callsOf(id),
    ([first]) => first?.method === 'POST',
  )
  expect(latest?.status).toBe(400)
  expect(before.reduce((sum, { times }) => sum + times, 0)).toBeLessThanOrEqual(30)
})

test('malformed calls: one behind an unanswered call ends the connection only', async () => {
  const { sn } = await makeDevice(gym)
  const socket = connect({ host: '127.0.0.1', port })
  await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query('lock table devices in access exclusive mode')
    socket.write(requestText('GET', `/iclock/getrequest?SN=${sn}`))
    await expect.poll(() => waiting(owner, 'answer_form')).toBeGreaterThan(0)
    socket.write(requestText('GET', `/iclock/getrequest?SN=${sn}&INFO=Ver 6.60,1`))
    const ended = once(socket, 'close')
    socket.resume()
    await ended
    await owner.query('commit')
  })
  expect(socket.bytesRead).toBe(0)
  expect((await exchange(port, requestText('GET', `/iclock/ping?SN=${sn}&INFO=a b`))).status).toBe(200)
})

test('malformed calls: other paths and proxied ones are refused as usual', async () => {
  expect((await exchange(port, Buffer.from('GET /v1/x y HTTP/1.1\r\n\r\n'))).text).toContain(
    'La solicitud no se pudo leer',
  )
  const proxied = await startTestApp({ TRUST_PROXY: 'true' })
  try {
    const there = (await proxied.listen()).port
    const spaced = (headers: string[] = []) => requestText('GET', '/iclock/ping?SN=X&INFO=a b', '', headers)
    expect((await exchange(there, spaced(['X-Forwarded-For: 192.0.2.7']))).status).toBe(400)
    expect((await exchange(port, spaced())).status).toBe(200)
  } finally {
    await proxied.close()
  }
})
