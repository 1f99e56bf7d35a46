// Tests two servers on one database: terminals and screens of each server get what the other server received.
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AreaChanges } from '../platform/db/transaction.ts'
import { ChangeFeed } from '../platform/live/change-feed.ts'
import { makeClient, makeGym, makePayment, type TestGym } from '../testing/factories.ts'
import { startSecondServer } from '../testing/second-server.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  makeSimulatedTerminal,
  toPin,
  waitUntil,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'
import { TerminalRegistry } from './terminals.ts'

let gym: TestGym
const a = await startTestAppForFile({}, { doorTimeoutMs: 5000 })
const b = await startSecondServer(a)
const [portA, portB] = [(await a.listen()).port, (await b.listen()).port]
beforeAll(async () => {
  for (const { app } of [a, b])
    await waitUntil(
      async () => /^torniquete_announcements_heard 1$/m.test((await app.inject('/metrics')).payload),
      Boolean,
    )
})
beforeEach(async () => {
  gym = await makeGym(a)
})
afterAll(() => b.close())

const verifyOf = (terminal: Terminal, client: { id_zkteco: number | null }) =>
  terminal.step().then(() => terminal.users.get(toPin(client))?.verify)
const ask = async (port: number, sn: string) =>
  (await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`))).text
const greet = (port: number, sn: string) =>
  exchangeBytes(port, makeRequestBytes('GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1&language=83`))

test('two servers: a sale on one server reaches the terminal that calls the other server', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, portB)
  const client = await makeClient(gym)
  await waitUntilInSync(terminal)
  await makePayment(gym, { id_client: client.id })
  await waitUntil(async () => (await verifyOf(terminal, client)) === 0, Boolean)
})

test('two servers: a request to open on one opens the terminal that calls the other server', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, portB)
  await waitUntilInSync(terminal)
  terminal.start()
  const reply = await gym.admin.try('door.open')
  await terminal.stop()
  expect([reply.status, reply.answer]).toEqual([
    200,
    { id: expect.any(Number), device: { id: device.id, name: device.name } },
  ])
  expect(terminal.doorOpenings).toHaveLength(1)
})

test('two servers: a pass received by one server notifies on the other server', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, portA)
  const client = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: client.id })
  await waitUntilInSync(terminal)
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${portB}/v1/notifications/sse`, {
    headers: { authorization: `Bearer ${gym.admin.token}` },
    signal: abort.signal,
  })
  let seen = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) seen += new TextDecoder().decode(chunk)
  })().catch(() => {})
  await waitUntil(() => seen.includes('data: []'), Boolean)
  terminal.forcePunch({ pin: String(client.id_zkteco), time: terminalTime() })
  await waitUntilInSync(terminal)
  await waitUntil(() => seen.includes('Ana ha ingresado al gimnasio.'), Boolean)
  abort.abort()
  await reading
})

const terminalTime = () => new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

test('two servers: an upload to one server changes the commands of the other server', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, portA)
  await makeClient(gym)
  await waitUntilInSync(terminal)
  const elsewhere = makeSimulatedTerminal(portB, device.sn, { users: terminal.users.values() })
  await waitUntilInSync(elsewhere)
  expect(await waitUntilInSync(terminal)).toBe(0)
  // Server A receives the report that the terminal was emptied; the poll goes to server B.
  const line = 'OPLOG 13\t0\t2026-06-15 12:00:00\t0\t0\t0\t0\n'
  await exchangeBytes(portA, makeRequestBytes('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG`, line))
  await waitUntil(async () => (await ask(portB, device.sn)).startsWith('C:'), Boolean)
})

test('two servers: dialect, stamps and encoding found by one server are used by the other server', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, portB)
  await waitUntilInSync(terminal)
  await greet(portA, device.sn)
  await makeClient(gym, { name: '王' })
  const poll = () => exchangeBytes(portB, makeRequestBytes('GET', `/iclock/getrequest?SN=${device.sn}`))
  const { body } = await waitUntil(poll, ({ text }) => text.includes('Name='))
  // The terminal uses GBK, which has two bytes for this character instead of three in UTF-8.
  expect(Buffer.from(body).toString('hex')).toContain('4e616d653dcdf509')
  const line = '4711\t2026-06-15 12:00:00\t255\t15'
  await exchangeBytes(portA, makeRequestBytes('POST', `/iclock/cdata?SN=${device.sn}&table=ATTLOG&Stamp=123`, line))
  expect((await greet(portB, device.sn)).text).toContain('ATTLOGStamp=123')
})

test('two servers: a terminal that polls both in turn gets no command twice', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, portA)
  const { sn } = device
  await makeClient(gym)
  const both = async () => [await ask(portA, sn), await ask(portB, sn)]
  const settled = () => waitUntil(both, (texts) => texts.every((text) => text === 'OK'))
  await greet(portA, sn)
  await waitUntilInSync(terminal)
  await settled()
  // The zone's offset is an option. After a change, one server sends the command to read the options again.
  await gym.admin.call('gym-info.update', { body: { timeZone: 'Europe/Madrid' } })
  await waitUntil(both, (texts) => texts.join().includes('CHECK'))
  await greet(portA, sn)
  await waitUntilInSync(terminal)
  await settled()
  a.clock.advance(121_000)
  expect(await both()).toEqual(['OK', 'OK'])
  a.clock.reset()
  const past = 'OPLOG 13\t0\t2026-06-15 12:00:00\t0\t0\t0\t0\n'
  await exchangeBytes(portA, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=OPERLOG`, past))
  // The other server needs the announcement to know that the census was restarted.
  await b.live.announcing.look()
  expect((await both()).join().match(/DATA QUERY/g)).toHaveLength(1)
})

test('two servers: a newly registered terminal is served before its announcement arrives', async () => {
  const live = new ChangeFeed()
  const terminals = new TerminalRegistry(a.database, live)
  const hear = (changes: AreaChanges) => live.applyChanges(performance.now(), '0', [{ xid: '1', changes }])
  hear([])
  // The lookup fills the cached list of serial numbers before the terminal is registered.
  expect([await terminals.find('nobody'), await terminals.find('nobody')]).toEqual([null, null])
  const { device } = await makeRegisteredTerminal(gym, portA)
  expect(await terminals.find(device.sn)).toMatchObject({ id: device.id })
  // A change of the terminal's address causes the same announcement.
  hear([{ gym: gym.gym.id, area: 'devices' }])
  expect(await Promise.all([terminals.find(device.sn), terminals.find(device.sn)])).toMatchObject([
    { id: device.id },
    { id: device.id },
  ])
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  hear([{ gym: gym.gym.id, area: 'devices' }])
  expect(await terminals.find(device.sn)).toBeNull()
})

test('two servers: a terminal registered, changed or removed on one is known to the other server', async () => {
  const poll = (sn: string) => greet(portB, sn)
  const { device } = await makeRegisteredTerminal(gym, portB, { delay: 7 })
  expect((await poll(device.sn)).text).toContain('\nDelay=7\n')
  await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { delay: 9 } })
  await waitUntil(
    () => poll(device.sn),
    ({ text }) => text.includes('\nDelay=9\n'),
  )
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  await waitUntil(
    () => poll(device.sn),
    ({ text }) => text === 'OK',
  )
})
