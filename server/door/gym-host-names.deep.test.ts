// Tests DOOR_DOMAIN: a terminal that calls by its gym's host name belongs to that gym; from then on its serial number
// alone is not enough.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeClient, makeDevice, makeGym, makeUniqueText, type TestGym } from '../testing/factories.ts'
import { RecordedLog } from '../testing/recorded-log.ts'
import { exchangeBytes, makeRequestBytes, waitUntil } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

const [own, theirs] = ['127.0.0.1', '127.0.0.77']
let gym: TestGym
let host: string
let sn: string
let id: number
const logTo = new RecordedLog()
const app = await startTestAppForFile(
  { DOOR_DOMAIN: 'Door.example.com', SESSION_HOURS: '8760', LOG_LEVEL: 'trace' },
  { logStream: logTo },
)
const port = (await app.listen()).port
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
  host = await hostOf(gym)
  const device = await makeDevice(gym)
  sn = device.sn
  id = device.id
})
// The reset also runs after a failed test, so that the next test is not affected.
afterEach(() => {
  vi.restoreAllMocks()
})

const call = (target: string, to: string, address = own, body?: string) =>
  exchangeBytes(
    port,
    makeRequestBytes(body === undefined ? 'GET' : 'POST', `/iclock/${target}`, body ?? '', [`Host: ${to}`]),
    address,
  )
const poll = async (to: string, address = own, number = sn) => (await call(`getrequest?SN=${number}`, to, address)).text
/** Returns the gym's host name once the server has read it, which takes up to a second for a new name. */
async function hostOf(of: TestGym): Promise<string> {
  const to = (await of.admin.call('devices.address')).host ?? ''
  const other = await makeDevice(of)
  await waitUntil(async () => (await poll(to, own, other.sn)).startsWith('C:'), Boolean)
  return to
}
const unknown = async ({ admin }: TestGym = gym) => (await admin.call('devices.unknown')).map((row) => row.sn)
const conflict = async () => (await gym.admin.call('devices.status')).find((row) => row.id === id)?.origin_conflict

test('gym host name: unique per gym, visible only to super admins of the gym, never logged', async () => {
  expect(host).toMatch(/^[0-9a-f]{12}\.door\.example\.com$/)
  expect(await hostOf(await makeGym(app))).not.toBe(host)
  for (const role of ['gym_admin', 'gym_worker'] as const)
    expect((await (await gym.as(role)).try('devices.address')).status).toBe(403)
  await poll(host)
  await poll(host, theirs)
  expect(logTo.text).toContain('a call')
  expect(logTo.text).not.toContain(host.slice(0, 12))
})

test.each(['', ':8081', '.:80'])(
  'gym host name: a terminal is served with any spelling of the host: %j',
  async (ending) => {
    expect(await poll(`${host.toUpperCase()}${ending}`)).toMatch(/^C:/)
  },
)

test('gym host name: with the name of another gym, a terminal is answered as unregistered', async () => {
  const other = await makeGym(app)
  for (const to of [await hostOf(other), `000000000000.${host.slice(13)}`, `x.${host}`]) {
    expect([to, await poll(to)]).toEqual([to, 'OK'])
    expect((await call(`cdata?SN=${sn}&options=all`, to)).text).toBe('OK')
    expect((await call(`cdata?SN=${sn}&table=ATTLOG`, to, own, '1\t2026-06-15 11:00:00\n')).status).toBe(503)
  }
  expect(await conflict()).toBeNull()
  expect(await unknown(other)).toEqual(await unknown())
  const invented = makeUniqueText('INVENTED')
  await poll(`000000000000.${host.slice(13)}`, own, invented)
  expect(JSON.stringify(await unknown())).not.toContain(invented.slice(0, -4))
})

test('gym host name: calls by invented names cause at most one query a second', async () => {
  const asked = vi.spyOn(app.database.platform, 'query')
  const begun = performance.now()
  await Promise.all(Array.from({ length: 30 }, (_, at) => poll(`${100000000000 + at}.${host.slice(13)}`)))
  const seconds = Math.ceil((performance.now() - begun) / 1000)
  const looked = asked.mock.calls.filter(([text]) => String(text).includes('gym_host_names'))
  expect(looked.length).toBeLessThanOrEqual(1 + seconds)
})

test('gym host name: an unregistered terminal that calls by it is listed with its full number', async () => {
  const number = `${makeUniqueText('NEW')}-9Z7Q`
  const neighbour = await makeGym(app)
  await poll(host, '127.0.9.9', number)
  expect(await unknown()).toContain(number)
  expect(JSON.stringify(await unknown(neighbour))).not.toContain(number.slice(0, -4))
  expect((await gym.admin.try('devices.create', { body: { name: 'Puerta', sn: number } })).status).toBe(201)
  expect(await poll(host, '127.0.9.9', number)).toMatch(/^C:/)
})

describe('terminal that called by its gym’s host name', () => {
  beforeEach(async () => {
    expect(await poll(host)).toMatch(/^C:/)
    app.clock.advance(6_000)
  })

  test('gym host name: a terminal that used it once is not served by any other name', async () => {
    const client = await makeClient(gym, { card_number: '777' })
    for (const [address, to] of [
      [theirs, '203.0.113.5'],
      [own, host.slice(13)],
      [own, `${host}.example.org`],
    ] as const) {
      app.clock.advance(3_600_000)
      expect([to, await poll(to, address)]).toEqual([to, 'OK'])
      expect((await call(`cdata?SN=${sn}&options=all`, to, address)).text).toBe('OK')
      const pass = `${client.id_zkteco}\t2026-06-15 11:00:00\n`
      expect((await call(`cdata?SN=${sn}&table=ATTLOG`, to, address, pass)).status).toBe(503)
      expect(await conflict()).toMatchObject({ address, lacks: 'name' })
    }
    expect((await gym.admin.call('attendances.list')).total).toBe(0)
    expect(await poll(host)).toMatch(/^C:/)
  })
})
