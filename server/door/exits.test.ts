// Exits count no visit, make no notification or alarm, and are all recorded.
import { expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makeGym, makePayment, makeUser } from '../testing/factories.ts'
import { exchange, requestText } from '../testing/terminals.ts'

startDoorApp()

const send = (sn: string, ...lines: string[]) =>
  exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))
const pass = (pin: number | null, time: string) => `${pin}\t2026-06-15 ${time}\t0\t15`
const visits = async () =>
  (await gym.admin.call('attendances.list', { query: { page: 1, size_page: 50 } })).items.map(
    (item) => item.client_name,
  )
const news = async () => (await gym.admin.call('notifications.list', {})).items.map(({ message }) => message)
const kept = () =>
  app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
    tx.many<object>(
      sql`select pin, reason, without_right from door_records where gym_id = ${gym.gym.id} order by device_time`,
    ),
  )
const makeExit = () => makeDevice(gym, { name: 'Salida', direction: 'exit' })

test('devices.create: a terminal is registered as an exit, or is an entrance', async () => {
  await makeExit()
  await makeDevice(gym, { name: 'Torno' })
  expect((await gym.admin.call('devices.status')).map(({ direction }) => direction)).toEqual(['exit', 'entrance'])
  const body = { name: 'Otra', sn: 'OTRA-0001', direction: 'sideways' }
  expect((await gym.admin.try('devices.create', { body })).status).toBe(422)
})

test('exit: is no visit, but a missing right is reported', async () => {
  const exit = await makeExit()
  const member = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: member.id, start_date: '2026-06-01' })
  const expired = await makeClient(gym, { name: 'Luis' })
  const dismissed = await makeUser(gym, 'gym_worker', { name: 'Rosa', is_active: false })
  const pins = [member.id_zkteco, expired.id_zkteco, dismissed.id_zkteco, 987654]
  const lines = pins.map((pin, at) => pass(pin, `11:00:0${at}`))
  // A repeated refusal notifies once.
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

test('an exit beside an entrance changes nothing about who came', async () => {
  const [exit, entrance] = [await makeExit(), await makeDevice(gym)]
  const { id_zkteco: pin, id } = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: id, start_date: '2026-06-01' })
  await send(exit.sn, pass(pin, '11:00:00'))
  await send(entrance.sn, pass(pin, '11:00:20'))
  expect(await visits()).toEqual(['Ana'])
  expect(await news()).toEqual(['Ana ha ingresado al gimnasio.'])
})

test('a terminal that is turned round counts from then on, whatever it sends later or again', async () => {
  const { sn, id: id_device } = await makeDevice(gym)
  const turn = (direction: 'entrance' | 'exit', now: string) => {
    app.clock.set(`2026-06-15T${now}Z`)
    return gym.admin.call('devices.update', { params: { id_device }, body: { direction } })
  }
  const { id_zkteco: pin, id } = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: id, start_date: '2026-06-01' })
  await send(sn, pass(pin, '11:00:00'))
  // The direction was changed by mistake and back; 12:00 in the gym's zone.
  await turn('exit', '15:50:00')
  await turn('entrance', '15:51:00')
  await turn('exit', '16:00:00')
  await turn('exit', '16:30:00')
  // Passes before and after the change to an exit.
  await send(sn, pass(pin, '11:49:00'), pass(pin, '11:50:30'), pass(pin, '12:10:00'), pass(pin, '12:10:20'))
  expect(await visits()).toEqual(['Ana', 'Ana', 'Ana'])
  await turn('entrance', '17:00:00')
  app.clock.set('2026-06-15T17:30:00Z')
  await send(sn, pass(pin, '11:49:00'), pass(pin, '12:10:00'), pass(pin, '12:40:00'), pass(pin, '13:20:00'))
  expect(await visits()).toHaveLength(4)
  expect(await kept()).toHaveLength(3)
})

const keyed = (pin: number | null, time: string, status: number) => `${pin}\t2026-06-15 ${time}\t${status}\t15`

test('the key that is pressed counts at a terminal that is both, and at no other', async () => {
  const [both, entrance] = [await makeDevice(gym, { direction: 'both' }), await makeDevice(gym)]
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  // In, break in, overtime in, none; out, break out, overtime out.
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

test('turned round twice before anybody passed, it was what it was at the last pass', async () => {
  const { sn, id: id_device } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  await send(sn, keyed(pin, '08:00:00', 255))
  const turn = (direction: 'entrance' | 'exit' | 'both', now: string) => {
    app.clock.set(`2026-06-15T${now}Z`)
    return gym.admin.call('devices.update', { params: { id_device }, body: { direction } })
  }
  await turn('both', '13:00:00')
  await turn('exit', '13:00:10')
  app.clock.set('2026-06-15T16:00:00Z')
  // 13:00 there is 09:00 in the gym.
  await send(sn, keyed(pin, '08:30:00', 1), keyed(pin, '09:30:00', 255))
  expect([(await visits()).length, (await kept()).length]).toEqual([2, 1])
  await turn('both', '16:30:00')
  app.clock.set('2026-06-15T18:00:00Z')
  await send(sn, keyed(pin, '10:00:00', 0), keyed(pin, '12:40:00', 0), keyed(pin, '13:00:00', 1))
  expect([(await visits()).length, (await kept()).length]).toEqual([3, 3])
})

test('exit: entry and exit without a right count as one person', async () => {
  const { sn, id: id_device } = await makeDevice(gym)
  const expired = await makeClient(gym, { name: 'Luis' })
  await send(sn, pass(expired.id_zkteco, '11:00:00'))
  await gym.admin.call('devices.update', { params: { id_device }, body: { direction: 'exit' } })
  app.clock.set('2026-06-15T17:00:00Z')
  await send(sn, pass(expired.id_zkteco, '12:30:00'))
  expect((await kept()).at(-1)).toMatchObject({ reason: 'exit', without_right: true })
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ passes_without_right: 1 })
})

test('a number that is given to somebody does not make visits of its exits', async () => {
  const exit = await makeExit()
  await send(exit.sn, pass(4711, '09:00:00'))
  const client = await gym.admin.call('clients.create', { body: { name: 'Eva', id_zkteco: 4711 } })
  expect(client).not.toHaveProperty('past_visits')
  expect(await visits()).toEqual([])
})

test('devices.traffic: unreadable lines are counted and shown to this gym only', async () => {
  const device = await makeDevice(gym)
  const other = await makeGym(app)
  const params = { id_device: device.id }
  await send(device.sn, 'esto no es\tun registro', '7\t15/06/2026 12:00')
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ unreadable: 2 })
  const { unreadable } = await gym.admin.call('devices.traffic', { params })
  expect(unreadable.map(({ text }) => text)).toContain('esto no es\tun registro')
  expect((await other.admin.try('devices.traffic', { params })).status).toBe(404)
})
