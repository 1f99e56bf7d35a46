import { beforeEach, expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import { makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile()
beforeEach(async () => {
  gym = await makeGym(app)
})

const read = async (caller: Caller) => (await caller.try('session.list')).status

test('own sessions: listed with the current one marked, and one can be ended', async () => {
  const { username } = await makeUser(gym, 'gym_worker')
  const [here, there] = [await logInAs(app.app, username, testPassword), await logInAs(app.app, username, testPassword)]
  const sessions = await here.call('session.list')
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
  const other = sessions.find(({ current }) => !current)
  await here.call('session.end', { params: { id_session: other?.id ?? '' } })
  expect([await read(here), await read(there)]).toEqual([200, 401])
  expect(await here.call('session.list')).toHaveLength(1)
})

test('own sessions: a session of another user is not found, whether in this gym or another', async () => {
  const { username } = await makeUser(gym, 'gym_worker')
  const worker = await logInAs(app.app, username, testPassword)
  const stranger = (await makeGym(app)).admin
  for (const caller of [worker, stranger]) {
    const [own] = await gym.admin.call('session.list')
    expect((await caller.try('session.end', { params: { id_session: own?.id ?? '' } })).status).toBe(404)
  }
  expect(await read(gym.admin)).toBe(200)
})
