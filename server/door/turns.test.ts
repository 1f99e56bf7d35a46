// Comparisons take turns, so that a gym's midnight does not hold up the till. Nobody who waits at a door waits for one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym, type TestGym } from '../testing/factories.ts'
import { eventually, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp({}, { doorPatience: 9000 })
  port = (await app.listen()).port
})
afterAll(() => app.close())

/** A terminal that holds everybody, of whom one is called otherwise since. */
async function makeBehind(): Promise<{ gym: TestGym; sn: string }> {
  const gym = await makeGym(app)
  const { device, terminal } = await makeTerminal(gym, port)
  const ana = await makeClient(gym)
  await settle(terminal)
  const stamp = () => app.live.stamp(gym.gym.id, ['clients'])
  const before = stamp()
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { name: 'Otra' } })
  await eventually(stamp, (now) => now !== before)
  return { gym, sn: device.sn }
}

test('where all turns are taken, and stuck, the door opens all the same, and the rest comes later', async () => {
  const behind = [await makeBehind(), await makeBehind()]
  const gym = await makeGym(app)
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const calls = await asOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query('select from terminal_users where gym_id = any($1) for update', [
      behind.map((each) => each.gym.gym.id),
    ])
    const stuck = behind.map(({ sn }) => exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}`)))
    const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await eventually(
      // Not by the transaction, which looks once.
      () => asOwner(app, async (another) => (await another.query(blocked)).rowCount),
      (count) => count === 2,
    )
    await makeClient(gym, { name: 'Luis' })
    let answered = false
    const opened = gym.admin.try('door.open').finally(() => {
      answered = true
    })
    while (!answered) await terminal.step()
    expect((await opened).status).toBe(200)
    expect(Object.values(holdings(terminal)).join()).not.toContain('Luis')
    await owner.query('rollback')
    return stuck
  })
  for (const { text } of await Promise.all(calls)) expect(text).toContain('Name=Otra')
  await settle(terminal)
  expect(Object.values(holdings(terminal)).join()).toContain('Luis')
})
