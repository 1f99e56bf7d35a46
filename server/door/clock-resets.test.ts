// Tests that a clock that was reset by a power cut does not create visits in past years.
import { beforeEach, expect, test } from 'vitest'
import { app, gym, listNotificationMessages, port, sendHandshake, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDeviceBeforeCensus, makePayment } from '../testing/factories.ts'
import { exchangeBytes, makeRequestBytes } from '../testing/simulated-terminals.ts'

startDoorApp()

let sn: string
let pins: number[]
beforeEach(async () => {
  sn = (await makeDeviceBeforeCensus(gym)).sn
  pins = []
  for (const name of ['Ana', 'Eva', 'Luz']) {
    const { id, id_zkteco } = await makeClient(gym, { name, id_zkteco: 7000 + pins.length })
    await makePayment(gym, { id_client: id, start_date: '2026-06-01' })
    pins.push(id_zkteco ?? 0)
  }
})

const upload = (...lines: string[]) =>
  exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, `${lines.join('\n')}\n`))
const start = () => sendHandshake(sn)
const came = async () =>
  (await gym.admin.call('attendances.list', { query: { size_page: 50 } })).items
    .map(({ check_in }) => check_in.slice(0, 10))
    .sort()

test.each(['2018-01-01', '2021-01-01', '2024-01-01', '2025-12-31'])(
  'clock reset: passes dated %s, older than those before the restart, get their arrival time',
  async (day) => {
    await start()
    await upload(`${pins[0]}\t2026-06-14 09:00:00\t0\t15`)
    app.clock.advance(600_000)
    await start()
    await upload(...pins.map((pin, at) => `${pin}\t${day} 00:0${at * 3}:10\t0\t15`))
    expect(await came()).toEqual(['2026-06-14', '2026-06-15', '2026-06-15', '2026-06-15'])
    const told = await listNotificationMessages()
    expect(told).toContainEqual(expect.stringContaining(`su reloj volvió a ${day.slice(0, 4)}`))
    expect(told.filter((message) => message.includes('Sin derecho'))).toEqual([])
  },
)

test('clock reset: single passes of past years right after a restart get their arrival time', async () => {
  await start()
  await upload(`${pins[0]}\t2026-06-14 09:00:00\t0\t15`)
  await start()
  for (const [at, pin] of pins.entries()) {
    await upload(`${pin}\t2021-01-01 00:0${at * 3}:10\t0\t15`)
    app.clock.advance(180_000)
  }
  expect(await came()).toEqual(['2026-06-14', '2026-06-15', '2026-06-15', '2026-06-15'])
})

test.each([
  ['for a terminal without earlier passes', []],
  ['for a terminal that was off for weeks', ['2026-05-01 09:00:00']],
])('no clock reset: old passes keep their time %s', async (_, before) => {
  await start()
  for (const time of before) await upload(`${pins[0]}\t${time}\t0\t15`)
  await start()
  const day = before.length > 0 ? '2026-05-10' : '2021-01-01'
  await upload(...pins.map((pin) => `${pin}\t${day} 10:00:00\t0\t15`))
  expect((await came()).filter((date) => date === day)).toHaveLength(3)
})

test('no clock reset: passes keep their times when a terminal uploads its complete log again', async () => {
  await start()
  await upload(`${pins[0]}\t2024-01-01 09:00:00\t0\t15`, `${pins[0]}\t2026-06-14 09:00:00\t0\t15`)
  await start()
  await upload(`${pins[0]}\t2024-01-01 09:00:00\t0\t15`, `${pins[1]}\t2024-01-01 09:05:00\t0\t15`)
  expect(await came()).toEqual(['2024-01-01', '2024-01-01', '2026-06-14'])
})
