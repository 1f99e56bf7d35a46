// A terminal that comes back to a gym, or comes from elsewhere, brings users with it.
import { expect, test } from 'vitest'
import { logInAs } from '../testing/api.ts'
import { makeClient, makeDevice, makeGym, makePayment, master, password } from '../testing/factories.ts'
import { holdings, makeTerminal, settle } from '../testing/terminals.ts'
import { openTestApp } from '../testing/test-app.ts'

const app = await openTestApp()
const port = (await app.listen()).port

test('re-registered terminal: people deleted meanwhile are removed, unknown users stay', async () => {
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

test('restored gym: a terminal of another gym is registered by saving it once it is free', async () => {
  const platform = await master(app)
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const of = { params: { id: gym.gym.id } }
  const { device, terminal } = await makeTerminal(gym, port)
  const own = await makeClient(gym, { name: 'De la casa' })
  await makePayment(gym, { id_client: own.id })
  await settle(terminal)
  const before = holdings(terminal)

  await platform.call('gyms.delete', of)
  const taken = await makeDevice(other, { sn: device.sn })
  await settle(terminal)
  await platform.call('gyms.restore', of)
  const save = { params: { id_device: device.id }, body: { delay: 3 } }
  const admin = await logInAs(app.app, gym.gym.username, password)
  expect((await admin.try('devices.update', save)).status).toBe(409)
  await other.admin.call('devices.delete', { params: { id_device: taken.id } })
  expect((await admin.try('devices.update', save)).status).toBe(200)
  await settle(terminal)
  expect(holdings(terminal)).toEqual(before)
})
