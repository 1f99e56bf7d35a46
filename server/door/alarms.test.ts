// Tests that an alarm of a terminal notifies once, is shown on every page, and is cleared once it is over.
import { isAlarmNotification } from '@torniquete/contract/reports/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { makeDevice, makeGym, makeUser, type TestGym } from '../testing/factories.ts'
import { RecordedLog } from '../testing/recorded-log.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntil,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

let gym: TestGym
const logTo = new RecordedLog()
const app = await startTestAppForFile({ SESSION_HOURS: '8760', LOG_LEVEL: 'warn' }, { logStream: logTo })
const port = (await app.listen()).port
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})

const ask = (method: string, target: string, body = '', address = '127.0.0.1') =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body), address)
const alarming = async () => (await gym.admin.call('devices.list')).filter(({ alarm }) => alarm).map(({ id }) => id)

test('upload quota: exceeding it notifies once and counts as an alarm until the gym’s day ends', async () => {
  const send = async (sn: string, lines: number) =>
    (await ask('POST', `cdata?SN=${sn}&table=OPERLOG&Stamp=1`, 'FP PIN=1\tTMP=a\n'.repeat(lines))).status
  const exceeded = async (id: number) =>
    (await gym.admin.call('devices.status')).find((status) => status.id === id)?.quota_exceeded
  const { id, sn, name } = await makeDevice(gym)
  await makeDevice(gym)
  for (const lines of [20_000, 20_000, 10_000]) expect(await send(sn, lines)).toBe(200)
  expect([await exceeded(id), await alarming()]).toEqual([false, []])
  app.clock.advance(6000)
  for (let times = 0; times < 3; times++) expect(await send(sn, 1)).toBe(503)
  expect([await exceeded(id), await alarming()]).toEqual([true, [id]])
  const told = (await gym.admin.call('notifications.list')).items
  const message = `El dispositivo ${name} envió más de 50,000 registros en un día: los demás se reciben al día siguiente.`
  expect(told).toMatchObject([{ title: 'Acceso', message }])
  expect(told.map(isAlarmNotification)).toEqual([true])
  expect(logTo.lines(sn).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'a terminal sends more lines than are taken in a day', device: id, level: 40 }),
  ])
  // It is nearly midnight in the gym, whose zone is four hours behind UTC.
  app.clock.set('2026-06-16T03:59:00Z')
  expect([await send(sn, 1), await exceeded(id)]).toEqual([503, true])
  app.clock.set('2026-06-16T04:00:00Z')
  expect([await exceeded(id), await alarming()]).toEqual([false, []])
  expect(await send(sn, 1)).toBe(200)
  expect((await gym.admin.call('notifications.list')).total).toBe(1)
})

test('alarm: set when a terminal lets former staff in, which cancels its proof of blocking', async () => {
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const { id, id_zkteco } = await makeUser(gym, 'gym_worker')
  const params = { id_device: device.id }
  await waitUntilInSync(terminal)
  await gym.admin.call('users.update', { params: { id_user: id }, body: { is_active: false } })
  await waitUntil(
    () => waitUntilInSync(terminal).then(() => terminal.users.get(String(id_zkteco))?.verify),
    (verify) => verify === 3,
  )
  await gym.admin.call('devices.prove', { params, body: { opened: false } })
  await ask('POST', `cdata?SN=${device.sn}&table=ATTLOG&Stamp=1`, `${id_zkteco}\t2026-06-15 12:00:00\n`)
  app.clock.advance(5000)
  expect(await alarming()).toEqual([device.id])
  expect(await gym.admin.call('devices.status')).toMatchObject([{ passes_without_right: 1, block_proven_at: null }])
})
