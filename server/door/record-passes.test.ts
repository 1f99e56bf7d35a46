// Tests that a pass becomes one attendance and one notification, and that its time is read in the gym's zone.
import { gzipSync } from 'node:zlib'
import { isAlarmNotification } from '@torniquete/contract/reports/notifications.ts'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { logInAs } from '../testing/api-caller.ts'
import { queryAsOwner } from '../testing/database-digest.ts'
import { app, gym, makeMember, port, readTerminalStatus, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDevice, makeGym, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  makeSimulatedTerminal,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { masterPassword } from '../testing/test-app.ts'

startDoorApp()

// Noon by the terminal's clock in Santo Domingo, which is 16:00 UTC.
const noon = '2026-06-15 12:00:00'
const send = (sn: string, body: string) => uploadLines(sn, 'ATTLOG', body)
const attendances = async () =>
  (await gym.admin.call('attendances.list', { query: { size_page: 1000 } })).items.map(
    (item) => `${item.client_name} ${item.check_in}`,
  )
const news = async () =>
  (await gym.admin.call('notifications.list', { query: { size_page: 1000 } })).items.map(
    ({ title, message, created_at, client }) => `${title}: ${message} ${created_at} ${client?.name ?? null}`,
  )
const records = () =>
  gym.rows<object>(sql`select pin, device_time, reason from door_records where gym_id = ${gym.gym.id} order by id`)

test('passes: one attendance for each terminal, PIN and device time', async () => {
  const [one, two] = [await makeDevice(gym), await makeDevice(gym)]
  const { id_zkteco: pin } = await makeMember({ name: 'Ana' })
  const line = `${pin}\t${noon}\t0\t15`
  await send(one.sn, `${line}\n${line}\n`)
  await Promise.all([send(one.sn, line), send(one.sn, `${pin}\t${noon}\t255\t1\t0\t0`), send(one.sn, line)])
  expect(await attendances()).toEqual(['Ana 2026-06-15T16:00:00.000Z'])
  expect(await news()).toEqual(['Acceso: Ana ha ingresado al gimnasio. 2026-06-15T16:00:00.000Z Ana'])
  await send(one.sn, `${pin}\t2026-06-15 12:00:01\t0\t15`)
  await send(two.sn, line)
  expect(await attendances()).toHaveLength(3)
})

test('passes: a pass with an unknown PIN is stored and notified', async () => {
  const { sn, name } = await makeDevice(gym, { name: 'Puerta trasera' })
  await send(sn, `4321\t${noon}\t0\t15`)
  await send(sn, `4321\t${noon}\t0\t15`)
  expect(await attendances()).toEqual([])
  expect(await records()).toEqual([{ pin: '4321', device_time: noon, reason: 'unknown' }])
  expect(await news()).toEqual([
    `Acceso: El número 4321 no pertenece a nadie: abrió la puerta en ${name}. 2026-06-15T16:00:00.000Z null`,
  ])
})

test('passes: a pass sent again after its PIN is assigned becomes an attendance', async () => {
  const { sn } = await makeDevice(gym)
  // These passes were made days ago, when the PIN belonged to no client.
  const [one, other] = ['2026-06-13 12:00:00', '2026-06-13 12:00:05']
  await send(sn, `2\t${one}\t0\t15\n2\t${other}\t0\t15`)
  expect((await makeClient(gym, { name: 'Ana' })).id_zkteco).toBe(2)
  for (let time = 0; time < 3; time++) await send(sn, `2\t${one}\t0\t15`)
  expect(await attendances()).toEqual(['Ana 2026-06-13T16:00:00.000Z'])
  expect(await records()).toEqual([{ pin: '2', device_time: other, reason: 'unknown' }])
})

test('passes: a pass of a deleted client that is sent again creates no second record', async () => {
  const { sn } = await makeDevice(gym)
  const { id, id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  await send(sn, `${pin}\t${noon}`)
  await gym.admin.call('clients.delete', { params: { id_client: id } })
  const before = (await gym.admin.call('notifications.list')).total
  await send(sn, `${pin}\t${noon}`)
  expect(await records()).toEqual([])
  expect((await gym.admin.call('notifications.list')).total).toBe(before)
})

test('passes: a PIN with letters, leading zeros or ten digits is unknown, and PIN 0 is ignored', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym)
  const pins = [`0${pin}`, '0', 'A_1', '99999999999999', '2147483648']
  expect((await send(sn, pins.map((each) => `${each}\t${noon}`).join('\n'))).text).toBe('OK: 5')
  expect(await attendances()).toEqual([])
  expect((await records()).length).toBe(4)
})

