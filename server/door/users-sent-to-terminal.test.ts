// Tests which people are sent to a terminal, in which order, how long they stay, and how rights end.
import { expect, test } from 'vitest'
import { queryAsOwner } from '../testing/database-digest.ts'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const names = (held: Record<string, string>) =>
  Object.values(held)
    .map((record) => record.replace('  ', ' '))
    .sort()

test('desired state: contains staff, current and future rights, recent expiries and new clients', async () => {
  const day = (await makePlan(gym, { duration_days: 1 })).id
  const month = (await makePlan(gym)).id
  const paid: [string, number, string][] = [
    ['Con derecho', month, '2026-06-01'],
    ['Por empezar', month, '2026-07-30'],
    ['Hasta hace 30 días', day, '2026-05-15'],
    ['Hasta hace 31', day, '2026-05-14'],
  ]
  for (const [name, id_membership, start_date] of paid)
    await makePayment(gym, { id_client: (await makeClient(gym, { name })).id, id_membership, start_date })
  await makeUser(gym, 'gym_worker', { name: 'Del personal' })
  for (const [name, made] of [
    ['Nunca, hace 89 días', '2026-03-18T16:00:00Z'],
    ['Nunca, hace 91', '2026-03-16T16:00:00Z'],
  ]) {
    const { id } = await makeClient(gym, { name })
    await queryAsOwner(app, 'update clients set created_at = $1 where gym_id = $2 and id = $3', [made, gym.gym.id, id])
  }
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  expect(names(formatTerminalUsersByPin(terminal))).toEqual([
    '0 Con derecho',
    '0 Del personal',
    '0 Dueña',
    '3 Hasta hace 30 días',
    '3 Nunca, hace 89 días',
    '3 Por empezar',
  ])
})

test('desired state: expired users stay blocked on the terminal until 80 % of it is full', async () => {
  const users = Array.from({ length: 77 }, (_, at) => ({ pin: String(5000 + at), name: `Persona ${at}`, verify: 0 }))
  const firmware = { capacity: 100, countsHundreds: true }
  const { terminal, device } = await makeRegisteredTerminal(gym, port, {}, { users, firmware })
  const once = await makeClient(gym, { name: 'De un día' })
  const id_membership = (await makePlan(gym, { duration_days: 1 })).id
  await makePayment(gym, { id_client: once.id, id_membership, start_date: '2026-06-15' })
  await gym.admin.call('devices.census', { params: { id_device: device.id }, body: { act: 'ask' } })
  await waitUntilInSync(terminal)
  const held = () => formatTerminalUsersByPin(terminal)[String(once.id_zkteco)]
  expect([held(), (await readTerminalStatus())?.capacity]).toEqual(['0  De un día', 100])
  app.clock.set('2026-07-20T16:00:00Z')
  await waitUntilInSync(terminal)
  // The terminal has 79 users: 77 unknown users, the owner and this client.
  expect([held(), terminal.users.size]).toEqual(['3  De un día', 79])
  const member = await makeClient(gym, { name: 'Ana' })
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  expect(held()).toBeUndefined()
  expect(terminal.users.has(String(member.id_zkteco))).toBe(true)
  // Free space on the terminal does not bring the client back, but a new right does.
  await waitUntilInSync(terminal)
  expect(held()).toBeUndefined()
  await makePayment(gym, { id_client: once.id, id_membership, start_date: '2026-07-20' })
  await waitUntilInSync(terminal)
  expect(held()).toBe('0  De un día')
})

test('expired right: counts as ended by the terminal unless its clock is wrong', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port, {}, { firmware: { validTimeCode: 0 } })
  const plan = await makePlan(gym, { duration_days: 1 })
  const ana = await makeClient(gym)
  await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  app.clock.set('2026-06-16T16:00:00Z')
  const told = async () => {
    const [status] = await gym.admin.call('devices.status')
    const { door } = await gym.admin.call('clients.read', { params: { id_client: ana.id } })
    return [status?.expires_itself, status?.can_still_enter, door[0]?.state]
  }
  expect(await told()).toEqual(['yes', 0, 'blocked'])
  await queryAsOwner(app, `update devices set clock_offset = -172800 where id = $1 and gym_id = $2`, [
    device.id,
    gym.gym.id,
  ])
  expect(await told()).toEqual(['unproven', 1, 'allowed'])
})

test('former staff: counted as able to enter while the terminal is disconnected', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const [rosa, juan] = [await makeUser(gym, 'gym_worker'), await makeUser(gym, 'gym_worker')]
  const ana = await makeMember()
  await waitUntilInSync(terminal)
  const told = async () => {
    const [status] = await gym.admin.call('devices.status')
    return [status?.can_still_enter, status?.dismissed_can_still_enter]
  }
  expect(await told()).toEqual([0, 0])
  terminal.goOffline()
  await gym.admin.call('users.update', { params: { id_user: rosa.id }, body: { is_active: false } })
  await gym.admin.call('users.delete', { params: { id_user: juan.id } })
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
  expect(await told()).toEqual([3, 2])
  terminal.goOnline()
  await waitUntilInSync(terminal)
  expect(await told()).toEqual([0, 0])
})

test('urgent records: a member who just paid enters after the next poll during many removals', async () => {
  const users = Array.from({ length: 120 }, (_, at) => ({ pin: String(5000 + at), name: `Persona ${at}`, verify: 0 }))
  const { terminal, device } = await makeRegisteredTerminal(gym, port, {}, { users })
  const member = await makeClient(gym, { name: 'Ana' })
  const params = { id_device: device.id }
  await gym.admin.call('devices.census', { params, body: { act: 'ask' } })
  await waitUntilInSync(terminal)
  expect(terminal.punch(String(member.id_zkteco)).opened).toBe(false)
  await gym.admin.call('devices.decide', { params, body: { act: 'remove', pins: users.map(({ pin }) => pin) } })
  await terminal.step()
  await makePayment(gym, { id_client: member.id, start_date: '2026-06-15' })
  const texts = recordCommands(terminal)
  await terminal.step()
  expect(texts.filter((text) => /^DATA UPDATE .*Name=Ana/.test(text))).toHaveLength(1)
  expect(terminal.punch(String(member.id_zkteco)).opened).toBe(true)
  // Removals fill the answers that are not needed for urgent records.
  const before = terminal.users.size
  await terminal.step()
  expect(before - terminal.users.size).toBe(40)
  await waitUntilInSync(terminal)
  expect([...terminal.users.keys()].filter((pin) => pin.startsWith('5') && pin.length === 4)).toEqual([])
})
