import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, passwordHashCost } from '../../platform/db/password-hash.ts'
import {
  logInMaster,
  makeAnonymousCaller,
  makeGym,
  makeUniqueText,
  makeUser,
  testPassword,
} from '../../testing/factories.ts'
import { startSecondServer } from '../../testing/second-server.ts'
import { cheapPasswordHashCost, realPasswordHashCost, startTestAppForFile } from '../../testing/test-app.ts'

const wrong = 'Las credenciales proporcionadas son incorrectas. Por favor, verifica tu usuario y contraseña.'

const app = await startTestAppForFile({ SESSION_HOURS: '3', TRUST_PROXY: 'true' })
const gym = await makeGym(app)

afterEach(() => app.clock.reset())

let addresses = 0
const logIn = (username: string, typed = testPassword, from = `10.1.${++addresses}.1`) =>
  makeAnonymousCaller(app).try('session.login', {
    body: { username, password: typed },
    headers: { 'x-forwarded-for': from },
  })

const claimsOf = (token: string) => JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())

test('session.login: returns a token with user and gym as JSON text, valid for SESSION_HOURS', async () => {
  app.clock.set('2026-11-21T10:00:00Z')
  const { status, answer } = await logIn(gym.gym.username)
  expect([status, answer.token_type]).toEqual([200, 'bearer'])
  const { sub, iat, exp } = claimsOf(answer.access_token)
  const { id, username } = gym.gym
  expect(JSON.parse(sub)).toEqual({ id_user: expect.any(Number), id_gym: id, username })
  expect([exp - iat, exp]).toEqual([3 * 3600, Date.parse('2026-11-21T13:00:00Z') / 1000])
  const platform = await logInMaster(app)
  expect(JSON.parse(claimsOf(String(platform.token)).sub)).toMatchObject({ id_gym: null, username: 'master' })
})

test('session.login: the username is found in any case and with blanks around it', async () => {
  const username = makeUniqueText('ñandúÉ')
  await makeUser(gym, 'gym_worker', { username })
  for (const typed of [username, username.toUpperCase(), username.toLowerCase(), ` ${username} `])
    expect((await logIn(typed)).status, typed).toBe(200)
})

test('session.login: wrong password, unknown, inactive and deleted users get the same answer', async () => {
  const inactive = await makeUser(gym, 'gym_worker', { is_active: false })
  const deleted = await makeUser(gym, 'gym_worker')
  await gym.admin.call('users.delete', { params: { id_user: deleted.id } })
  const closed = await makeGym(app)
  const platform = await logInMaster(app)
  await platform.call('gyms.update', { params: { id: closed.gym.id }, body: { is_active: false } })
  const gone = await makeGym(app)
  await platform.call('gyms.delete', { params: { id: gone.gym.id } })
  const tries: [string, string][] = [
    [gym.gym.username, 'otra contraseña'],
    [gym.gym.username, testPassword.toUpperCase()],
    [gym.gym.username, `${testPassword} `],
    ['nadie', testPassword],
    [inactive.username, testPassword],
    [deleted.username, testPassword],
    [closed.gym.username, testPassword],
    [gone.gym.username, testPassword],
  ]
  for (const [username, typed] of tries) {
    const reply = await logIn(username, typed)
    expect([reply.status, JSON.parse(reply.text)], `${username} ${typed}`).toEqual([401, { detail: wrong }])
  }
  await platform.call('gyms.update', { params: { id: closed.gym.id }, body: { is_active: true } })
  expect((await logIn(closed.gym.username)).status).toBe(200)
})

