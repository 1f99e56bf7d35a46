// Tests the connection state over time, the polled list of terminals, and the time since which records are pending.
import { expect, test } from 'vitest'
import { app, gym, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makeGym } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const ping = (sn: string) => exchangeBytes(port, makeRequestBytes('GET', `/iclock/ping?SN=${sn}`))
const poll = (tag: unknown) => gym.admin.try('devices.list', { headers: { 'if-none-match': String(tag) } })

test('devices.list: 304 while nothing changed, 200 once a terminal connects or disconnects', async () => {
  const { sn } = await makeDevice(gym)
  await ping(sn)
  const first = await gym.admin.try('devices.list')
  expect((await poll(first.headers.etag)).status).toBe(304)
  // The call at 16:00:09 is shown with the same time as the one at 16:00:00, since 10 s is the precision.
  app.clock.advance(9_000)
  await ping(sn)
  expect((await poll(first.headers.etag)).status).toBe(304)
  app.clock.advance(1_000)
  await ping(sn)
  const heard = await poll(first.headers.etag)
  expect([heard.status, heard.answer[0]?.last_seen]).toEqual([200, '2026-06-15T16:00:10.000Z'])
  app.clock.advance(46_000)
  const gone = await poll(first.headers.etag)
  expect([gone.status, gone.answer[0]?.connected]).toEqual([200, false])
  expect((await poll(gone.headers.etag)).status).toBe(304)
  await ping(sn)
  const back = await poll(gone.headers.etag)
  expect([back.status, back.answer[0]?.connected]).toEqual([200, true])
  await makeDevice(gym)
  expect((await poll(back.headers.etag)).answer).toHaveLength(2)
})

test('devices.update: the name “Puerta principal” cannot be changed, other names can', async () => {
  const main = await makeDevice(gym, { name: 'Puerta principal' })
  const side = await makeDevice(gym)
  const rename = ({ id }: { id: number }, body: object) =>
    gym.admin.try('devices.update', { params: { id_device: id }, body })
  const refused = await rename(main, { name: 'Otra' })
  expect([refused.status, refused.text]).toEqual([
    409,
    '{"detail":"El dispositivo Puerta principal no se puede renombrar."}',
  ])
  expect((await rename(main, { name: 'Puerta principal', delay: 5 })).answer).toMatchObject({ delay: 5 })
  expect((await rename(side, { name: 'Otra' })).answer).toMatchObject({ name: 'Otra' })
  expect((await rename(side, { delay: null })).answer).toMatchObject({ delay: null, name: 'Otra' })
  expect((await rename(await makeDevice(await makeGym(app)), { name: 'Ajena' })).status).toBe(404)
})

test('door state: after repeated refusals, a record is pending since the first refusal', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  terminal.faults.failCommands = true
  const ana = await makeClient(gym)
  for (let hour = 0; hour < 4; hour += 1) {
    await terminal.step()
    app.clock.advance(3_600_000)
  }
  await terminal.step()
  expect((await readTerminalStatus())?.oldest_pending).toBe('2026-06-15T16:00:00.000Z')
  const { door } = await gym.admin.call('clients.read', { params: { id_client: ana.id } })
  expect(door[0]).toMatchObject({ current: false, since: '2026-06-15T16:00:00.000Z' })
  terminal.faults.failCommands = false
  app.clock.advance(121_000)
  await waitUntilInSync(terminal)
  expect((await readTerminalStatus())?.oldest_pending).toBeNull()
})

test.each([
  [null, 45],
  [20, 60],
  // A delay over a minute counts as a minute, on the client's page and in the list.
  [3600, 180],
])(
  'last seen: with polls every %s s, client card and device list show a lost connection together',
  async (delay, window) => {
    const { terminal } = await makeRegisteredTerminal(gym, port, { delay })
    await waitUntilInSync(terminal)
    const ana = await makeClient(gym)
    const reason = async () => (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).door[0]?.reason
    app.clock.advance(window * 1000 - 1)
    expect((await gym.admin.call('devices.list'))[0]?.connected).toBe(true)
    expect(await reason()).toBe('Aún no lo ha confirmado')
    // The time of the last call is stored only every 15 s, so the stored one may be earlier.
    app.clock.advance(15_001)
    expect((await gym.admin.call('devices.list'))[0]?.connected).toBe(false)
    expect(await reason()).toBe('Sin conexión')
  },
)
