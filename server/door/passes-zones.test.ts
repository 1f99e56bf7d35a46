// A terminal's clock knows no zone: its times are read in the gym's.
import { expect, test } from 'vitest'
import { makeClient, makeDevice, makeGym } from '../testing/factories.ts'
import { exchange, requestText } from '../testing/terminals.ts'
import { openTestApp } from '../testing/test-app.ts'

const app = await openTestApp()
const port = (await app.listen()).port

test.each([
  ['America/Santo_Domingo', '-4', '2026-01-15 06:58:48', '2026-01-15T10:58:48.000Z'],
  ['America/Santo_Domingo', '-4', '2026-07-15 23:59:59', '2026-07-16T03:59:59.000Z'],
  ['Europe/Madrid', '1', '2026-01-15 10:00:00', '2026-01-15T09:00:00.000Z'],
  ['Europe/Madrid', '1', '2026-07-15 10:00:00', '2026-07-15T08:00:00.000Z'],
  ['Asia/Kathmandu', '345', '2026-07-15 00:30:00', '2026-07-14T18:45:00.000Z'],
  ['Pacific/Kiritimati', '14', '2026-07-15 00:30:00', '2026-07-14T10:30:00.000Z'],
  // The clocks go forward from 2:00 to 3:00: what never was is read as an hour later.
  ['America/New_York', '-5', '2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
  ['America/New_York', '-5', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '-5', '2026-03-08 03:30:00', '2026-03-08T07:30:00.000Z'],
  // The clocks go back from 2:00 to 1:00: what was twice is read as the second time.
  ['America/New_York', '-5', '2026-11-01 00:59:59', '2026-11-01T04:59:59.000Z'],
  ['America/New_York', '-5', '2026-11-01 01:30:00', '2026-11-01T06:30:00.000Z'],
  ['America/New_York', '-5', '2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
])('%s (TimeZone=%s): %s is %s', async (timeZone, offset, deviceTime, instant) => {
  app.clock.set('2026-12-15T12:00:00Z')
  const gym = await makeGym(app, { timeZone })
  const { sn } = await makeDevice(gym)
  const { id_zkteco: pin } = await makeClient(gym)
  const handshake = await exchange(port, requestText('GET', `/iclock/cdata?SN=${sn}&options=all&pushver=2.4.1`))
  expect(handshake.text).toContain(`\nTimeZone=${offset}\n`)
  for (let time = 0; time < 2; time++)
    await exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG`, `${pin}\t${deviceTime}\n`))
  const { items } = await gym.admin.call('attendances.list')
  expect(items.map((item) => item.check_in)).toEqual([instant])
})
