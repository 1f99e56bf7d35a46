// A terminal that comes back to a gym, or comes from elsewhere, brings users with it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym, makePayment } from '../testing/factories.ts'
import { holdings, makeTerminal, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  port = (await app.listen()).port
})
afterAll(() => app.close())

test('who was deleted while the terminal was nobody’s is removed from it; strangers stay', async () => {
  const gym = await makeGym(app)
  const { device, terminal } = await makeTerminal(gym, port)
  const [stays, leaves] = [await makeClient(gym, { name: 'Queda' }), await makeClient(gym, { name: 'Se va' })]
  for (const { id } of [stays, leaves]) await makePayment(gym, { id_client: id })
  terminal.enrol({ pin: '900', name: 'De antes' })
  await settle(terminal)
  expect(terminal.punch(String(leaves.id_zkteco)).opened).toBe(true)

  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  await gym.admin.call('clients.delete', { params: { id_client: leaves.id } })
  await gym.admin.call('devices.create', { body: { name: 'Puerta', sn: device.sn, delay: 2 } })
  await settle(terminal)
  expect(terminal.punch(String(leaves.id_zkteco))).toEqual({ opened: false, reason: 'unknown pin' })
  expect(Object.keys(holdings(terminal)).sort()).toEqual(['1', String(stays.id_zkteco), '900'].sort())
})
