// What a terminal's clock shows, and what is made of it where it is wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeDevice, makeGym, makePayment, makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { setClock } from './drivers/zkteco/attendance-commands.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
  port = (await app.listen()).port
})
afterAll(() => app.close())

test('devices.status: firmware, what waits, and how far the clock is off by a pass that just happened', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym)
  const sn = (await gym.admin.call('devices.list'))[0]?.sn
  const status = async () => (await gym.admin.call('devices.status'))[0]
  expect(await status()).toMatchObject({ pending: expect.any(Number), clock_offset: null })
  expect((await status())?.pending).toBeGreaterThan(0)
  await settle(terminal)
  expect(await status()).toMatchObject({ pending: 0, firmware: expect.any(String) })
  const upload = (time: string) =>
    app.app.inject({
      method: 'POST',
      url: `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`,
      payload: `${client.id_zkteco}\t${time}\t0\t1\n`,
      headers: { 'content-type': 'text/plain' },
    })
  // It was set at the handshake; and it has just begun to call: this may be a backlog.
  await upload('2026-06-15 08:00:00')
  expect((await status())?.clock_offset).toBe(0)
  for (let minute = 0; minute < 3; minute += 1) {
    app.clock.advance(30_000)
    await settle(terminal)
  }
  await upload('2026-06-15 12:03:30')
  expect((await status())?.clock_offset).toBe(120)
})

test('a clock that was seen to be wrong is set each day, and is right when a pass says so, not when the terminal does', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  const client = await makeClient(gym)
  await settle(terminal)
  await asOwner(app, (owner) => owner.query('update devices set clock_offset = 7200 where id = $1', [device.id]))
  const texts = commandsOf(terminal)
  // Nothing else changes: it is set after each of two midnights but the first, which comes half a day after its handshake.
  for (let half = 0; half < 96; half += 1) {
    app.clock.advance(30 * 60_000)
    await settle(terminal)
  }
  expect(texts.filter((text) => text.includes('DateTime='))).toHaveLength(1)
  const status = async () => (await gym.admin.call('devices.status'))[0]
  expect(await status()).toMatchObject({ clock_offset: 7200 })
  for (let poll = 0; poll < 4; poll += 1) {
    app.clock.advance(20_000)
    await settle(terminal)
  }
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-17 12:01:20' })
  await settle(terminal)
  expect(Math.abs((await status())?.clock_offset ?? 7200)).toBeLessThan(5)
})

test('devices.clock: a terminal is given the time when a person says so, once', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  await settle(terminal)
  app.clock.advance(3_600_000)
  await settle(terminal)
  const texts = commandsOf(terminal)
  await gym.admin.call('devices.clock', { params: { id_device: device.id } })
  expect(await settle(terminal)).toBe(0)
  await settle(terminal)
  expect(texts).toEqual([setClock('2026-06-15 13:00:00')])
  expect((await gym.admin.try('devices.clock', { params: { id_device: device.id + 1 } })).status).toBe(404)
})

test('devices.clock: one that will not take the time says so, until it does', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { terminal, device } = await makeTerminal(gym, port)
  await settle(terminal)
  const refuses = async () => (await gym.admin.call('devices.status'))[0]?.refuses_clock
  for (const refused of [true, false]) {
    terminal.faults.failCommands = refused
    await gym.admin.call('devices.clock', { params: { id_device: device.id } })
    await settle(terminal)
    expect(await refuses()).toBe(refused)
  }
})

test('of a backlog of a wrong clock nobody knows when it was, nor who had a right then: it is kept, marked, and accuses nobody', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const { sn } = await makeDevice(gym, { name: 'Puerta' })
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await makePayment(gym, { id_client: luis.id, start_date: '2026-06-15' })
  const rosa = await makeUser(gym, 'gym_worker', { name: 'Rosa', is_active: false })
  const send = (...lines: string[]) =>
    exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))
  const news = async () => (await gym.admin.call('notifications.list')).items.map(({ message }) => message).toReversed()
  const without = async () => (await gym.admin.call('devices.status'))[0]?.passes_without_right
  await send(
    `${ana.id_zkteco}\t2000-01-01 00:00:10`,
    `${rosa.id_zkteco}\t2000-01-01 00:01:00`,
    `${luis.id_zkteco}\t2000-01-01 00:01:20`,
  )
  expect(await news()).toEqual(['Ana ha ingresado al gimnasio.', 'Luis ha ingresado al gimnasio.'])
  expect(await without()).toBe(0)
  expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: false })
  expect((await gym.admin.call('attendances.list')).total).toBe(2)
  // However long it is: a part that is recorded for itself is a part of it.
  const hour = Array.from({ length: 1000 }, (_, at) => {
    const [minute, second] = [Math.floor(at / 60), at % 60].map((each) => String(each).padStart(2, '0'))
    return `${luis.id_zkteco}\t2000-01-02 01:${minute}:${second}`
  })
  await send(...hour, `${ana.id_zkteco}\t2000-01-02 09:00:00`)
  expect(await without()).toBe(0)
  // A face that stands before it is no backlog: whoever it is enters now.
  app.clock.advance(600_000)
  await send(`${ana.id_zkteco}\t2000-01-01 03:00:00`, `${ana.id_zkteco}\t2000-01-01 03:00:01`)
  expect((await news()).at(-1)).toBe('Ana ha ingresado al gimnasio. Sin derecho: sin membresía (Puerta).')
  expect(await without()).toBe(1)
  // What has a time of its own is judged by that, also beside what has none.
  await send(`${luis.id_zkteco}\t2000-01-01 04:00:00`, `${rosa.id_zkteco}\t2026-06-15 11:59:00`)
  expect(await without()).toBe(2)
})
