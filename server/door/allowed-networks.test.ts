// Tests that DOOR_NETWORKS refuses callers from other networks before reading their requests, and counts them.
import { afterAll, expect, test, vi } from 'vitest'
import { makeDevice, makeGym } from '../testing/factories.ts'
import { RecordedLog } from '../testing/recorded-log.ts'
import { exchangeBytes, makeRequestBytes } from '../testing/simulated-terminals.ts'
import { startTestApp, startTestAppForFile } from '../testing/test-app.ts'

const [inside, outside] = ['127.0.1.5', '127.0.2.5']
const networks = '127.0.0.1, 127.0.1.0/24 2001:db8::/32'
const logTo = new RecordedLog()
const app = await startTestAppForFile({ DOOR_NETWORKS: networks, LOG_LEVEL: 'warn' }, { logStream: logTo })
const behind = await startTestApp({ DOOR_NETWORKS: networks, TRUST_PROXY: 'true' })
const port = (await app.listen()).port
const proxied = (await behind.listen()).port
const gym = await makeGym(app)
app.clock.set('2026-06-15T16:00:00Z')
afterAll(async () => {
  await behind.close()
})

const told = () => logTo.lines('outside DOOR_NETWORKS')
const counted = async () =>
  Number(/torniquete_door_refused_total\{why="network"\} (\d+)/.exec((await app.app.inject('/metrics')).body)?.[1])

test('DOOR_NETWORKS: other callers are refused unread, counted, and logged once a minute', async () => {
  const { sn } = await makeDevice(gym)
  const before = await counted()
  const { database } = app
  const [platform, read, write] = [
    vi.spyOn(database.platform, 'query'),
    vi.spyOn(database, 'read'),
    vi.spyOn(database, 'write'),
  ]
  const poll = makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`)
  for (let call = 0; call < 3; call++) {
    const { status, text } = await exchangeBytes(port, poll, outside)
    expect([status, text]).toEqual([403, 'ERROR'])
  }
  // The server answers at once and does not wait for the announced body, which is never sent.
  const upload = `POST /iclock/cdata?SN=${sn}&table=ATTLOG HTTP/1.1\r\nContent-Length: 900000\r\n\r\n`
  expect((await exchangeBytes(port, upload, outside)).status).toBe(403)
  for (const spy of [platform, read, write]) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
  expect(await counted()).toBe(before + 4)
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain(outside)
  expect(told()[0]).not.toContain(sn)
  app.clock.advance(60_000)
  await exchangeBytes(port, poll, outside)
  expect(told()).toHaveLength(2)
  expect(JSON.parse(told()[1] ?? '')).toMatchObject({ address: outside, calls: before + 5 })
  // The refused call left no trace: the same call is served when it comes from an allowed network.
  expect((await gym.admin.call('devices.status'))[0]?.origin_conflict).toBeNull()
  expect((await exchangeBytes(port, poll, inside)).text).toMatch(/^C:/)
  // Pages and API calls are not limited to DOOR_NETWORKS.
  expect((await exchangeBytes(port, makeRequestBytes('GET', '/health'), outside)).status).toBe(200)
})

test.each([
  ['127.0.1.9', 200],
  ['::ffff:127.0.1.9', 200],
  ['2001:db8:1::7', 200],
  ['::ffff:203.0.113.9', 403],
  ['2001:db9::7', 403],
  ['unknown', 403],
  // Only the last address was added by the proxy; the caller may have forged the ones before.
  ['127.0.1.9, 203.0.113.9', 403],
  ['203.0.113.9, 127.0.1.9', 200],
])('DOOR_NETWORKS behind a proxy: a call with X-Forwarded-For %s gets status %i', async (forwarded, status) => {
  const call = makeRequestBytes('GET', '/iclock/getrequest?SN=NEW', '', [`X-Forwarded-For: ${forwarded}`])
  expect((await exchangeBytes(proxied, call)).status).toBe(status)
})

test('DOOR_NETWORKS without a proxy: the X-Forwarded-For header is ignored', async () => {
  const call = makeRequestBytes('GET', '/iclock/getrequest?SN=NEW', '', [`X-Forwarded-For: ${inside}`])
  expect((await exchangeBytes(port, call, outside)).status).toBe(403)
})
