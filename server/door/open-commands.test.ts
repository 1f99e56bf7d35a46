// Tests that the opening command can be chosen and proven for each terminal.
import { beforeEach, expect, test } from 'vitest'
import { makeGym, type TestGym } from '../testing/factories.ts'
import { makeRegisteredTerminal, recordCommands, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile({}, { doorTimeoutMs: 9000 })
const port = (await app.listen()).port
beforeEach(async () => {
  gym = await makeGym(app)
})

type Hung = Awaited<ReturnType<typeof makeRegisteredTerminal>>
const byRelay = { firmware: { unlock: 'acknowledges', controlDevice: 'opens' } } as const
const of = ({ device }: Hung) => ({ params: { id_device: device.id } })
const status = async ({ device }: Hung) =>
  (await gym.admin.call('devices.status')).find(({ id }) => id === device.id) ?? { open_command: null }
/** Runs `work` while the terminals poll. */
async function calling<Result>(terminals: readonly Hung[], work: () => Promise<Result>): Promise<Result> {
  for (const { terminal } of terminals) terminal.start()
  const result = await work()
  for (const { terminal } of terminals) await terminal.stop()
  return result
}

test('devices.update: a new opening command applies at once and must be proven again', async () => {
  const hung = await makeRegisteredTerminal(gym, port, { name: 'Puerta principal' }, byRelay)
  await waitUntilInSync(hung.terminal)
  const texts = recordCommands(hung.terminal)
  const openings = () => texts.filter((text) => /^(AC_UNLOCK|CONTROL)/.test(text))
  const open = () => calling([hung], () => gym.admin.try('door.open'))
  expect(await status(hung)).toMatchObject({ open_command: 'unlock', opening_proven_at: null })
  // The terminal acknowledges the command, but its door does not open.
  expect([(await open()).status, hung.terminal.doorOpenings.length]).toEqual([200, 0])
  await gym.admin.call('devices.prove', { ...of(hung), body: { opened: true, of: 'opening' } })
  expect(await status(hung)).toMatchObject({ opening_proven_at: expect.any(String), block_proven_at: null })

  await gym.admin.call('devices.update', { ...of(hung), body: { open_command: 'control' } })
  expect(await status(hung)).toMatchObject({ open_command: 'control', opening_proven_at: null })
  expect([(await open()).status, hung.terminal.doorOpenings.length]).toEqual([200, 1])
  expect(openings()).toEqual(['AC_UNLOCK', 'CONTROL DEVICE 01010105'])
  await gym.admin.call('devices.prove', { ...of(hung), body: { opened: true, of: 'opening' } })
  await gym.admin.call('devices.update', { ...of(hung), body: { name: 'Puerta principal' } })
  expect(await status(hung)).toMatchObject({ opening_proven_at: expect.any(String) })
  await gym.admin.call('devices.prove', { ...of(hung), body: { opened: false, of: 'opening' } })
  expect(await status(hung)).toMatchObject({ opening_proven_at: null })
})

test('devices.open: opens only that terminal and records the user and reason', async () => {
  const main = await makeRegisteredTerminal(gym, port, { name: 'Puerta principal' })
  const back = await makeRegisteredTerminal(gym, port, { name: 'Puerta trasera' }, byRelay)
  for (const { terminal } of [main, back]) await waitUntilInSync(terminal)
  await gym.admin.call('devices.update', { ...of(back), body: { open_command: 'control' } })
  const answer = await calling([main, back], () => gym.admin.call('devices.open', of(back)))
  expect(answer).toEqual({ id: answer.id, device: { id: back.device.id, name: 'Puerta trasera' } })
  expect([main, back].map(({ terminal }) => terminal.doorOpenings.length)).toEqual([0, 1])
  const { items } = await gym.admin.call('door.openings', { query: {} })
  expect(items).toMatchObject([
    {
      id: answer.id,
      device: answer.device,
      user: { name: 'Dueña' },
      opened: true,
      reason: 'Prueba de apertura',
      payment: null,
    },
  ])
  expect((await gym.admin.call('notifications.list')).items.map(({ message }) => message)).toEqual([
    'Dueña abrió la puerta a mano (Puerta trasera).',
  ])
})
