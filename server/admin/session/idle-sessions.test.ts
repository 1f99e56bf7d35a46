import { automaticCallHeader } from '@torniquete/contract/admin/session.ts'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { Caller, logInAs } from '../../testing/api-caller.ts'
import { logInMaster, makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile({ SESSION_IDLE_MINUTES: '60' })
beforeEach(async () => {
  app.clock.reset()
  gym = await makeGym(app)
})

const minute = 60_000
const statusOf = async (caller: Caller, headers: Record<string, string> = {}) =>
  (await caller.try('statistics.read', { headers })).status
/** Reads the stored last activity of the super admin's session, which is the only one of the gym. */
const seenAt = async ({ gym: { id } }: TestGym) =>
  app.database.read({ gym: id, user: null }, async (tx) => {
    const { last_seen_at } = await tx.one<{ last_seen_at: string }>(sql`select last_seen_at from sessions`)
    return new Date(last_seen_at).toISOString()
  })
const automatic = { [automaticCallHeader]: '1' }

test('idle session of a super admin: refused after an hour, in spite of automatic requests', async () => {
  for (let minutes = 0; minutes < 60; minutes += 10) {
    expect(await statusOf(gym.admin, automatic)).toBe(200)
    app.clock.advance(10 * minute)
  }
  expect(await statusOf(gym.admin, automatic)).toBe(401)
  // The ended session is not revived by a request that the user triggers.
  expect(await statusOf(gym.admin)).toBe(401)
})

test('idle session of the master: refused after an hour', async () => {
  const caller = await logInMaster(app)
  expect((await caller.try('gyms.list')).status).toBe(200)
  app.clock.advance(61 * minute)
  expect((await caller.try('gyms.list')).status).toBe(401)
})

test.each(['gym_admin', 'gym_worker'] as const)('idle session of a %s: stays valid', async (role) => {
  const { username } = await makeUser(gym, role)
  const caller = await logInAs(app.app, username, testPassword)
  app.clock.advance(3 * 60 * minute)
  expect(await statusOf(caller)).toBe(200)
})

test('idle session: activity on one server keeps it valid on another', async () => {
  const other = await startSecondServer(app, { environment: { SESSION_IDLE_MINUTES: '60' } })
  const there = new Caller(other.app, gym.admin.token)
  expect([await statusOf(gym.admin), await statusOf(there)]).toEqual([200, 200])
  app.clock.advance(40 * minute)
  expect(await statusOf(there)).toBe(200)
  await expect.poll(() => seenAt(gym)).toBe(app.clock.now().toISOString())
  app.clock.advance(40 * minute)
  expect(await statusOf(gym.admin)).toBe(200)
  await other.close()
})
