// Tests the /zkteco endpoints: manual decisions about a PIN, which never give a right.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { app, gym, makeMember, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeGym, makePayment, makeUser } from '../testing/factories.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  recordCommands,
  toPin,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const verify = (pin: string, new_verify: number) =>
  gym.admin.call('door.edit-user-verify', { query: { pin, new_verify } })

test('door.edit-user-verify: 3 blocks a client or staff until 0 lifts the block', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeMember({ name: 'Ana' })
  const pin = toPin(client)
  const worker = toPin(await makeUser(gym, 'gym_worker'))
  await waitUntilInSync(terminal)
  expect(await verify(pin, 3)).toEqual({ pin: Number(pin), verify: 3, pending: true })
  await verify(worker, 3)
  await waitUntilInSync(terminal)
  expect([pin, worker].map((each) => terminal.users.get(each)?.verify)).toEqual([3, 3])
  // Neither an edit of the client nor another sale lifts the block.
  await gym.admin.call('clients.update', { params: { id_client: client.id }, body: { name: 'Eva' } })
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Eva')
  expect(await verify(pin, 0)).toEqual({ pin: Number(pin), verify: 0, pending: true })
  await waitUntilInSync(terminal)
  expect(await verify(pin, 0)).toEqual({ pin: Number(pin), verify: 0, pending: false })
  expect(terminal.users.get(pin)?.verify).toBe(0)
})

test('door.delete-user: removes the user until door.add-user, which also lifts a block', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const pin = toPin(await makeMember({ name: 'Ana' }))
  await verify(pin, 3)
  await waitUntilInSync(terminal)
  const removed = await gym.admin.call('door.delete-user', { query: { pin } })
  expect(removed).toEqual({ pin: Number(pin), verify: null, pending: true })
  await waitUntilInSync(terminal)
  expect(terminal.users.has(pin)).toBe(false)
  await verify(pin, 0)
  await waitUntilInSync(terminal)
  expect(terminal.users.has(pin)).toBe(false)
  await verify(pin, 3)
  const body = { pin, name: 'Otra', pri: 14, passwd: '1', card: '9', verify: 3 }
  expect(await gym.admin.call('door.add-user', { body })).toEqual({ pin: Number(pin), verify: 0, pending: true })
  await waitUntilInSync(terminal)
  expect(terminal.users.get(pin)).toMatchObject({ name: 'Ana', verify: 0, pri: 0, password: '', card: '' })
  expect(await gym.admin.call('door.add-user', { body })).toEqual({ pin: Number(pin), verify: 0, pending: false })
})

test('door.read-user: returns state, manual decision, and whether a terminal lacks the record', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeMember({ name: 'Ana' })
  const pin = Number(toPin(client))
  const worker = await gym.as('gym_worker')
  const read = () => worker.call('door.read-user', { params: { pin } })
  expect(await read()).toEqual({ pin, verify: 0, pending: true, blocked: false, removed: false })
  await waitUntilInSync(terminal)
  await verify(String(pin), 3)
  expect(await read()).toEqual({ pin, verify: 3, pending: true, blocked: true, removed: false })
  await waitUntilInSync(terminal)
  expect(await read()).toEqual({ pin, verify: 3, pending: false, blocked: true, removed: false })
  await gym.admin.call('door.delete-user', { query: { pin } })
  expect(await read()).toEqual({ pin, verify: null, pending: true, blocked: true, removed: true })
})

test('door.edit-user-verify 0 and door.add-user: do not admit a client without a right', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const [unpaid, inactive] = [await makeClient(gym), await makeMember({ name: 'Ana' })]
  await gym.admin.call('clients.update', { params: { id_client: inactive.id }, body: { is_active: false } })
  for (const pin of [toPin(unpaid), toPin(inactive)]) {
    expect((await verify(pin, 0)).verify).toBe(3)
    expect((await gym.admin.call('door.add-user', { body: { pin, verify: 0 } })).verify).toBe(3)
    await waitUntilInSync(terminal)
    expect(terminal.users.get(pin)?.verify).toBe(3)
  }
})

test('door.edit-user-name: never changes the client’s name', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const pin = toPin(await makeMember({ name: 'Ana' }))
  await waitUntilInSync(terminal)
  const answer = await gym.admin.call('door.edit-user-name', { query: { pin, name: 'Zoe' } })
  expect(answer).toEqual({ pin: Number(pin), verify: 0, pending: false })
  expect(await waitUntilInSync(terminal)).toBe(0)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('0  Ana')
})

test('door.upload-users: sends all users again, but only once for two calls', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await Promise.all([makeMember(), makeMember(), makeClient(gym)])
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  expect(await gym.admin.call('door.upload-users')).toEqual({ users: 4, pending: 4 })
  expect(await gym.admin.call('door.upload-users')).toEqual({ users: 4, pending: 4 })
  await waitUntilInSync(terminal)
  expect(texts).toHaveLength(4)
  expect(texts.every((text) => text.startsWith('DATA UPDATE'))).toBe(true)
})

const calls: [EndpointName, (pin: string) => object][] = [
  ['door.add-user', (pin) => ({ body: { pin } })],
  ['door.edit-user-verify', (pin) => ({ query: { pin, new_verify: 3 } })],
  ['door.edit-user-name', (pin) => ({ query: { pin, name: 'X' } })],
  ['door.delete-user', (pin) => ({ query: { pin } })],
  ['door.read-user', (pin) => ({ params: { pin } })],
]

test.each(calls)('%s: workers can decide about clients of their gym, but not about staff', async (name, input) => {
  const other = await makeGym(app)
  const foreign = await makeClient(other, { id_zkteco: 4711 })
  const gone = await makeClient(gym)
  await gym.admin.call('clients.delete', { params: { id_client: gone.id } })
  for (const pin of ['999999999', toPin(foreign), toPin(gone)]) {
    const reply = await gym.admin.try(name, input(pin))
    expect([reply.status, reply.text]).toEqual([404, '{"detail":"Ese número no pertenece a nadie en el gimnasio."}'])
  }
  const worker = await gym.as('gym_worker')
  const colleague = await makeUser(gym, 'gym_admin')
  expect((await worker.try(name, input(toPin(await makeMember())))).status).toBe(200)
  expect((await worker.try(name, input(toPin(colleague)))).status).toBe(403)
  expect((await gym.admin.try(name, input(toPin(colleague)))).status).toBe(200)
})

test('manual overrides: a repeated call has the same result', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  for (const [name, input] of calls) {
    const pin = toPin(await makeMember())
    await waitUntilInSync(terminal)
    const first = await gym.admin.call(name, input(pin))
    expect(await gym.admin.call(name, input(pin))).toEqual(first)
    await waitUntilInSync(terminal)
    expect(await gym.admin.call(name, input(pin))).toEqual({ ...first, pending: false })
    expect(await waitUntilInSync(terminal)).toBe(0)
  }
})
