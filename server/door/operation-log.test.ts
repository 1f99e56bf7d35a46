// Tests that each operation of a terminal's log is processed once, whatever its clock shows and how often it is sent.
import { isAlarmNotification } from '@torniquete/contract/reports/notifications.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

let made: Awaited<ReturnType<typeof makeRegisteredTerminal>>
let pin: string
let texts: string[]
beforeEach(async () => {
  made = await makeRegisteredTerminal(gym, port, { name: 'Puerta' }, { now: () => app.clock.now() })
  pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
  await waitUntilInSync(made.terminal)
  // The terminal's first upload counts as a past log, so one is sent before the tests.
  await tell('OPLOG 0\t0\t2026-06-01 10:00:00\t0\t0\t0\t0')
  app.clock.advance(3_600_000)
  await waitUntilInSync(made.terminal)
  texts = recordCommands(made.terminal)
})

const tell = async (...lines: string[]) => {
  const target = `/iclock/cdata?SN=${made.device.sn}&table=OPERLOG&Stamp=1`
  const { text } = await exchangeBytes(
    port,
    makeRequestBytes('POST', target, lines.map((line) => `${line}\n`).join('')),
  )
  expect(text).toBe(`OK: ${lines.length}`)
}
const news = async () =>
  (await gym.admin.call('notifications.list')).items
    .filter((each) => isAlarmNotification(each))
    .map(({ created_at, message }) => `${created_at.slice(11, 16)} ${message}`)
    .toReversed()
const lists = () => texts.filter((text) => text === 'DATA QUERY USERINFO').length
const duress = (time: string) => `OPLOG 32\t0\t${time}\t${pin}\t0\t0\t0`
const deleted = (time: string) => `OPLOG 9\t0\t${time}\t${pin}\t0\t0\t0`

describe('operation log of a terminal whose battery died', () => {
  const [first, second] = ['2000-01-01 00:03:00', '2000-01-01 00:05:00']

  test("operation log: after a reset of the terminal's clock, operations get their arrival time", async () => {
    made.terminal.powerCut()
    await waitUntilInSync(made.terminal)
    made.terminal.users.delete(pin)
    await tell(deleted(second), duress(first))
    expect(await news()).toContain('17:00 Alarma de Puerta: Ana abrió bajo coacción.')
    await waitUntilInSync(made.terminal)
    expect(made.terminal.users.has(pin)).toBe(true)
  })

  test('operation log: a past log that is sent at each restart is processed once', async () => {
    const emptied = `OPLOG 13\t0\t${first}\t0\t0\t0\t0`
    for (let start = 0; start < 2; start += 1) {
      made.terminal.powerCut()
      await waitUntilInSync(made.terminal)
      await tell(emptied, duress(second))
      await waitUntilInSync(made.terminal)
      app.clock.advance(3_600_000)
      await waitUntilInSync(made.terminal)
    }
    expect(await news()).toHaveLength(2)
    expect(lists()).toBe(1)
    // An equal operation with another time is another operation.
    await tell(duress('2000-01-01 00:05:01'))
    expect(await news()).toHaveLength(3)
  })
})

test('operation log: late operations keep their own time', async () => {
  app.clock.advance(8 * 3_600_000)
  await waitUntilInSync(made.terminal)
  const forced = (time: string) => `OPLOG 3\t0\t${time}\t54\t0\t0\t0`
  await tell(forced('2026-06-15 16:00:00'), forced('2026-06-15 16:00:30'), forced('2026-06-15 19:30:00'))
  // Operations uploaded again, or soon after an equal one, make no notification.
  await tell(forced('2026-06-15 16:00:00'), forced('2026-06-15 19:31:00'))
  const message = 'Alarma de Puerta: la puerta fue forzada.'
  expect(await news()).toEqual([`20:00 ${message}`, `23:30 ${message}`])
})
