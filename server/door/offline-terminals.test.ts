// Tests that a terminal enforces the dates of its records while the server is off.
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan } from '../testing/factories.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { startTestApp, startTestAppForFile, type TestApp } from '../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const port = (await app.listen()).port

/** Makes three members: Ana's right ends today, Eva's begins tomorrow, Luis has paid two consecutive periods. */
async function makeMembers(served: TestApp, at: number, firmware: object) {
  served.clock.set('2026-06-15T16:00:00Z')
  const gym = await makeGym(served)
  const now = () => served.clock.now()
  const { terminal } = await makeRegisteredTerminal(gym, at, {}, { now, firmware })
  const id_membership = (await makePlan(gym, { duration_days: 2 })).id
  const pins: Record<string, string> = {}
  for (const [name, ...starts] of [
    ['Ana', '2026-06-14'],
    ['Eva', '2026-06-16'],
    ['Luis', '2026-06-14', '2026-06-16'],
  ] as const) {
    const { id, id_zkteco } = await makeClient(gym, { name })
    for (const start_date of starts) await makePayment(gym, { id_client: id, id_membership, start_date })
    pins[name] = String(id_zkteco)
  }
  // The first round sends the options, which decide which records the second round sends.
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  const opensTo = (day: string, time = '08:00:00') =>
    Object.entries(pins)
      .filter(([, pin]) => terminal.punch(pin, { at: `${day} ${time}` }).opened)
      .map(([name]) => name)
  return { gym, terminal, opensTo }
}

test('offline terminal: future rights begin and expired rights end without the server', async () => {
  const off = await startTestApp({ SESSION_HOURS: '8760' })
  const firmware = { validTimeCode: 0, obeys: { verify: true, validity: true } }
  const { opensTo } = await makeMembers(off, (await off.listen()).port, firmware)
  await off.close()
  expect(opensTo('2026-06-15')).toEqual(['Ana', 'Luis'])
  expect(opensTo('2026-06-15', '23:59:59')).toEqual(['Ana', 'Luis'])
  expect(opensTo('2026-06-16', '00:00:00')).toEqual(['Eva', 'Luis'])
  expect(opensTo('2026-06-17', '23:59:59')).toEqual(['Eva', 'Luis'])
  expect(opensTo('2026-06-18', '00:00:00')).toEqual([])
})

test('offline terminal without dates: an expired right opens until reconnection, and is counted', async () => {
  const { gym, terminal, opensTo } = await makeMembers(app, port, {})
  terminal.goOffline()
  app.clock.set('2026-06-16T16:00:00Z')
  expect(opensTo('2026-06-16')).toEqual(['Ana', 'Luis'])
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ can_still_enter: 1, pending: 3 })
  terminal.goOnline()
  await waitUntilInSync(terminal)
  expect(opensTo('2026-06-16')).toEqual(['Eva', 'Luis'])
})
