// Tests that no refusal hides a pass or notifies without reason, even with repeats and wrong clocks.
import { isAlarmNotification } from '@torniquete/contract/reports/notifications.ts'
import { expect, test } from 'vitest'
import {
  app,
  gym,
  listNotificationMessages,
  makeMember,
  port,
  readTerminalStatus,
  startDoorApp,
  uploadLines,
} from '../testing/door-app.ts'
import { makeClient, makeDevice } from '../testing/factories.ts'
import { exchangeBytes, makeRequestBytes } from '../testing/simulated-terminals.ts'

startDoorApp()

/** Formats an event line from PIN, time and code; today unless a day is given. */
const event = (pin: number | string, time: string, code: number, day = '2026-06-15') =>
  `time=${day} ${time}\tpin=${pin}\tcardno=0\teventaddr=1\tevent=${code}\tinoutstatus=0\tverifytype=1\tindex=1`
async function makeDoor(name = 'Puerta') {
  const { sn } = await makeDevice(gym, { name })
  await exchangeBytes(port, makeRequestBytes('POST', `/iclock/registry?SN=${sn}`, 'DeviceType=acc,LockCount=1'))
  return async (...lines: string[]) => (await uploadLines(sn, 'rtlog', lines.join('\r\n'))).text
}
const messages = async () => (await listNotificationMessages()).toReversed()
const standing = async () => (await gym.admin.call('door.refused')).map(({ name, entry }) => [name, entry])

test('refusals: an unknown PIN that enters right after its refusal still raises an alarm', async () => {
  const send = await makeDoor()
  await send(event(7777, '11:59:50', 23))
  await send(event(7777, '11:59:55', 0))
  await send(event(8888, '11:59:57', 23), event(8888, '11:59:57', 0))
  expect((await messages()).filter((message) => message.includes('abrió la puerta'))).toEqual([
    'El número 7777 no pertenece a nadie: abrió la puerta en Puerta.',
    'El número 8888 no pertenece a nadie: abrió la puerta en Puerta.',
  ])
})

test('refusals: not shown for a person who just entered', async () => {
  const send = await makeDoor()
  const ana = await makeMember({ name: 'Ana' })
  const pin = ana.id_zkteco ?? 0
  await send(event(pin, '11:59:50', 0))
  await send(event(pin, '11:59:52', 20), event(pin, '11:59:53', 61))
  expect(await messages()).toEqual(['Ana ha ingresado al gimnasio.'])
  app.clock.advance(120_000)
  await send(event(pin, '12:01:50', 41))
  const [last] = (await gym.admin.call('notifications.list')).items
  const message = 'Ana no pudo entrar (Puerta): no se identificó como debe.'
  expect([last?.message, last && isAlarmNotification(last)]).toEqual([message, false])
})

test('refusals: a held door, the exit button and an hour-old refusal do not notify', async () => {
  const send = await makeDoor()
  const { id_zkteco } = await makeClient(gym, { name: 'Luis' })
  expect(await send(event(0, '11:59:50', 28), event(0, '11:59:51', 36))).toBe('OK')
  await send(event(id_zkteco ?? 0, '11:00:00', 23))
  expect([await messages(), await standing()]).toEqual([[], []])
})

test('refusals: a person refused at two doors within a minute notifies once', async () => {
  const [first, second] = [await makeDoor('Calle'), await makeDoor('Patio')]
  const luis = await makeClient(gym, { name: 'Luis' })
  const pin = luis.id_zkteco ?? 0
  await first(event(pin, '11:59:00', 23), event(7777, '11:59:00', 23))
  await second(event(pin, '11:59:00', 23), event(pin, '11:59:40', 23), event(7777, '11:59:05', 23))
  expect((await messages()).toSorted()).toEqual([
    'El número 7777 no pudo entrar (Calle): sin permiso en esta puerta.',
    'El número 7777 no pudo entrar (Patio): sin permiso en esta puerta.',
    'Luis no pudo entrar (Calle): sin membresía.',
  ])
  expect((await gym.admin.call('door.refused')).map(({ device }) => device.name)).toEqual(['Patio'])
  await second(event(pin, '12:00:41', 23))
  expect(await messages()).toContain('Luis no pudo entrar (Patio): sin membresía.')
})

test('refusals: a batch of refusals from a terminal with a wrong clock notifies nobody', async () => {
  const send = await makeDoor()
  const luis = await makeClient(gym, { name: 'Luis' })
  const pin = luis.id_zkteco ?? 0
  await send(...['00:00:05', '00:05:00', '00:10:00'].map((time) => event(pin, time, 23, '2000-01-01')))
  expect([await messages(), await standing()]).toEqual([[], []])
  await send(event(pin, '00:15:00', 23, '2000-01-01'))
  expect([await messages(), await standing()]).toEqual([
    ['Luis no pudo entrar (Puerta): sin membresía.'],
    [['Luis', 'no']],
  ])
})

test('access events: old alarms do not notify', async () => {
  const send = await makeDoor()
  for (let call = 0; call < 4; call += 1) {
    await send(event(0, '11:59:50', 200))
    app.clock.advance(30_000)
  }
  await send(event(0, '10:00:00', 102, '2025-06-15'), event(5, '07:00:00', 0), event(0, '12:01:50', 201))
  expect(await messages()).toEqual(['El número 5 no pertenece a nadie: abrió la puerta en Puerta.'])
  expect((await readTerminalStatus())?.clock_offset).toBeNull()
})
