// A pause blocks the member on the terminals from its first day on, and its end opens the door again.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../../testing/door-app.ts'
import { makeClient, makePayment, makePlanWithTerms } from '../../testing/factories.ts'
import { formatTerminalUsersByPin, makeRegisteredTerminal, waitUntilInSync } from '../../testing/simulated-terminals.ts'

startDoorApp()

test('pause: blocks the member on the terminal at once, and ending it opens the door again', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym, { name: 'Ana' })
  const pin = String(client.id_zkteco)
  const plan = await makePlanWithTerms(gym, { pause_days: 20 })
  await makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  expect(terminal.punch(pin).opened).toBe(true)
  app.clock.set('2026-06-17T16:00:00Z')
  const { id } = await gym.admin.call('pauses.create', {
    params: { id_client: client.id },
    body: { start_date: '2026-06-17', end_date: '2026-06-20', reason: 'Viaje' },
  })
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
  // The terminal opens in spite of the pause; its report of the pass uses no visit.
  terminal.forcePunch({ pin, time: '2026-06-17 12:30:00' })
  await waitUntilInSync(terminal)
  const [news] = (await gym.admin.call('notifications.list')).items
  expect(news?.message).toContain('en pausa')
  await gym.admin.call('pauses.end', { params: { id_pause: id } })
  await waitUntilInSync(terminal)
  expect(terminal.punch(pin).opened).toBe(true)
})