test('passes: a staff member’s pass makes no attendance and no notification', async () => {
  const { sn } = await makeDevice(gym)
  const user = await makeUser(gym, 'gym_worker')
  await send(sn, `${user.id_zkteco}\t${noon}\t0\t15`)
  expect([await attendances(), await news()]).toEqual([[], []])
  expect(await records()).toEqual([{ pin: String(user.id_zkteco), device_time: noon, reason: 'staff' }])
})

describe('impossible times', () => {
  const stored = () =>
    gym.rows<object>(
      sql`select device_time, check_in = '2026-06-15T16:00:00Z' as at_arrival, clock_wrong from attendances where gym_id = ${gym.gym.id} order by device_time`,
    )

  test('passes: a pass with an impossible time gets its arrival time and is marked', async () => {
    const { sn } = await makeDevice(gym)
    const times = ['2014-12-31 23:59:59', '2026-06-15 12:05:01', '9999-12-31 23:59:59']
    for (const time of times) {
      const { id_zkteco: pin } = await makeMember()
      for (let twice = 0; twice < 2; twice++) await send(sn, `${pin}\t${time}\t0\t15`)
    }
    expect(await stored()).toEqual(times.map((time) => ({ device_time: time, at_arrival: true, clock_wrong: true })))
    expect(await news()).toEqual(Array(3).fill(expect.stringMatching(/ha ingresado al gimnasio\. 2026-06-15T16:00:00/)))
  })

  test('passes with a wrong clock: reported if the person had no right on arrival of the upload', async () => {
    const { sn } = await makeDevice(gym, { name: 'Puerta' })
    const { id_zkteco: pin } = await makeClient(gym, { name: 'Eva' })
    await send(sn, `${pin}\t2000-01-01 00:00:13\t0\t15`)
    expect(await news()).toEqual([
      'Acceso: Eva ha ingresado al gimnasio. Sin derecho: sin membresía (Puerta). 2026-06-15T16:00:00.000Z Eva',
    ])
    expect(await readTerminalStatus()).toMatchObject({ passes_without_right: 1 })
  })

  test('passes: the time of a clock that is over ten minutes off is replaced by the arrival time', async () => {
    const { sn, id } = await makeDevice(gym)
    const { id_zkteco: pin } = await makeMember()
    await send(sn, `${pin}\t2026-06-15 12:05:00\n${pin}\t2015-01-01 00:00:00`)
    expect(await stored()).toMatchObject([{ clock_wrong: false }, { clock_wrong: false }])
    await queryAsOwner(app, 'update devices set clock_offset = -601 where id = $1', [id])
    await send(sn, `${pin}\t2026-06-15 11:00:00`)
    expect((await stored())[1]).toEqual({ device_time: '2026-06-15 11:00:00', at_arrival: true, clock_wrong: true })
  })
})

