// A pass at a terminal becomes an attendance once, and news once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { logInAs } from '../testing/api.ts'
import { makeClient, makeDevice, makeGym, makeUser, type TestGym } from '../testing/factories.ts'
import { eventually, exchange, makeTerminal, requestText, settle, terminalAt } from '../testing/terminals.ts'
import { masterPassword, startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp()
  port = (await app.listen()).port
})
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})
afterAll(() => app.close())

// 12:00 in Santo Domingo.
const noon = '2026-06-15 12:00:00'
const send = (sn: string, body: string) =>
  exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, body))
const attendances = async ({ admin }: TestGym = gym) =>
  (await admin.call('attendances.list', { query: { size_page: 1000 } })).items.map(
    (item) => `${item.client_name} ${item.check_in}`,
  )
const news = async () =>
  (await gym.admin.call('notifications.list', { query: { size_page: 1000 } })).items.map(
    ({ title, message, created_at, client }) => `${title}: ${message} ${created_at} ${client?.name ?? null}`,
  )
const records = () =>
  app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
    tx.many<object>(sql`select pin, device_time, reason from door_records where gym_id = ${gym.gym.id} order by id`),
  )

test('once by terminal, number and time of the terminal; two terminals and two seconds are two', async () => {
  const [one, two] = [await makeDevice(gym), await makeDevice(gym)]
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  const line = `${pin}\t${noon}\t0\t15`
  await send(one.sn, `${line}\n${line}\n`)
  await Promise.all([send(one.sn, line), send(one.sn, `${pin}\t${noon}\t255\t1\t0\t0`), send(one.sn, line)])
  expect(await attendances()).toEqual(['Ana 2026-06-15T16:00:00.000Z'])
  expect(await news()).toEqual(['Acceso: Ana ha ingresado al gimnasio. 2026-06-15T16:00:00.000Z Ana'])
  await send(one.sn, `${pin}\t2026-06-15 12:00:01\t0\t15`)
  await send(two.sn, line)
  expect(await attendances()).toHaveLength(3)
})

test('a terminal that sends everything three times, and again after a reset of its pointer', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { faults: { resendTimes: 3, elevenColumns: true } })
  const { id_zkteco: pin } = await makeClient(gym)
  for (let minute = 10; minute < 40; minute++)
    terminal.forcePunch({ pin: String(pin), time: `2026-06-15 11:${minute}:00` })
  await settle(terminal)
  terminal.resendAll()
  await settle(terminal)
  expect(await attendances()).toHaveLength(30)
  expect(await news()).toHaveLength(30)
})

test('an unknown number is kept and shown, not lost', async () => {
  const { sn, name } = await makeDevice(gym, { name: 'Puerta trasera' })
  await send(sn, `4321\t${noon}\t0\t15`)
  await send(sn, `4321\t${noon}\t0\t15`)
  expect(await attendances()).toEqual([])
  expect(await records()).toEqual([{ pin: '4321', device_time: noon, reason: 'unknown' }])
  expect(await news()).toEqual([
    `Acceso: El número 4321 no pertenece a nadie: se presentó en ${name} 2026-06-15T16:00:00.000Z null`,
  ])
})

test('sent again after the client was registered it becomes an attendance, once, and is no longer unknown', async () => {
  const { sn } = await makeDevice(gym)
  await send(sn, `4321\t${noon}\t0\t15\n4321\t2026-06-15 12:00:05\t0\t15`)
  await makeClient(gym, { name: 'Ana', id_zkteco: 4321 })
  for (let time = 0; time < 3; time++) await send(sn, `4321\t${noon}\t0\t15`)
  expect(await attendances()).toEqual(['Ana 2026-06-15T16:00:00.000Z'])
  expect(await records()).toEqual([{ pin: '4321', device_time: '2026-06-15 12:00:05', reason: 'unknown' }])
})

test('letters, zeros in front and endless numbers belong to nobody', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym)
  const pins = [`0${pin}`, '0', 'A_1', '99999999999999', '2147483648']
  expect((await send(sn, pins.map((each) => `${each}\t${noon}`).join('\n'))).text).toBe('OK: 5')
  expect(await attendances()).toEqual([])
  expect((await records()).length).toBe(5)
})

