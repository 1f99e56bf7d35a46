// How a terminal is told to keep people out may be changed while it holds them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makeUnreadDevice } from '../testing/factories.ts'
import { settle, terminalAt } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
  port = (await app.listen()).port
})
afterAll(() => app.close())

test('devices.update: whom it keeps out is sent again in the other way, and what was seen of it counts no more', async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(app)
  const device = await makeUnreadDevice(gym)
  const of = { params: { id_device: device.id } }
  const terminal = terminalAt(port, device.sn, {})
  const out = await makeClient(gym, { name: 'Ana' })
  const member = await makeClient(gym, { name: 'Luis' })
  await makePayment(gym, { id_client: member.id, start_date: '2026-06-01' })
  await settle(terminal)
  const groups = () => [out, member].map(({ id_zkteco }) => terminal.users.get(String(id_zkteco))?.group)
  expect(groups()).toEqual([1, 1])
  await gym.admin.call('devices.prove', { ...of, body: { opened: false } })
  expect((await gym.admin.call('devices.status'))[0]?.block_proven_at).not.toBeNull()

  await gym.admin.call('devices.update', { ...of, body: { block: 'group', block_group: 3 } })
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ block_proven_at: null, pending: 1 })
  await settle(terminal)
  expect(groups()).toEqual([3, 1])
  await gym.admin.call('devices.update', { ...of, body: { name: 'Otra puerta' } })
  expect((await gym.admin.call('devices.status'))[0]?.pending).toBe(0)
})
