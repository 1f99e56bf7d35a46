// Terminals come to hold what the gym wants of them: stories with a simulated terminal.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

const pinOf = (client: { id_zkteco: number | null }) => String(client.id_zkteco)
const params = ({ id }: { id: number }) => ({ id_client: id })

test('convergence: a client’s life from blocked to paid, inactive and expired', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym, { name: 'Ana' })
  const pin = pinOf(client)
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('3  Ana')
  expect(terminal.punch(pin)).toEqual({ opened: false, reason: 'blocked' })

  const plan = await makePlan(gym, { duration_days: 2 })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
  await settle(terminal)
  expect(terminal.punch(pin).opened).toBe(true)

  await gym.admin.call('clients.update', { params: params(client), body: { is_active: false } })
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('3  Ana')
  await gym.admin.call('clients.update', { params: params(client), body: { is_active: true } })
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('0  Ana')

  // 2026-06-17 begins in Santo Domingo at 04:00 UTC.
  app.clock.set('2026-06-17T03:59:59Z')
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('0  Ana')
  app.clock.set('2026-06-17T04:00:00Z')
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('3  Ana')
})

test('a membership that begins tomorrow lets in tomorrow', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym)
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-16' })
  await settle(terminal)
  expect(terminal.users.get(pinOf(client))?.verify).toBe(3)
  app.clock.set('2026-06-16T04:00:00Z')
  await settle(terminal)
  expect(terminal.users.get(pinOf(client))?.verify).toBe(0)
})

test('staff pass while active', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const user = await makeUser(gym, 'gym_worker', { name: 'Luis' })
  await settle(terminal)
  expect(holdings(terminal)[pinOf(user)]).toBe('0  Luis')
  await gym.admin.call('users.update', { params: { id_user: user.id }, body: { is_active: false } })
  await settle(terminal)
  expect(holdings(terminal)[pinOf(user)]).toBe('3  Luis')
  await gym.admin.call('users.delete', { params: { id_user: user.id } })
  await settle(terminal)
  expect(terminal.users.has(pinOf(user))).toBe(false)
})

test('a terminal that was away while 100 clients changed gets only what differs', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const clients = await makeMany(100)
  await settle(terminal)
  expect(terminal.users.size).toBe(101)
  const texts = commandsOf(terminal)
  terminal.goOffline()
  for (const [index, client] of clients.entries()) {
    const same = { params: params(client) }
    // Changed and changed back: nothing is left to say.
    await gym.admin.call('clients.update', { ...same, body: { name: 'Otro' } })
    await gym.admin.call('clients.update', { ...same, body: { name: index < 3 ? 'Nuevo' : client.name } })
  }
  terminal.goOnline()
  expect(await settle(terminal)).toBe(3)
  expect(texts.filter((text) => text.startsWith('DATA')).every((text) => text.includes('\tName=Nuevo\t'))).toBe(true)
})

async function makeMany(count: number) {
  const made = []
  for (let at = 0; at < count; at += 20)
    made.push(...(await Promise.all(Array.from({ length: 20 }, () => makeClient(gym)))))
  return made
}

test('a number handed from one person to another is deleted first, and an admin right with it', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const first = await makeClient(gym, { id_zkteco: 500, name: 'Primera' })
  await settle(terminal)
  terminal.enrol({ pin: '500', name: 'Primera', pri: 14 })
  await settle(terminal)
  const texts = commandsOf(terminal)
  await gym.admin.call('clients.delete', { params: params(first) })
  await makeClient(gym, { id_zkteco: 500, name: 'Segunda' })
  await settle(terminal)
  expect(texts).toEqual(['DATA DELETE USERINFO PIN=500', expect.stringMatching(/PIN=500\tName=Segunda\tPri=0\t/)])
  expect(holdings(terminal)['500']).toBe('3  Segunda')
})

test('convergence: a changed PIN leaves nothing under the old one', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym, { id_zkteco: 500, name: 'Ana' })
  await settle(terminal)
  await gym.admin.call('clients.update', { params: params(client), body: { id_zkteco: 501 } })
  await settle(terminal)
  expect([holdings(terminal)['500'], holdings(terminal)['501']]).toEqual([undefined, '3  Ana'])
})