describe("product's hashing cost", () => {
  beforeEach(() => void Object.assign(passwordHashCost, realPasswordHashCost))
  afterEach(() => void Object.assign(passwordHashCost, cheapPasswordHashCost))

  test('password hash: has at least the cost that OWASP recommends', async () => {
    // Memory and passes of argon2id, which dominate the time of a login.
    expect(await hashPassword('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('session.login: takes equally long for known and unknown users', async () => {
    const known = await makeGym(app)
    const took = async (username: string) => {
      const start = performance.now()
      await logIn(username, 'no es esta')
      return performance.now() - start
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[2] ?? 0
    for (let round = 0; round < 2; round += 1) await took(makeUniqueText('caliente'))
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    // Alternates known and unknown users, so that other load slows both equally.
    for (let round = 0; round < 5; round += 1) {
      times.known.push(await took(known.gym.username))
      times.unknown.push(await took('no existe nadie'))
    }
    // Unknown users would be refused ten times faster if no password were hashed for them.
    expect(middle(times.unknown)).toBeGreaterThan(middle(times.known) / 3)
  })
})

const minute = 60_000

test('session.login: after 10 failures, user and address must wait until the window ends', async () => {
  app.clock.set('2026-11-21T10:00:00Z')
  const { username } = gym.gym
  const from = '10.2.0.1'
  for (let count = 0; count < 10; count += 1)
    expect((await logIn(username.toUpperCase(), 'mal', from)).status).toBe(401)
  expect((await logIn(username, testPassword, '10.2.0.2')).status, 'from elsewhere').toBe(200)
  app.clock.advance(5 * minute)
  const refused = await logIn(username, testPassword, from)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('600')
  expect(JSON.parse(refused.text)).toEqual({ detail: 'Demasiados intentos. Espera 10 min e inténtalo de nuevo.' })
  expect((await logIn('otra', testPassword, from)).status, 'another user').toBe(401)
  app.clock.advance(10 * minute - 1)
  expect((await logIn(username, testPassword, from)).status).toBe(429)
  app.clock.advance(1)
  expect((await logIn(username, testPassword, from)).status).toBe(200)
})

test('session.login: allows at most 100 concurrent failures from one address', async () => {
  const replies = await Promise.all(Array.from({ length: 105 }, (_, each) => logIn(`nadie${each}`, 'mal', '10.5.0.1')))
  const counted = (status: number) => replies.filter((reply) => reply.status === status).length
  expect([counted(401), counted(429)]).toEqual([100, 5])
  expect((await logIn(gym.gym.username, testPassword, '10.5.0.1')).status).toBe(429)
  expect((await logIn(gym.gym.username, testPassword, '10.5.0.2')).status).toBe(200)
})

test('session.login: two servers count failures together, and do not count successes', async () => {
  const second = await startSecondServer(app)
  const user = await makeUser(gym, 'gym_worker')
  const from = '127.0.0.1'
  const other = (typed: string) =>
    makeAnonymousCaller(second).try('session.login', { body: { username: user.username, password: typed } })
  for (let count = 0; count < 5; count += 1) {
    expect((await logIn(user.username, 'mal', from)).status).toBe(401)
    expect((await other(testPassword)).status).toBe(200)
    expect((await other('mal')).status).toBe(401)
  }
  expect([(await logIn(user.username, testPassword, from)).status, (await other(testPassword)).status]).toEqual([
    429, 429,
  ])
  const many = await makeUser(gym, 'gym_worker')
  const both = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2
        ? logIn(many.username, 'mal', from)
        : makeAnonymousCaller(second).try('session.login', { body: { username: many.username, password: 'mal' } }),
    ),
  )
  expect(both.filter(({ status }) => status === 401)).toHaveLength(10)
  await second.close()
})

test('session.login: after 50 failures only addresses used in the last 30 days may log in', async () => {
  app.clock.set('2026-11-21T10:00:00Z')
  const { username } = await makeUser(gym, 'gym_worker')
  expect((await logIn(username, testPassword, '10.6.0.1')).status).toBe(200)
  app.clock.advance(20 * 86_400_000)
  expect((await logIn(username, testPassword, '10.6.0.2')).status).toBe(200)
  app.clock.advance(11 * 86_400_000)
  for (let count = 0; count < 50; count += 1)
    expect((await logIn(username, 'mal', `10.7.0.${count}`)).status, String(count)).toBe(401)
  expect((await logIn(username, testPassword, '10.6.0.3')).status, 'never here').toBe(429)
  expect((await logIn(username, testPassword, '10.6.0.1')).status, '31 days ago').toBe(429)
  expect((await logIn(username, 'mal', '10.6.0.2')).status).toBe(401)
  expect((await logIn(username, testPassword, '10.6.0.2')).status, '11 days ago').toBe(200)
  expect((await logIn(gym.gym.username, testPassword, '10.6.0.3')).status, 'another user').toBe(200)
  app.clock.advance(15 * minute)
  expect((await logIn(username, testPassword, '10.6.0.3')).status).toBe(200)
})