describe('passes without a right', () => {
  const today = async () => (await readTerminalStatus())?.passes_without_right

  test('passes without a right: notified with the reason, and counted once a day', async () => {
    const { sn, name } = await makeDevice(gym)
    const [never, ended, blocked, paid] = [
      await makeClient(gym, { name: 'Nunca' }),
      await makeClient(gym, { name: 'Vencida' }),
      await makeMember({ name: 'Bloqueada' }),
      await makeMember({ name: 'Pagada' }),
    ]
    const plan = await makePlan(gym, { duration_days: 3 })
    await makePayment(gym, { id_client: ended.id, id_membership: plan.id, start_date: '2026-06-01' })
    await gym.admin.call('door.edit-user-verify', { query: { pin: blocked.id_zkteco ?? 0, new_verify: 3 } })
    const lines = [never, ended, blocked, paid].map(({ id_zkteco }, at) => `${id_zkteco}\t2026-06-15 11:0${at}:00`)
    await send(sn, lines.join('\n'))
    const told = (await gym.admin.call('notifications.list')).items
    expect(told.map(({ message }) => message).toReversed()).toEqual([
      `Nunca ha ingresado al gimnasio. Sin derecho: sin membresía (${name}).`,
      `Vencida ha ingresado al gimnasio. Sin derecho: membresía vencida el 03/06/2026 (${name}).`,
      `Bloqueada ha ingresado al gimnasio. Sin derecho: no se le permite entrar (${name}).`,
      'Pagada ha ingresado al gimnasio.',
    ])
    expect(told.map(isAlarmNotification).toReversed()).toEqual([true, true, true, false])
    expect(await attendances()).toHaveLength(4)
    expect(await today()).toBe(3)
    await send(sn, `${never.id_zkteco}\t2026-06-15 11:30:00`)
    expect(await today()).toBe(3)
    app.clock.set('2026-06-16T04:00:00Z')
    expect(await today()).toBe(0)
  })

  test('passes without a right: a later payment gives no right for an earlier pass', async () => {
    const { sn } = await makeDevice(gym)
    const client = await makeClient(gym)
    await send(sn, `${client.id_zkteco}\t2026-06-10 11:00:00`)
    await makePayment(gym, { id_client: client.id, start_date: '2026-06-11' })
    await send(sn, `${client.id_zkteco}\t2026-06-11 11:00:00`)
    expect(await news()).toEqual([])
    const rows = await gym.rows<object>(
      sql`select without_right from attendances where gym_id = ${gym.gym.id} order by check_in`,
    )
    expect(rows).toEqual([{ without_right: true }, { without_right: false }])
  })
})

test('passes: a repeatedly recognised face notifies once per visit, and each line is stored', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeMember({ name: 'Ana' })
  const at = (seconds: string) => `${pin}\t2026-06-15 11:00:${seconds}`
  await send(sn, [at('00'), at('01'), at('59')].join('\n'))
  await send(sn, `${pin}\t2026-06-15 11:01:30`)
  await send(sn, `${pin}\t2026-06-15 11:02:30`)
  // This pass belongs to the first visit, but is uploaded last.
  await send(sn, `${pin}\t2026-06-15 10:59:30`)
  expect(await attendances()).toHaveLength(6)
  expect(await news()).toEqual([
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-15T15:02:30.000Z Ana',
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-15T15:00:00.000Z Ana',
  ])
})

test('passes: unreadable lines and archives are stored once', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeMember({ name: 'Ana' })
  const post = (query: string, body: string | Uint8Array) =>
    exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}${query}`, body))
  const lines = Array.from({ length: 250 }, (_, at) => `${at}\t15/06/2026 12:00`)
  for (let time = 0; time < 2; time++)
    expect((await post('', [...lines, `${pin}\t${noon}\t0\t15`].join('\n'))).text).toBe('OK: 251')
  expect(await records()).toHaveLength(250)
  expect(await attendances()).toEqual(['Ana 2026-06-15T16:00:00.000Z'])
  const packed = (body: string | Uint8Array) => post('&ContentType=tgz&table=ATTLOG', body)
  expect((await packed(gzipSync(`${pin}\t${noon}\t0\t15\n`))).text).toBe('OK: 1')
  for (let time = 0; time < 2; time++) expect((await packed('no es un archivo')).text).toBe('OK')
  expect(await records()).toHaveLength(251)
})

test('passes: template lines are counted and dropped, but users among them are stored', async () => {
  const { sn, id } = await makeDevice(gym)
  const post = async (table: string, body: Uint8Array) =>
    (await exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=${table}`, body))).text
  const template = Buffer.from('BIODATA Pin=7\tNo=0\tType=9\tTmp=AAAA\r\n\n \nBIODATA Pin=8\tType=9\tTmp=BBBB')
  expect(await post('BIODATA', template)).toBe('OK: 2')
  expect(await post('FINGERTMP', Buffer.from('sin palabra\n'))).toBe('OK: 1')
  expect(await records()).toEqual([])
  await exchangeBytes(port, makeRequestBytes('GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1&language=97`))
  const person = Buffer.from('XX 1\nUSER PIN=880\tName=Muñoz\tPri=0\tCard=\tVerify=0\n', 'latin1')
  expect(await post('BIODATA', person)).toBe('OK: 2')
  expect(await records()).toMatchObject([{ reason: 'unreadable' }])
  const params = { id_device: id }
  expect(await gym.admin.call('devices.people', { params })).toMatchObject([{ pin: '880', name: 'Muñoz' }])
})

