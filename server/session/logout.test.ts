// A logout ends its session on every server, and only that one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInAs } from '../testing/api.ts'
import { makeClient, makeGym, makeUser, master, password, type TestGym } from '../testing/factories.ts'
import { rawCall } from '../testing/raw-call.ts'
import { startSecondServer } from '../testing/second-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let other: TestApp
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp()
  other = await startSecondServer(app)
  gym = await makeGym(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const statusAt = async (server: TestApp, token: string | null) =>
  (await rawCall(server.app, token, 'gym-info.read', {})).status

test('session.logout: the token is good for nothing at once, here and at another server; other sessions go on', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const [one, two] = [await logInAs(app.app, user.username, password), await logInAs(app.app, user.username, password)]
  // Both servers remember both.
  for (const server of [app, other]) for (const { token } of [one, two]) expect(await statusAt(server, token)).toBe(200)
  expect((await one.try('session.logout')).status).toBe(204)
  expect(await statusAt(app, one.token)).toBe(401)
  await expect.poll(() => statusAt(other, one.token)).toBe(401)
  expect((await one.try('session.logout')).status).toBe(401)
  expect([await statusAt(app, two.token), await statusAt(other, two.token)]).toEqual([200, 200])
  const anew = await logInAs(app.app, user.username, password)
  expect(await statusAt(other, anew.token)).toBe(200)
})

test('session.logout: nothing is written with it afterwards, not even by a call that was under way', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, user.username, password)
  const count = async () => (await gym.admin.call('clients.list')).total
  await makeClient({ admin: caller })
  let going = true
  let last = 0
  const writers = Array.from({ length: 4 }, async () => {
    while (going) last = (await caller.try('clients.create', { body: { name: 'Una' } })).status
  })
  expect((await caller.try('session.logout')).status).toBe(204)
  await expect.poll(() => last).toBe(401)
  going = false
  await Promise.all(writers)
  const before = await count()
  expect((await caller.try('clients.create', { body: { name: 'Otra' } })).status).toBe(401)
  expect(await count()).toBe(before)
})

test('session.logout: the master’s, too', async () => {
  const caller = await master(app)
  expect((await caller.try('session.logout')).status).toBe(204)
  expect((await caller.try('gyms.list')).status).toBe(401)
})
