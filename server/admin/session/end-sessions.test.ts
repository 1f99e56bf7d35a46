// A changed password or role ends the user's sessions, except the session that made the change.
import { expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeGym, makeUser, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const statusOf = async (caller: { try(name: 'gym-info.read'): Promise<{ status: number }> }) =>
  (await caller.try('gym-info.read')).status
const another = 'otra contraseña'

test("users.update: a new role ends the user's sessions and applies to the next session", async () => {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, testPassword)
  expect((await caller.try('users.list')).status).toBe(403)
  const params = { id_user: user.id }
  await gym.admin.call('users.update', { params, body: { id_role: 4, phone_number: '1' } })
  expect(await statusOf(caller)).toBe(200)
  await gym.admin.call('users.update', { params, body: { id_role: 3 } })
  expect(await statusOf(caller)).toBe(401)
  const anew = await logInAs(app.app, user.username, testPassword)
  expect((await anew.try('users.list')).status).toBe(200)
})

test("users.update: each change of the own password ends the user's other sessions", async () => {
  const user = await makeUser(gym, 'gym_worker')
  const params = { id_user: user.id }
  const [one, other] = [
    await logInAs(app.app, user.username, testPassword),
    await logInAs(app.app, user.username, testPassword),
  ]
  await one.call('users.update', { params, body: { password: another, current_password: testPassword } })
  expect([await statusOf(one), await statusOf(other)]).toEqual([200, 401])
  expect(await one.call('session.list')).toHaveLength(1)
  const third = await logInAs(app.app, user.username, another)
  await one.call('users.update', { params, body: { password: `${another}2`, current_password: another } })
  expect([await statusOf(one), await statusOf(third)]).toEqual([200, 401])
  await gym.admin.call('users.update', { params, body: { password: testPassword } })
  expect(await statusOf(one)).toBe(401)
  await gym.admin.call('users.update', { params, body: { password: null, phone_number: '2' } })
})

test.each([
  ['password', "password_hash = 'x'"],
  ['role', 'id_role = 3'],
])('sessions: a %s changed elsewhere also ends the session that set the last password', async (_, change) => {
  const user = await makeUser(gym, 'gym_worker')
  const one = await logInAs(app.app, user.username, testPassword)
  const own = { password: another, current_password: testPassword }
  await one.call('users.update', { params: { id_user: user.id }, body: own })
  expect(await statusOf(one)).toBe(200)
  await queryAsOwner(
    app,
    `select set_config('app.gym_id', '${gym.gym.id}', false); update users set ${change} where id = ${user.id}`,
  )
  await expect.poll(() => statusOf(one)).toBe(401)
})

test('gyms.update: another password of the gym ends the sessions of its super admin', async () => {
  const own = await makeGym(app)
  expect(await statusOf(own.admin)).toBe(200)
  await (await logInMaster(app)).call('gyms.update', { params: { id: own.gym.id }, body: { password: another } })
  expect(await statusOf(own.admin)).toBe(401)
  expect(await statusOf(await logInAs(app.app, own.gym.username, another))).toBe(200)
})
