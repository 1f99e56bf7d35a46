// Tests with a simulated terminal that its users converge to the desired state.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const params = ({ id }: { id: number }) => ({ id_client: id })
const of = ({ id }: { id: number }) => ({ params: { id_device: id } })
const decide = (
  device: { id: number },
  act: 'accept' | 'reject',
  person: { id_zkteco: number | null },
  kind: 'card' | 'privilege' = 'card',
) => gym.admin.try('devices.decide', { ...of(device), body: { act, pin: toPin(person), kind } })

test('convergence: a client’s record follows blocking, payment, deactivation and expiry', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym, { name: 'Ana' })
  const pin = toPin(client)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
  expect(terminal.punch(pin)).toEqual({ opened: false, reason: 'blocked' })

  const plan = await makePlan(gym, { duration_days: 2 })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  expect(terminal.punch(pin).opened).toBe(true)

  await gym.admin.call('clients.update', { params: params(client), body: { is_active: false } })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
  await gym.admin.call('clients.update', { params: params(client), body: { is_active: true } })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('0  Ana')

  // The day 2026-06-17 begins in Santo Domingo at 04:00 UTC.
  app.clock.set('2026-06-17T03:59:59Z')
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('0  Ana')
  app.clock.set('2026-06-17T04:00:00Z')
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
})

test('convergence: staff may enter while their account is active', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const user = await makeUser(gym, 'gym_worker', { name: 'Luis' })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[toPin(user)]).toBe('0  Luis')
  await gym.admin.call('users.update', { params: { id_user: user.id }, body: { is_active: false } })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[toPin(user)]).toBe('3  Luis')
  await gym.admin.call('users.delete', { params: { id_user: user.id } })
  await waitUntilInSync(terminal)
  expect(terminal.users.has(toPin(user))).toBe(false)
})

test('convergence: a terminal that was offline gets only the records that differ', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const clients = await Promise.all(Array.from({ length: 8 }, () => makeClient(gym)))
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  terminal.goOffline()
  for (const [index, client] of clients.entries()) {
    const same = { params: params(client) }
    // From the fourth client on, the name is changed and changed back, so the record does not differ.
    await gym.admin.call('clients.update', { ...same, body: { name: 'Otro' } })
    await gym.admin.call('clients.update', { ...same, body: { name: index < 3 ? 'Nuevo' : client.name } })
  }
  terminal.goOnline()
  expect(await waitUntilInSync(terminal)).toBe(3)
  expect(texts.filter((text) => text.startsWith('DATA')).every((text) => text.includes('\tName=Nuevo\t'))).toBe(true)
})

test('convergence: a PIN given to another client is first deleted with its administrator right', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const first = await makeClient(gym, { id_zkteco: 500, name: 'Primera' })
  await waitUntilInSync(terminal)
  terminal.enrol({ pin: '500', name: 'Primera', pri: 14 })
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  await gym.admin.call('clients.delete', { params: params(first) })
  await makeClient(gym, { id_zkteco: 500, name: 'Segunda' })
  await waitUntilInSync(terminal)
  expect(texts).toEqual(['DATA DELETE USERINFO PIN=500', expect.stringMatching(/PIN=500\tName=Segunda\tPri=0\t/)])
  expect(formatTerminalUsersByPin(terminal)['500']).toBe('3  Segunda')
})

test('convergence: an unknown user whose PIN a client gets is not deleted first', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  terminal.enrol({ pin: '777', name: 'De antes', card: '[15CD5B07]', verify: 0 })
  await waitUntilInSync(terminal)
  await gym.admin.call('door.upload-users')
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)['777']).toBe('0 [15CD5B07] De antes')
  const texts = recordCommands(terminal)
  const client = await makeClient(gym, { id_zkteco: 777, name: 'Ana' })
  expect(client.card_number).toBe(null)
  const people = () => gym.admin.call('devices.people', of(device))
  expect(await people()).toMatchObject([{ pin: '777', kind: 'card', card: '123456789', id_client: client.id }])
  await waitUntilInSync(terminal)
  // The unknown user is not deleted first, so the fingerprint is kept.
  expect(texts).toEqual([expect.stringMatching(/^DATA UPDATE USERINFO PIN=777\t/)])
  expect(formatTerminalUsersByPin(terminal)['777']).toBe('3  Ana')
  await decide(device, 'accept', client)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)['777']).toBe('3 123456789 Ana')
  expect(await people()).toEqual([])
})

