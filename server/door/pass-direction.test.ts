// Tests that exits make no visit, no notification and no alarm, and are all recorded.
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { gym, makeMember, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makeUser } from '../testing/factories.ts'

startDoorApp()

const send = (sn: string, ...lines: string[]) => uploadLines(sn, 'ATTLOG', lines.join('\n'))
const pass = (pin: number | null, time: string) => `${pin}\t2026-06-15 ${time}\t0\t15`
const visits = async () =>
  (await gym.admin.call('attendances.list', { query: { page: 1, size_page: 50 } })).items.map(
    (item) => item.client_name,
  )
const news = async () => (await gym.admin.call('notifications.list', {})).items.map(({ message }) => message)
const kept = () =>
  gym.rows<object>(
    sql`select pin, reason, without_right from door_records where gym_id = ${gym.gym.id} order by device_time`,
  )
const makeExit = () => makeDevice(gym, { name: 'Salida', direction: 'exit' })

test('exit: makes no visit, but an exit without a right notifies', async () => {
  const exit = await makeExit()
  const member = await makeMember({ name: 'Ana' }, '2026-06-01')
  const expired = await makeClient(gym, { name: 'Luis' })
  const dismissed = await makeUser(gym, 'gym_worker', { name: 'Rosa', is_active: false })
  const pins = [member.id_zkteco, expired.id_zkteco, dismissed.id_zkteco, 987654]
  const lines = pins.map((pin, at) => pass(pin, `11:00:0${at}`))
  // A person without a right who passes again soon is not notified again.
  const again = [pass(expired.id_zkteco, '11:00:30'), pass(expired.id_zkteco, '11:00:31')]
  for (let time = 0; time < 2; time++) await send(exit.sn, ...lines)
  for (const line of again) await send(exit.sn, line)
  expect(await visits()).toEqual([])
  expect((await news()).toReversed()).toEqual([
    'Luis salió por Salida. Sin derecho: sin membresía.',
    'Rosa salió. Sin derecho: es del personal y ya no tiene acceso (Salida).',
    'El número 987654 no pertenece a nadie: abrió la puerta en Salida.',
  ])
  expect((await kept()).slice(0, 4)).toEqual(
    pins.map((pin, at) => ({ pin: String(pin), reason: 'exit', without_right: at === 1 || at === 2 })),
  )
  const [status] = await gym.admin.call('devices.status')
  expect(status).toMatchObject({ direction: 'exit', passes_without_right: 2 })
  expect((await gym.admin.call('devices.list'))[0]).toMatchObject({ alarm: true })
})

test('changed direction: passes that are uploaded again keep their former direction', async () => {
  const { sn, id: id_device } = await makeDevice(gym)
  const turn = (direction: 'entrance' | 'exit') =>
    gym.admin.call('devices.update', { params: { id_device }, body: { direction } })
  const { id_zkteco: pin, id } = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: id, start_date: '2026-06-01' })
  const [entry, exit, next] = ['11:00:00', '11:30:00', '11:50:00'].map((time) => pass(pin, time)) as [
    string,
    string,
    string,
  ]
  await send(sn, entry)
  await turn('exit')
  await send(sn, entry, exit)
  expect([(await visits()).length, (await kept()).length]).toEqual([1, 1])
  await turn('entrance')
  await send(sn, entry, exit, next)
  expect([(await visits()).length, (await kept()).length]).toEqual([2, 1])
})

const keyed = (pin: number | null, time: string, status: number) => `${pin}\t2026-06-15 ${time}\t${status}\t15`

test('pressed key: decides the direction only at a terminal for both directions', async () => {
  const [both, entrance] = [await makeDevice(gym, { direction: 'both' }), await makeDevice(gym)]
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  // The first codes are in, break in, overtime in and none; the second ones out, break out and overtime out.
  const [coming, leaving] = [
    [0, 3, 4, 255],
    [1, 2, 5],
  ]
  const lines = (hour: number) => [...coming, ...leaving].map((status, at) => keyed(pin, `0${hour}:0${at}:00`, status))
  await send(both.sn, ...lines(8))
  expect([(await visits()).length, (await kept()).length]).toEqual([coming.length, leaving.length])
  await send(entrance.sn, ...lines(9))
  expect([(await visits()).length, (await kept()).length]).toEqual([2 * coming.length + leaving.length, leaving.length])
})

test('assigned PIN: exits made before its assignment do not become visits', async () => {
  const exit = await makeExit()
  await send(exit.sn, pass(4711, '09:00:00'))
  const client = await gym.admin.call('clients.create', { body: { name: 'Eva', id_zkteco: 4711 } })
  expect(client).not.toHaveProperty('past_visits')
  expect(await visits()).toEqual([])
})
