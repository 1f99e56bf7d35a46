import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym } from '../testing/factories.ts'
import { makeTerminal, settle } from '../testing/terminals.ts'
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
