// Tests that an incident at a terminal or an action at its menu notifies once.
import { isAlarmNotification } from '@torniquete/contract/reports/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'

startDoorApp()

let made: Awaited<ReturnType<typeof makeRegisteredTerminal>>
let pin: string
beforeEach(async () => {
  made = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, { now: () => app.clock.now() })
  const ana = await makeClient(gym, { name: 'Ana' })
  pin = String(ana.id_zkteco)
  await waitUntilInSync(made.terminal)
  // The terminal's first upload counts as a past log, so one is made before the tests.
  made.terminal.happen(3, '54')
  await waitUntilInSync(made.terminal)
  app.clock.advance(3_600_000)
})

const news = async () => {
  const { items } = await gym.admin.call('notifications.list')
  expect(items.filter((each) => !isAlarmNotification(each))).toEqual([])
  return items.map(({ message }) => message).toReversed()
}

test('incidents: forced door, opened case and duress notify once in ten minutes', async () => {
  const { terminal } = made
  for (let time = 0; time < 3; time += 1) {
    for (const [code, object] of [
      [3, '54'],
      [3, '55'],
      [32, pin],
      [24, '0'],
    ] as const)
      terminal.happen(code, object)
    // These events are routine: a door held open, a menu, a refused finger.
    for (const code of [4, 2]) terminal.happen(code, '0')
    terminal.happen(3, '51')
    await waitUntilInSync(terminal)
    app.clock.advance(30_000)
  }
  const told = [
    'Alarma de Puerta: la puerta fue forzada.',
    'Alarma de Puerta: alguien abrió o arrancó el dispositivo.',
    'Alarma de Puerta: Ana abrió bajo coacción.',
    'Alarma de Puerta: se borraron sus administradores, y cualquiera entra a su menú.',
  ]
  expect((await news()).sort()).toEqual([...told].sort())
  app.clock.advance(600_000)
  terminal.happen(3, '54')
  await waitUntilInSync(terminal)
  expect(await news()).toHaveLength(5)
})

test('incidents: deleting a user at the menu notifies with the name, unlike a server command', async () => {
  const { terminal } = made
  terminal.deleteUser(pin)
  terminal.deleteUser('900')
  await waitUntilInSync(terminal)
  expect(await news()).toEqual(['Alarma de Puerta: en su menú se borró a Ana.'])
  terminal.happen(13, '0')
  await waitUntilInSync(terminal)
  expect((await news()).slice(1)).toEqual(['Alarma de Puerta: se borró lo que tenía, y se le volverá a enviar.'])
})

test('incidents: a finger deleted at the menu notifies', async () => {
  const { terminal } = made
  for (const number of [pin, '900']) terminal.happen(10, number)
  await waitUntilInSync(terminal)
  expect(await news()).toEqual([
    'Alarma de Puerta: en su menú se borró una huella de Ana, que quizá ya no pueda entrar.',
  ])
})

test('incidents: a terminal that logs server commands like menu actions causes no notification', async () => {
  const { terminal, device } = made
  terminal.faults.logsCommands = true
  const { id } = await makeClient(gym, { name: 'Luis' })
  await waitUntilInSync(terminal)
  await gym.admin.call('clients.delete', { params: { id_client: id } })
  await gym.admin.call('devices.clock', { params: { id_device: device.id } })
  for (let half = 0; half < 6; half += 1) {
    await waitUntilInSync(terminal)
    app.clock.advance(31_000)
  }
  expect(await news()).toEqual([])
  expect(terminal.users.has(pin)).toBe(true)
  expect(await waitUntilInSync(terminal)).toBe(0)
})
