// Calls that no parser takes: what can be read safely is answered, everything else is told.
import { expect, test } from 'vitest'
import { app, gym, port, readStatus, startDoorApp } from '../testing/door-app.ts'
import { makeDevice } from '../testing/factories.ts'
import { eventually, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

const callsOf = async (id: number) => (await gym.admin.call('devices.traffic', { params: { id_device: id } })).calls

test('a terminal that leaves the spaces of its query as they are is served like any', async () => {
  const firmware = { version: 'Ver 6.60 Apr 28 2010' }
  const { device, terminal } = await makeTerminal(gym, port, {}, { firmware, faults: { rawSpaces: true } })
  await settle(terminal)
  expect(terminal.users.size).toBeGreaterThan(0)
  expect(await readStatus()).toMatchObject({ firmware: firmware.version, pending: 0 })
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
  for (let time = 0; time < 30; time++) await exchange(port, requestText('GET', target, '', ['Bad header']))
  app.clock.advance(61_000)
  await exchange(port, requestText('POST', target, 'x'))
  const [latest, ...before] = await eventually(
    () => callsOf(id),
    ([first]) => first?.method === 'POST',
  )
  expect(latest?.status).toBe(400)
  expect(before.reduce((sum, { times }) => sum + times, 0)).toBeLessThanOrEqual(30)
})
