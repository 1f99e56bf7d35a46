// Polled answers depend on more than stored rows, such as terminals being online, which may change during a read.
import { expect, test } from 'vitest'
import { countSessionsWaitingForLock, runAsTableOwner } from '../../testing/database-digest.ts'
import { makeDevice, makeGym } from '../../testing/factories.ts'
import { exchangeBytes, makeRequestBytes } from '../../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
app.clock.set('2026-06-15T16:00:00Z')
const gym = await makeGym(app)

test('polled answers: the next poll shows a change that happened during a read', async () => {
  const { port } = await app.listen()
  const { sn } = await makeDevice(gym, { delay: 2 })
  await exchangeBytes(port, makeRequestBytes('GET', `/iclock/ping?SN=${sn}`))
  const slow = await runAsTableOwner(app, async (owner) => {
    await owner.query('begin')
    await owner.query('lock table devices in access exclusive mode')
    const poll = gym.admin.try('devices.list')
    // Waits for the list's own first query, since other work of the server may also be waiting.
    await expect.poll(() => countSessionsWaitingForLock(owner, 'quota_exceeded_on')).toBe(1)
    // The terminal goes offline before the list is read.
    app.clock.advance(46_000)
    await owner.query('commit')
    return poll
  })
  expect([slow.status, slow.answer[0]?.connected]).toEqual([200, true])
  const next = await gym.admin.try('devices.list', { headers: { 'if-none-match': String(slow.headers.etag) } })
  expect(next.status).toBe(200)
  expect(next.answer[0]?.connected).toBe(false)
})
