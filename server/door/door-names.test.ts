// Tests the door names on attendances in a gym with several doors.
import { expect, test } from 'vitest'
import { app, gym, listNotificationMessages, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan } from '../testing/factories.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'

startDoorApp()

const now = () => app.clock.now()

test('door names: shown in attendances, notifications and openings', async () => {
  const { device, terminal } = await makeRegisteredTerminal(
    gym,
    port,
    { name: 'Panel' },
    {
      now,
      firmware: { dialect: 'access', deviceName: 'inBio', lockCount: 2 },
    },
  )
  await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { door_names: ['', 'Piscina'] } })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, id_membership: (await makePlan(gym)).id, start_date: '2026-06-15' })
  await waitUntilInSync(terminal)
  const passes = async (door: number, client = ana) => {
    app.clock.advance(120_000)
    terminal.forcePunch({ pin: String(client.id_zkteco), time: terminal.shows(), door })
    await waitUntilInSync(terminal)
  }
  await passes(2)
  await passes(1)
  const doors = async () => {
    const { items } = await gym.admin.call('attendances.list', { query: { include_status: true } })
    return items.map(({ status }) => status?.door)
  }
  await gym.admin.call('attendances.create', { body: { id_client: ana.id, check_in: '2026-06-01T12:00:00Z' } })
  expect(await doors()).toEqual(['Panel · Puerta 1', 'Panel · Piscina', ''])
  await passes(2, await makeClient(gym, { name: 'Luis' }))
  expect((await listNotificationMessages())[0]).toBe(
    'Luis ha ingresado al gimnasio. Sin derecho: sin membresía (Panel · Piscina).',
  )
  const opened = gym.admin.call('devices.open', { params: { id_device: device.id } })
  await expect
    .poll(async () => {
      await waitUntilInSync(terminal)
      return (await gym.admin.call('door.openings')).items[0]
    })
    .toMatchObject({ opened: true, device: { id: device.id, name: 'Panel · Puerta 1' } })
  expect((await opened).device).toEqual({ id: device.id, name: 'Panel' })
})

test('door names: not shown in attendances of a gym with one door', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, { now })
  const ana = await makeClient(gym, { name: 'Ana' })
  await waitUntilInSync(terminal)
  terminal.forcePunch({ pin: String(ana.id_zkteco), time: terminal.shows() })
  await waitUntilInSync(terminal)
  const { items } = await gym.admin.call('attendances.list', { query: { include_status: true } })
  expect(items.map(({ status }) => status?.door)).toEqual([null])
  expect((await listNotificationMessages())[0]).toBe(
    'Ana ha ingresado al gimnasio. Sin derecho: sin membresía (Puerta).',
  )
})
