// Terminals come to hold what the gym wants of them: stories with a simulated terminal.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan, makeUser, type TestGym } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
  port = (await app.listen()).port
})
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})
afterAll(() => app.close())

const pinOf = (client: { id_zkteco: number | null }) => String(client.id_zkteco)
const params = ({ id }: { id: number }) => ({ id_client: id })

test('a client is blocked, pays, passes, is deactivated, comes back, and is blocked again when the membership ends', async () => {
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

test('a terminal that was away while 1,000 clients changed gets only what differs', { timeout: 60_000 }, async () => {
  const { terminal } = await makeTerminal(gym, port)
  const clients = await makeMany(1000)
  await settle(terminal)
  expect(terminal.users.size).toBe(1001)
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
  expect(texts.every((text) => text.includes('\tName=Nuevo\t'))).toBe(true)
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

test('who changes the number keeps nothing of the old one', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym, { id_zkteco: 500, name: 'Ana' })
  await settle(terminal)
  await gym.admin.call('clients.update', { params: params(client), body: { id_zkteco: 501 } })
  await settle(terminal)
  expect([holdings(terminal)['500'], holdings(terminal)['501']]).toEqual([undefined, '3  Ana'])
})

test('who was enrolled at the terminal stays, and becomes a client with the card from there', async () => {
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  terminal.enrol({ pin: '777', name: 'De antes', card: '[15CD5B07]', verify: 0 })
  await settle(terminal)
  await gym.admin.call('door.upload-users')
  await settle(terminal)
  expect(holdings(terminal)['777']).toBe('0 [15CD5B07] De antes')
  const client = await makeClient(gym, { id_zkteco: 777, name: 'Ana' })
  expect(client.card_number).toBe('123456789')
  await settle(terminal)
  expect(holdings(terminal)['777']).toBe('3 123456789 Ana')
})

test('a card enrolled at the terminal becomes the client’s, unless another is noted', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const without = await makeClient(gym, { name: 'Ana' })
  const noted = await makeClient(gym, { name: 'Luz', card_number: '0042' })
  await settle(terminal)
  terminal.enrol({ pin: pinOf(without), card: '555' })
  terminal.enrol({ pin: pinOf(noted), card: '666' })
  await settle(terminal)
  const cards = [without, noted].map((client) => gym.admin.call('clients.read', { params: params(client) }))
  expect((await Promise.all(cards)).map((client) => client.card_number)).toEqual(['555', '0042'])
  expect(holdings(terminal)).toMatchObject({ [pinOf(without)]: '3 555 Ana', [pinOf(noted)]: '3 42 Luz' })
})

test('two who come with one card keep nobody’s upload from being taken: one has the card, as with one that is another’s', async () => {
  const { device, terminal } = await makeTerminal(gym, port)
  const [first, second, third] = [await makeClient(gym), await makeClient(gym), await makeClient(gym)]
  const owner = await makeClient(gym, { card_number: '0099' })
  await settle(terminal)
  const line = (pin: string, card: string) => `USER PIN=${pin}\tName=X\tPri=0\tPasswd=\tCard=${card}\tGrp=1\tVerify=0`
  const lines = [line(pinOf(second), '88'), line(pinOf(first), '88'), line(pinOf(third), '99'), line('778', '99')].join(
    '\n',
  )
  const told = requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`, `${lines}\n`)
  expect(await exchange(port, told)).toMatchObject({ status: 200, text: 'OK: 4' })
  await settle(terminal)
  const cards = [first, second, third, owner].map((client) =>
    gym.admin.call('clients.read', { params: params(client) }),
  )
  expect((await Promise.all(cards)).map((client) => client.card_number)).toEqual(['88', null, null, '0099'])
  expect((await makeClient(gym, { id_zkteco: 778 })).card_number).toBe(null)
})

test('an admin at the terminal stays one, whatever the gym sends', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const client = await makeClient(gym, { id_zkteco: 600 })
  await settle(terminal)
  terminal.enrol({ pin: '600', pri: 14 })
  await settle(terminal)
  await gym.admin.call('clients.update', { params: params(client), body: { name: 'Otra' } })
  await settle(terminal)
  await gym.admin.call('door.upload-users')
  await settle(terminal)
  expect(terminal.users.get('600')).toMatchObject({ name: 'Otra', pri: 14 })
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
