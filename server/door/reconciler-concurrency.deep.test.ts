// Tests that comparisons are limited, so that midnight does not slow the till, and that openings do not wait for them.
import { expect, test } from 'vitest'
import { countSessionsWaitingForLock, runAsTableOwner } from '../testing/database-digest.ts'
import { makeClient, makeGym, type TestGym } from '../testing/factories.ts'
import {
  exchangeBytes,
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntil,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

const app = await startTestAppForFile({}, { doorTimeoutMs: 9000 })
const port = (await app.listen()).port

/** Makes a terminal that has all users, one of them with an old name. */
async function makeBehind(): Promise<{ gym: TestGym; sn: string }> {
  const gym = await makeGym(app)
  const { device, terminal } = await makeRegisteredTerminal(gym, port)
  const ana = await makeClient(gym)
  await waitUntilInSync(terminal)
  const stamp = () => app.live.stamp(gym.gym.id, ['clients'])
  const before = stamp()
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { name: 'Otra' } })
  await waitUntil(stamp, (now) => now !== before)
  return { gym, sn: device.sn }
}

/** Fills all slots with two terminals that wait for a lock. Returns their commands after the lock is released. */
async function whileStuck(work: () => Promise<void>): Promise<string[]> {
  const behind = [await makeBehind(), await makeBehind()]
  const calls = await runAsTableOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query('select from terminal_users where gym_id = any($1) for update', [
      behind.map((each) => each.gym.gym.id),
    ])
    const stuck = behind.map(({ sn }) => exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`)))
    await expect.poll(() => countSessionsWaitingForLock(owner, 'terminal_users')).toBe(2)
    await work()
    await owner.query('rollback')
    return stuck
  })
  return (await Promise.all(calls)).map(({ text }) => text)
}

test('comparison queue: doors open at once while all comparison slots are taken', async () => {
  const gym = await makeGym(app)
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const texts = await whileStuck(async () => {
    await makeClient(gym, { name: 'Luis' })
    let answered = false
    const opened = gym.admin.try('door.open').finally(() => {
      answered = true
    })
    while (!answered) await terminal.step()
    expect((await opened).status).toBe(200)
    expect(Object.values(formatTerminalUsersByPin(terminal)).join()).not.toContain('Luis')
  })
  for (const text of texts) expect(text).toContain('Name=Otra')
  await waitUntilInSync(terminal)
  expect(Object.values(formatTerminalUsersByPin(terminal)).join()).toContain('Luis')
})
