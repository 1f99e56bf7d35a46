// Tests that a removed terminal can be emptied first, and that the users of a returning terminal are read.
import { expect, test } from 'vitest'
import { logInAs } from '../testing/api-caller.ts'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import {
  logInMaster,
  makeClient,
  makeDevice,
  makeDeviceBeforeCensus,
  makeGym,
  makePayment,
  testPassword,
} from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeSimulatedTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

async function hang() {
  const device = await makeDeviceBeforeCensus(gym)
  const users = [{ pin: '900', name: 'Ajena', verify: 0 }]
  const client = await makeMember({ name: 'Ana' }, '2026-06-01')
  const terminal = makeSimulatedTerminal(port, device.sn, { users })
  await waitUntilInSync(terminal)
  const of = { params: { id_device: device.id } }
  return { terminal, client, of, empty: () => gym.admin.call('devices.delete', { ...of, query: { empty: true } }) }
}
const listed = async () => (await gym.admin.call('devices.status')).map(({ leaving }) => leaving)

test('devices.delete: the terminal is emptied first and gets no other commands', async () => {
  const { terminal, client, empty } = await hang()
  expect([...terminal.users.keys()].sort()).toContain('900')
  await empty()
  expect(await listed()).toEqual([true])
  // A client created during the removal is not sent to the terminal.
  await makeClient(gym, { name: 'Luis' })
  expect((await gym.admin.call('clients.read', { params: { id_client: client.id } })).door).toEqual([])
  const texts = recordCommands(terminal)
  await terminal.step()
  expect(texts.filter((text) => /UPDATE USERINFO/.test(text))).toEqual([])
  await terminal.step()
  expect(terminal.users.size).toBe(0)
  expect(await listed()).toEqual([])
  // The emptied terminal belongs to no gym, so it gets no users.
  await terminal.step()
  expect(terminal.users.size).toBe(0)
})

test('devices.delete: a terminal that refuses to be emptied stays listed, and can be deleted', async () => {
  const { terminal, of, empty } = await hang()
  terminal.faults.failCommands = true
  await empty()
  expect((await readTerminalStatus())?.refuses_emptying).toBe(false)
  for (let step = 0; step < 3; step++) await terminal.step()
  expect(await listed()).toEqual([true])
  expect((await readTerminalStatus())?.refuses_emptying).toBe(true)
  await gym.admin.call('devices.delete', of)
  expect(await listed()).toEqual([])
})

test('devices.update: a new serial number cancels the removal of the terminal', async () => {
  const { of, empty } = await hang()
  await empty()
  await gym.admin.call('devices.update', { ...of, body: { sn: 'OTRO123' } })
  expect(await listed()).toEqual([false])
})

test('re-registered terminal: clients deleted before its return are removed, unknown users stay', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const [stays, leaves] = [await makeMember({ name: 'Queda' }), await makeMember({ name: 'Se va' })]
  terminal.enrol({ pin: '900', name: 'De antes' })
  await waitUntilInSync(terminal)
  expect(terminal.punch(String(leaves.id_zkteco)).opened).toBe(true)

  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  await gym.admin.call('clients.delete', { params: { id_client: leaves.id } })
  await gym.admin.call('devices.create', { body: { name: 'Puerta', sn: device.sn, delay: 2 } })
  await waitUntilInSync(terminal)
  expect(terminal.punch(String(leaves.id_zkteco))).toEqual({ opened: false, reason: 'unknown pin' })
  expect(Object.keys(formatTerminalUsersByPin(terminal)).sort()).toEqual(['1', String(stays.id_zkteco), '900'].sort())
})

test('gyms.restore: a terminal that has served another gym is read before records are sent', async () => {
  // The database's own clock limits the restore of a gym to 30 days, so the test uses the real time.
  app.clock.reset()
  const [platform, other] = [await logInMaster(app), await makeGym(app)]
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const own = await makeClient(gym, { name: 'De la casa' })
  await makePayment(gym, { id_client: own.id })
  await waitUntilInSync(terminal)
  const before = formatTerminalUsersByPin(terminal)

  await platform.call('gyms.delete', { params: { id: gym.gym.id } })
  await makeDevice(other, { sn: device.sn })
  const stranger = await makeClient(other, { name: 'De otra parte', id_zkteco: own.id_zkteco })
  await makePayment(other, { id_client: stranger.id })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)).not.toEqual(before)

  await platform.call('gyms.delete', { params: { id: other.gym.id } })
  await platform.call('gyms.restore', { params: { id: gym.gym.id } })
  await waitUntilInSync(terminal)
  expect(Object.values(formatTerminalUsersByPin(terminal))).toEqual(expect.arrayContaining(Object.values(before)))
  const admin = await logInAs(app.app, gym.gym.username, testPassword)
  const people = await admin.call('devices.people', { params: { id_device: device.id } })
  expect(people.map(({ kind, name }) => `${kind} ${name}`)).toContain('stranger De otra parte')
})
