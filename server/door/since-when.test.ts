// Since when a terminal owes something, whatever was repeated meanwhile.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import { makeTerminal, settle } from '../testing/terminals.ts'

startDoorApp()

const status = async () => (await gym.admin.call('devices.status'))[0]

test('door state: a refusal keeps the time of its first occurrence', {
  tags: ['deep'],
}, async () => {
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  terminal.faults.failCommands = true
  const ana = await makeClient(gym)
  for (let hour = 0; hour < 24; hour += 1) {
    await terminal.step()
    app.clock.advance(3_600_000)
  }
  await terminal.step()
  expect((await status())?.oldest_pending).toBe('2026-06-15T16:00:00.000Z')
  const { door } = await gym.admin.call('clients.read', { params: { id_client: ana.id } })
  expect(door[0]).toMatchObject({ current: false, since: '2026-06-15T16:00:00.000Z' })
  terminal.faults.failCommands = false
  app.clock.advance(121_000)
  await settle(terminal)
  expect((await status())?.oldest_pending).toBeNull()
})

test.each([
  [null, 45],
  [20, 60],
  // Told more, it is taken as a minute, on the card as in the list of terminals.
  [3600, 180],
])('client card and list call a terminal with a delay of %s s silent at once', async (delay, window) => {
  const { terminal } = await makeTerminal(gym, port, { delay })
  await settle(terminal)
  const ana = await makeClient(gym)
  const reason = async () => (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).door[0]?.reason
  app.clock.advance(window * 1000 - 1)
  expect((await gym.admin.call('devices.list'))[0]?.connected).toBe(true)
  expect(await reason()).toBe('Aún no lo ha confirmado')
  // The moment of its last call is stored every 15 s only.
  app.clock.advance(15_001)
  expect((await gym.admin.call('devices.list'))[0]?.connected).toBe(false)
  expect(await reason()).toBe('Sin conexión')
})