test('convergence: an unknown user stays and becomes the client who gets the PIN', async () => {
  const { device, terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  terminal.enrol({ pin: '777', name: 'De antes', card: '[15CD5B07]', verify: 0 })
  await settle(terminal)
  await gym.admin.call('door.upload-users')
  await settle(terminal)
  expect(holdings(terminal)['777']).toBe('0 [15CD5B07] De antes')
  const texts = commandsOf(terminal)
  const client = await makeClient(gym, { id_zkteco: 777, name: 'Ana' })
  expect(client.card_number).toBe(null)
  const people = () => gym.admin.call('devices.people', { params: { id_device: device.id } })
  expect(await people()).toMatchObject([{ pin: '777', kind: 'card', card: '123456789', id_client: client.id }])
  await settle(terminal)
  // Not removed first: the finger that opened stays.
  expect(texts).toEqual([expect.stringMatching(/^DATA UPDATE USERINFO PIN=777\t/)])
  expect(holdings(terminal)['777']).toBe('3  Ana')
  await gym.admin.call('devices.decide', {
    params: { id_device: device.id },
    body: { act: 'accept', pin: '777', kind: 'card' },
  })
  await settle(terminal)
  expect(holdings(terminal)['777']).toBe('3 123456789 Ana')
  expect(await people()).toEqual([])
})

describe('cards and rights reported by a terminal', () => {
  const read = async (client: { id: number }) =>
    (await gym.admin.call('clients.read', { params: params(client) })).card_number

  test('changes nothing before a person accepts it, and is not asked again once it was rejected', async () => {
    const { device, terminal } = await makeTerminal(gym, port)
    const without = await makeClient(gym, { name: 'Ana' })
    const noted = await makeClient(gym, { name: 'Luz', card_number: '0042' })
    await settle(terminal)
    const enrol = () => {
      terminal.enrol({ pin: pinOf(without), card: '555', pri: 14 })
      terminal.enrol({ pin: pinOf(noted), card: '666' })
    }
    enrol()
    await settle(terminal)
    expect([await read(without), await read(noted)]).toEqual([null, '0042'])
    expect(holdings(terminal)).toMatchObject({ [pinOf(without)]: '3  Ana', [pinOf(noted)]: '3 42 Luz' })
    expect(terminal.users.get(pinOf(without))?.pri).toBe(0)
    const people = async () =>
      (await gym.admin.call('devices.people', { params: { id_device: device.id } })).map(({ kind, card }) => [
        kind,
        card,
      ])
    expect(await people()).toEqual([
      ['card', '555'],
      ['card', '666'],
    ])
    for (const client of [without, noted])
      await gym.admin.call('devices.decide', {
        params: { id_device: device.id },
        body: { act: 'reject', pin: pinOf(client), kind: 'card' },
      })
    enrol()
    await settle(terminal)
    expect(await people()).toEqual([])
    terminal.enrol({ pin: pinOf(without), card: '556' })
    await settle(terminal)
    expect(await people()).toEqual([['card', '556']])
  })

  test('convergence: cards of others are not proposed, and duplicate cards are refused', async () => {
    const { device, terminal } = await makeTerminal(gym, port)
    const [first, second, third] = [await makeClient(gym), await makeClient(gym), await makeClient(gym)]
    await makeClient(gym, { card_number: '0099' })
    await settle(terminal)
    const line = (pin: string, card: string) => `USER PIN=${pin}\tName=X\tPri=0\tPasswd=\tCard=${card}\tGrp=1\tVerify=0`
    const lines = [line(pinOf(second), '88'), line(pinOf(first), '88'), line(pinOf(third), '99')].join('\n')
    const told = requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`, `${lines}\n`)
    expect(await exchange(port, told)).toMatchObject({ status: 200, text: 'OK: 3' })
    const accept = (client: { id_zkteco: number | null }) =>
      gym.admin.try('devices.decide', {
        params: { id_device: device.id },
        body: { act: 'accept', pin: pinOf(client), kind: 'card' },
      })
    expect([(await accept(third)).status, (await accept(first)).status, (await accept(second)).status]).toEqual([
      404, 200, 409,
    ])
    expect([await read(first), await read(second), await read(third)]).toEqual(['88', null, null])
  })

  test('convergence: an accepted administrator of a terminal stays one', async () => {
    const { device, terminal } = await makeTerminal(gym, port)
    const [client, user] = [await makeClient(gym, { id_zkteco: 600 }), await makeUser(gym, 'gym_worker')]
    await settle(terminal)
    terminal.enrol({ pin: '600', pri: 14 })
    terminal.enrol({ pin: pinOf(user), pri: 14 })
    await settle(terminal)
    await gym.admin.call('door.upload-users')
    await settle(terminal)
    expect([terminal.users.get('600')?.pri, terminal.users.get(pinOf(user))?.pri]).toEqual([0, 0])
    await gym.admin.call('devices.decide', {
      params: { id_device: device.id },
      body: { act: 'accept', pin: pinOf(user), kind: 'privilege' },
    })
    await settle(terminal)
    await gym.admin.call('clients.update', { params: params(client), body: { name: 'Otra' } })
    await gym.admin.call('door.upload-users')
    await settle(terminal)
    expect([terminal.users.get('600')?.pri, terminal.users.get(pinOf(user))?.pri]).toEqual([0, 14])
  })
})

test('two terminals hold the same', async () => {
  const [one, two] = [await makeTerminal(gym, port), await makeTerminal(gym, port)]
  const client = await makeClient(gym)
  await settle(one.terminal)
  await settle(two.terminal)
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-01' })
  await settle(two.terminal)
  await settle(one.terminal)
  expect(holdings(one.terminal)).toEqual(holdings(two.terminal))
  expect(one.terminal.users.get(pinOf(client))?.verify).toBe(0)
})