describe('cards and rights reported by a terminal', () => {
  const read = async (client: { id: number }) =>
    (await gym.admin.call('clients.read', { params: params(client) })).card_number

  test('proposals: a reported card or right changes nothing until an admin accepts it', async () => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port)
    const without = await makeClient(gym, { name: 'Ana' })
    const noted = await makeClient(gym, { name: 'Luz', card_number: '0042' })
    await waitUntilInSync(terminal)
    const enrol = () => {
      terminal.enrol({ pin: toPin(without), card: '555', pri: 14 })
      terminal.enrol({ pin: toPin(noted), card: '666' })
    }
    enrol()
    await waitUntilInSync(terminal)
    expect([await read(without), await read(noted)]).toEqual([null, '0042'])
    expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [toPin(without)]: '3  Ana', [toPin(noted)]: '3 42 Luz' })
    expect(terminal.users.get(toPin(without))?.pri).toBe(0)
    const people = async () =>
      (await gym.admin.call('devices.people', of(device))).map(({ kind, card }) => [kind, card])
    expect(await people()).toEqual([
      ['card', '555'],
      ['card', '666'],
    ])
    for (const client of [without, noted]) await decide(device, 'reject', client)
    enrol()
    await waitUntilInSync(terminal)
    expect(await people()).toEqual([])
    terminal.enrol({ pin: toPin(without), card: '556' })
    await waitUntilInSync(terminal)
    expect(await people()).toEqual([['card', '556']])
  })

  test('proposals: a card that another client already has cannot be accepted', async () => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port)
    const [first, second, third] = [await makeClient(gym), await makeClient(gym), await makeClient(gym)]
    await makeClient(gym, { card_number: '0099' })
    await waitUntilInSync(terminal)
    const line = (pin: string, card: string) => `USER PIN=${pin}\tName=X\tPri=0\tPasswd=\tCard=${card}\tGrp=1\tVerify=0`
    const lines = [line(toPin(second), '88'), line(toPin(first), '88'), line(toPin(third), '99')]
    expect(await uploadLines(device.sn, 'OPERLOG', ...lines)).toMatchObject({ status: 200, text: 'OK: 3' })
    for (const [client, status] of [
      [third, 404],
      [first, 200],
      [second, 409],
    ] as const)
      expect((await decide(device, 'accept', client)).status).toBe(status)
    expect([await read(first), await read(second), await read(third)]).toEqual(['88', null, null])
  })

  test('proposals: a user accepted as administrator of a terminal stays administrator', async () => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port)
    const [client, user] = [await makeClient(gym, { id_zkteco: 600 }), await makeUser(gym, 'gym_worker')]
    await waitUntilInSync(terminal)
    terminal.enrol({ pin: '600', pri: 14 })
    terminal.enrol({ pin: toPin(user), pri: 14 })
    await waitUntilInSync(terminal)
    await gym.admin.call('door.upload-users')
    await waitUntilInSync(terminal)
    expect([terminal.users.get('600')?.pri, terminal.users.get(toPin(user))?.pri]).toEqual([0, 0])
    await decide(device, 'accept', user, 'privilege')
    await waitUntilInSync(terminal)
    await gym.admin.call('clients.update', { params: params(client), body: { name: 'Otra' } })
    await gym.admin.call('door.upload-users')
    await waitUntilInSync(terminal)
    expect([terminal.users.get('600')?.pri, terminal.users.get(toPin(user))?.pri]).toEqual([0, 14])
  })
})
