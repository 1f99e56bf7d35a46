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