test('passes: a pass older than a day does not notify, others notify with their own time', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeMember({ name: 'Ana' }, '2026-06-01')
  const times = ['2026-06-15 11:30:00', '2025-01-01 08:00:00', '2026-06-14 12:00:01', '2026-06-14 11:59:00']
  await send(sn, [...times.map((time) => `${pin}\t${time}`), `777\t2025-01-01 08:00:00`].join('\n'))
  expect(await attendances()).toHaveLength(4)
  expect(await news()).toEqual([
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-15T15:30:00.000Z Ana',
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-14T16:00:01.000Z Ana',
  ])
})

test('re-registered terminal: repeated passes are not stored twice', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const { id_zkteco: pin } = await makeClient(gym)
  terminal.forcePunch({ pin: String(pin), time: noon })
  await waitUntilInSync(terminal)
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  terminal.forcePunch({ pin: String(pin), time: '2026-06-15 12:01:00' })
  expect((await terminal.step()).ok).toBe(false)
  await makeDevice(gym, { sn: device.sn })
  const again = makeSimulatedTerminal(port, device.sn)
  for (const time of [noon, '2026-06-15 12:01:00']) again.forcePunch({ pin: String(pin), time })
  await waitUntilInSync(again)
  await waitUntilInSync(terminal)
  expect(await attendances()).toHaveLength(2)
})

test('inactive gym: its terminal keeps passes until the gym is active again', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const { id_zkteco: pin } = await makeClient(gym)
  await waitUntilInSync(terminal)
  const master = await logInAs(app.app, 'master', masterPassword)
  const setActive = (is_active: boolean) =>
    master.call('gyms.update', { params: { id: gym.gym.id }, body: { is_active } })
  await setActive(false)
  terminal.forcePunch({ pin: String(pin), time: noon })
  expect((await terminal.step()).ok).toBe(false)
  expect(terminal.stats().lastError).toMatch(/answered 503/)
  await setActive(true)
  await waitUntilInSync(terminal)
  expect(terminal.unsent()).toBe(0)
  const back = await logInAs(app.app, gym.gym.username, 'contraseña segura')
  expect((await back.call('attendances.list')).total).toBe(1)
})

test.each([
  ['America/Santo_Domingo', '-4', '2026-07-15 23:59:59', '2026-07-16T03:59:59.000Z'],
  ['Asia/Kathmandu', '345', '2026-07-15 00:30:00', '2026-07-14T18:45:00.000Z'],
  // The clocks go forward from 2:00 to 3:00: a skipped time counts as an hour later.
  ['America/New_York', '-5', '2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
  ['America/New_York', '-5', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
  // The clocks go back from 2:00 to 1:00: an ambiguous time counts as the second occurrence.
  ['America/New_York', '-5', '2026-11-01 01:30:00', '2026-11-01T06:30:00.000Z'],
])('passes in %s (TimeZone=%s): device time %s is %s', async (timeZone, offset, deviceTime, instant) => {
  app.clock.set('2026-12-15T12:00:00Z')
  const gym = await makeGym(app, { timeZone })
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym)
  const handshake = await exchangeBytes(
    port,
    makeRequestBytes('GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1`),
  )
  expect(handshake.text).toContain(`\nTimeZone=${offset}\n`)
  for (let time = 0; time < 2; time++)
    await exchangeBytes(
      port,
      makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG`, `${pin}\t${deviceTime}\n`),
    )
  const { items } = await gym.admin.call('attendances.list')
  expect(items.map((item) => item.check_in)).toEqual([instant])
})
