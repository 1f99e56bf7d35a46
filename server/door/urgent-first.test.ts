// Records of clients who just paid go first, however many others wait.
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment } from '../testing/factories.ts'
import { commandsOf, makeTerminal, settle } from '../testing/terminals.ts'
import { openTestApp } from '../testing/test-app.ts'

const app = await openTestApp()
const port = (await app.listen()).port
const gym = await makeGym(app)

test('urgent first: a new payment enters after the next poll during hundreds of removals', async () => {
  const users = Array.from({ length: 300 }, (_, at) => ({ pin: String(5000 + at), name: `Persona ${at}`, verify: 0 }))
  const { terminal, device } = await makeTerminal(gym, port, {}, { users })
  const member = await makeClient(gym, { name: 'Ana' })
  const params = { id_device: device.id }
  await gym.admin.call('devices.census', { params, body: { act: 'ask' } })
  await settle(terminal)
  expect(terminal.punch(String(member.id_zkteco)).opened).toBe(false)
  await gym.admin.call('devices.decide', { params, body: { act: 'remove', pins: users.map(({ pin }) => pin) } })
  await terminal.step()
  await makePayment(gym, { id_client: member.id })
  const texts = commandsOf(terminal)
  await terminal.step()
  expect(texts.filter((text) => /^DATA UPDATE .*Name=Ana/.test(text))).toHaveLength(1)
  expect(terminal.punch(String(member.id_zkteco)).opened).toBe(true)
  // Others fill the rest of the answer.
  const before = terminal.users.size
  await terminal.step()
  expect(before - terminal.users.size).toBe(40)
  await settle(terminal)
  expect([...terminal.users.keys()].filter((pin) => pin.startsWith('5') && pin.length === 4)).toEqual([])
})

test('urgent first: a new payment overtakes earlier ones while a terminal is filled', {
  tags: ['deep'],
}, async () => {
  const { terminal } = await makeTerminal(gym, port)
  const ana = await makeClient(gym, { name: 'Ana' })
  await settle(terminal)
  expect(terminal.punch(String(ana.id_zkteco)).opened).toBe(false)
  const members = await Promise.all(Array.from({ length: 120 }, (_, at) => makeClient(gym, { name: `Socia ${at}` })))
  for (const { id } of members) await makePayment(gym, { id_client: id })
  const inside = () => members.filter(({ id_zkteco }) => terminal.users.has(String(id_zkteco))).length
  await terminal.step()
  expect(inside()).toBe(40)
  const eva = await makeClient(gym, { name: 'Eva' })
  for (const { id } of [ana, eva]) await makePayment(gym, { id_client: id })
  await terminal.step()
  for (const { id_zkteco } of [ana, eva]) expect(terminal.punch(String(id_zkteco)).opened).toBe(true)
  expect(inside()).toBe(78)
  await settle(terminal)
  expect(inside()).toBe(members.length)
})
