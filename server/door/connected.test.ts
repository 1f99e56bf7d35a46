// Connection state over time, and the polled list that shows it.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeDevice, makeGym } from '../testing/factories.ts'
import { exchange, makeTerminal, requestText } from '../testing/terminals.ts'

startDoorApp()

const ping = (sn: string) => exchange(port, requestText('GET', `/iclock/ping?SN=${sn}`))
const list = () => gym.admin.call('devices.list')
const poll = (tag: unknown) => gym.admin.try('devices.list', { headers: { 'if-none-match': String(tag) } })

test.each([
  [2, 45],
  [15, 45],
  [20, 60],
  // Told more, a terminal calls once a minute.
  [3600, 180],
  [null, 45],
])('a delay of %s s: connected until %s s of silence', async (delay, window) => {
  const { sn } = await makeDevice(gym, { delay })
  expect(await list()).toMatchObject([{ connected: false, last_seen: null, delay }])
  await ping(sn)
  expect(await list()).toMatchObject([{ connected: true, last_seen: '2026-06-15T16:00:00.000Z' }])
  app.clock.advance(window * 1000 - 1)
  expect(await list()).toMatchObject([{ connected: true }])
  app.clock.advance(1)
  expect(await list()).toMatchObject([{ connected: false, last_seen: '2026-06-15T16:00:00.000Z' }])
  await ping(sn)
  expect(await list()).toMatchObject([{ connected: true }])
})

test('a change of the delay changes the window', async () => {
  const { sn, id } = await makeDevice(gym, { delay: 2 })
  await ping(sn)
  app.clock.advance(50_000)
  expect(await list()).toMatchObject([{ connected: false }])
  await gym.admin.call('devices.update', { params: { id_device: id }, body: { delay: 30 } })
  expect(await list()).toMatchObject([{ connected: true }])
})

test('the list answers 304 while nothing changed, and anew once a connection comes or goes', async () => {
  const { sn } = await makeDevice(gym)
  await ping(sn)
  const first = await gym.admin.try('devices.list')
  expect((await poll(first.headers.etag)).status).toBe(304)
  // 16:00:09: still the ten seconds in which it was last heard.
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

test('a removed terminal leaves the list still', async () => {
  const [one, two] = [await makeDevice(gym), await makeDevice(gym)]
  await ping(one.sn)
  await ping(two.sn)
  await gym.admin.call('devices.delete', { params: { id_device: one.id } })
  const { headers } = await gym.admin.try('devices.list')
  app.clock.advance(44_000)
  expect((await poll(headers.etag)).status).toBe(304)
  await ping(two.sn)
  app.clock.advance(10_000)
  expect(await list()).toMatchObject([{ id: two.id, connected: true }])
})

test('devices: the name “Puerta principal” cannot be changed, others can', async () => {
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

test.each([
  { delay: 1 },
  { delay: 0 },
  { delay: 2.5 },
  { delay: -2 },
  { sn: '' },
  { sn: 'a b' },
  { sn: 'x'.repeat(65) },
  { name: '' },
])('devices.create: %j is refused', async (fields) => {
  expect((await gym.admin.try('devices.create', { body: { name: 'Puerta', sn: 'SN', ...fields } })).status).toBe(422)
})

test('the delay reaches the terminal with its handshake, within what the protocol allows', async () => {
  for (const [delay, said] of [
    [2, 2],
    [null, 10],
    [3600, 60],
  ]) {
    const { terminal } = await makeTerminal(gym, port, { delay })
    const answers: string[] = []
    terminal.events.on('exchange', ({ answer }) => answers.push(answer))
    await terminal.step()
    expect(answers[0]).toContain(`\nDelay=${said}\n`)
  }
})
