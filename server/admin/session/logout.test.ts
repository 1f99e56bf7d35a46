// A logout ends its session on every server, but no other session.
import { afterAll, expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { countSessionsWaitingForLock, queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeClient, makeGym, makeUser, testPassword } from '../../testing/factories.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { startTestAppForFile, type TestApp } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '720' })
const other = await startSecondServer(app)
const gym = await makeGym(app)
afterAll(async () => {
  await other.close()
})

const statusAt = async (server: TestApp, token: string | null) =>
  (await sendRawCall(server.app, token, 'gym-info.read', {})).status

test('session.logout: the token is refused at once on every server, other sessions stay valid', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const [one, two] = [
    await logInAs(app.app, user.username, testPassword),
    await logInAs(app.app, user.username, testPassword),
  ]
  // Puts both sessions into the caches of both servers.
  for (const server of [app, other]) for (const { token } of [one, two]) expect(await statusAt(server, token)).toBe(200)
  expect((await one.try('session.logout')).status).toBe(204)
  expect(await statusAt(app, one.token)).toBe(401)
  await expect.poll(() => statusAt(other, one.token)).toBe(401)
  expect((await one.try('session.logout')).status).toBe(401)
  expect([await statusAt(app, two.token), await statusAt(other, two.token)]).toEqual([200, 200])
  const anew = await logInAs(app.app, user.username, testPassword)
  expect(await statusAt(other, anew.token)).toBe(200)
})

test('session.logout: later writes are refused, also those of calls already running', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, testPassword)
  const count = async () => (await gym.admin.call('clients.list')).total
  await makeClient({ admin: caller })
  let going = true
  let last = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (going) last = (await caller.try('clients.create', { body: { name: 'Una' } })).status
  })
  expect((await caller.try('session.logout')).status).toBe(204)
  const before = await count()
  await expect.poll(() => last).toBe(401)
  going = false
  await Promise.all(writers)
  expect(await count()).toBe(before)
  expect((await caller.try('clients.create', { body: { name: 'Otra' } })).status).toBe(401)
  expect(await count()).toBe(before)
})

test('session.logout: waits for a write that is about to be committed', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, testPassword)
  const client = await makeClient(gym, { notes: 'antes' })
  await runAsTableOwner(app, async (writer) => {
    // Holds a write of the same user between its session check and its commit.
    await writer.query('begin')
    await writer.query(
      "select set_config('app.gym_id', $1::text, true), pg_advisory_xact_lock_shared(permission_lock_key($1::integer, $2::bigint))",
      [gym.gym.id, user.id],
    )
    await writer.query("update clients set notes = 'después' where gym_id = $1 and id = $2", [gym.gym.id, client.id])
    let seen = ''
    const params = { id_client: client.id }
    const ending = caller.try('session.logout').then(async ({ status }) => {
      seen = (await gym.admin.call('clients.read', { params })).notes ?? ''
      return status
    })
    await expect
      .poll(async () => seen || (await countSessionsWaitingForLock(writer, 'permission_lock_key')))
      .not.toBe(0)
    await writer.query('commit')
    expect([await ending, seen]).toEqual([204, 'después'])
  })
})

test('session.logout: is remembered as long as the token, even if SESSION_HOURS is shorter later', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, testPassword)
  expect((await sendRawCall(other.app, caller.token, 'session.logout', {})).status).toBe(204)
  const [, payload = ''] = caller.token?.split('.') ?? []
  const { exp, jti } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { rows } = await queryAsOwner(app, 'select expires from ended_sessions where gym_id = $1 and session = $2', [
    gym.gym.id,
    jti,
  ])
  expect(rows).toEqual([{ expires: new Date(exp * 1000) }])
})

test('session.logout: also ends a session of the master', async () => {
  const caller = await logInMaster(app)
  expect((await caller.try('session.logout')).status).toBe(204)
  expect((await caller.try('gyms.list')).status).toBe(401)
})
