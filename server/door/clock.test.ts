import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym } from '../testing/factories.ts'
import { commandsOf, makeTerminal, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

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