test('staff pass without an attendance or news', async () => {
  const { sn } = await makeDevice(gym)
  const user = await makeUser(gym, 'gym_worker')
  await send(sn, `${user.id_zkteco}\t${noon}\t0\t15`)
  expect([await attendances(), await news()]).toEqual([[], []])
  expect(await records()).toEqual([{ pin: String(user.id_zkteco), device_time: noon, reason: 'staff' }])
})

test('a clock more than a day ahead is kept as such, and becomes an attendance when its time has come', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  const line = `${pin}\t2026-06-16 12:00:01\t0\t15`
  await send(sn, `${line}\n${pin}\t2026-06-16 12:00:00\t0\t15\n${pin}\t9999-12-31 23:59:59\t0\t15`)
  expect(await attendances()).toEqual(['Ana 2026-06-16T16:00:00.000Z'])
  expect(await records()).toMatchObject([{ reason: 'future' }, { reason: 'future' }])
  app.clock.set('2026-06-16T10:00:00Z')
  await send(sn, line)
  app.clock.set('2026-06-15T16:00:00Z')
  expect(await attendances()).toHaveLength(2)
  expect(await records()).toHaveLength(1)
})

test('a backlog is attendance, but older than a day it is no news; news bears the time of the pass', async () => {
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym, { name: 'Ana' })
  const times = ['2026-06-15 11:30:00', '2025-01-01 08:00:00', '2026-06-14 12:00:01', '2026-06-14 12:00:00']
  await send(sn, [...times.map((time) => `${pin}\t${time}`), `777\t2025-01-01 08:00:00`].join('\n'))
  expect(await attendances()).toHaveLength(4)
  expect(await news()).toEqual([
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-15T15:30:00.000Z Ana',
    'Acceso: Ana ha ingresado al gimnasio. 2026-06-14T16:00:01.000Z Ana',
  ])
})

test('a pass appears on the notification stream', async () => {
  app.clock.reset()
  const own = await makeGym(app)
  const { terminal } = await makeTerminal(own, port)
  const client = await makeClient(own, { name: 'Ana' })
  await settle(terminal)
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/v1/notifications/sse`, {
    headers: { authorization: `Bearer ${own.admin.token}` },
    signal: abort.signal,
  })
  let seen = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) seen += new TextDecoder().decode(chunk)
  })().catch(() => {})
  await eventually(
    () => seen,
    (text) => text.includes('data: []'),
  )
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-01-01 00:00:00' })
  terminal.enrol({ pin: String(client.id_zkteco), verify: 0 })
  terminal.punch(String(client.id_zkteco))
  await settle(terminal)
  await eventually(
    () => seen,
    (text) => text.includes('Ana ha ingresado al gimnasio.'),
  )
  expect(seen.match(/ha ingresado/g)).toHaveLength(1)
  abort.abort()
  await reading
})

test('a terminal that is removed and registered again does not double its records', async () => {
  const { device, terminal } = await makeTerminal(gym, port)
  const { id_zkteco: pin } = await makeClient(gym)
  terminal.forcePunch({ pin: String(pin), time: noon })
  await settle(terminal)
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  terminal.forcePunch({ pin: String(pin), time: '2026-06-15 12:01:00' })
  expect((await terminal.step()).ok).toBe(false)
  await makeDevice(gym, { sn: device.sn })
  const again = terminalAt(port, device.sn)
  for (const time of [noon, '2026-06-15 12:01:00']) again.forcePunch({ pin: String(pin), time })
  await settle(again)
  await settle(terminal)
  expect(await attendances()).toHaveLength(2)
})

test('the terminal of an inactive gym keeps its records until the gym is active again', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const { id_zkteco: pin } = await makeClient(gym)
  await settle(terminal)
  const master = await logInAs(app.app, 'master', masterPassword)
  const setActive = (is_active: boolean) =>
    master.call('gyms.update', { params: { id: gym.gym.id }, body: { is_active } })
  await setActive(false)
  terminal.forcePunch({ pin: String(pin), time: noon })
  expect((await terminal.step()).ok).toBe(false)
  expect(terminal.stats().lastError).toMatch(/answered 503/)
  await setActive(true)
  await settle(terminal)
  expect(terminal.unsent()).toBe(0)
  const back = await logInAs(app.app, gym.gym.username, 'contraseña segura')
  expect((await back.call('attendances.list')).total).toBe(1)
})
