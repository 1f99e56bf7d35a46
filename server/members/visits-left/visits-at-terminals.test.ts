// Terminals follow the visits left: the last visit blocks the member when uploaded, and passes reported late correct
// it.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../../testing/door-app.ts'
import { makeClient, makePayment, makePlanWithTerms } from '../../testing/factories.ts'
import { formatTerminalUsersByPin, makeRegisteredTerminal, waitUntilInSync } from '../../testing/simulated-terminals.ts'

startDoorApp()

async function makeMember(name: string, visits: number) {
  const client = await makeClient(gym, { name })
  const plan = await makePlanWithTerms(gym, { visits, each_pass: true })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-08' })
  return { id: client.id, pin: String(client.id_zkteco) }
}
/** Makes a terminal whose clock follows the product's clock. */
const makeDoor = async (name: string) =>
  (await makeRegisteredTerminal(gym, port, { name }, { now: () => app.clock.now() })).terminal
const left = async (id_client: number) =>
  (await gym.admin.call('clients.read', { params: { id_client } })).status.visits?.left

test('visit pack: after the last visit the terminal at once blocks that member and no other', async () => {
  const terminal = await makeDoor('Entrada')
  const [ana, eva] = [await makeMember('Ana', 2), await makeMember('Eva', 2)]
  await waitUntilInSync(terminal)
  for (const { pin } of [ana, eva]) expect(terminal.punch(pin).opened).toBe(true)
  await waitUntilInSync(terminal)
  expect([await left(ana.id), await left(eva.id)]).toEqual([1, 1])
  app.clock.set('2026-06-15T18:00:00Z')
  expect(terminal.punch(ana.pin).opened).toBe(true)
  await waitUntilInSync(terminal)
  expect([await left(ana.id), await left(eva.id)]).toEqual([0, 1])
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [ana.pin]: '3  Ana', [eva.pin]: '0  Eva' })
  expect(terminal.punch(ana.pin).opened).toBe(false)
  app.clock.set('2026-06-15T18:30:00Z')
  // The notification about an entry without a right states the reason.
  terminal.forcePunch({ pin: ana.pin, time: '2026-06-15 14:30:00' })
  await waitUntilInSync(terminal)
  const { items } = await gym.admin.call('notifications.list')
  expect(items[0]?.message).toContain('usó todas sus visitas')
})

test('visit pack: late and repeated passes count once, on their own day', async () => {
  const [terminal, back] = [await makeDoor('Entrada'), await makeDoor('Patio')]
  const ana = await makeMember('Ana', 2)
  await waitUntilInSync(terminal)
  await waitUntilInSync(back)
  // Ana passes the first terminal; the second one, offline for a week, then reports an earlier pass of hers.
  terminal.punch(ana.pin)
  await waitUntilInSync(terminal)
  expect([await left(ana.id), formatTerminalUsersByPin(terminal)[ana.pin]]).toEqual([1, '0  Ana'])
  back.forcePunch({ pin: ana.pin, time: '2026-06-08 08:00:00' })
  await waitUntilInSync(back)
  await waitUntilInSync(terminal)
  expect([await left(ana.id), formatTerminalUsersByPin(terminal)[ana.pin]]).toEqual([0, '3  Ana'])
  back.resendAll()
  terminal.resendAll()
  await waitUntilInSync(back)
  await waitUntilInSync(terminal)
  expect([await left(ana.id), formatTerminalUsersByPin(back)[ana.pin]]).toEqual([0, '3  Ana'])
  const { items } = await gym.admin.call('attendances.list', { query: { start_date: '2026-06-01', size_page: 100 } })
  expect(items.map(({ check_in }) => check_in)).toEqual(['2026-06-15T16:00:00.000Z', '2026-06-08T12:00:00.000Z'])
})
