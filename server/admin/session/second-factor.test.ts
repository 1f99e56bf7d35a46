import { formatError } from '@torniquete/contract/shared/errors.ts'
import { generateSync } from 'otplib'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { Caller } from '../../testing/api-caller.ts'
import { logInMaster, makeGym, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { masterPassword, startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
let secret: string
let recovery: string[]
const app = await startTestAppForFile({ TRUST_PROXY: 'true' })
beforeEach(async () => {
  gym = await makeGym(app)
  secret = (await gym.admin.call('session.begin-second-factor', { body: { current_password: testPassword } })).secret
  recovery = (await gym.admin.call('session.confirm-second-factor', { body: { code: codeNow() } })).recovery_codes
})

let addresses = 0
const codeNow = (own = secret) => generateSync({ secret: own, epoch: Math.floor(app.clock.now().getTime() / 1000) })
const nextStep = () => app.clock.advance(30_000)
async function logIn(code?: string, typed = testPassword) {
  const { status, text } = await new Caller(app.app, null).try('session.login', {
    body: { username: gym.gym.username, password: typed, ...(code !== undefined && { code }) },
    headers: { 'x-forwarded-for': `10.8.${++addresses}.1` },
  })
  return status === 200 ? 200 : [status, JSON.parse(text).detail]
}

test('second factor: the login asks for a code of the app, and accepts each code once', async () => {
  expect(await logIn()).toEqual([401, formatError('session.code-missing')])
  // The code that activated the second factor cannot be used again.
  expect(await logIn(codeNow())).toEqual([401, formatError('session.code-wrong')])
  nextStep()
  const code = codeNow()
  expect(await logIn(code)).toBe(200)
  expect(await logIn(code)).toEqual([401, formatError('session.code-wrong')])
  nextStep()
  expect(await logIn(`${codeNow().slice(0, 3)} ${codeNow().slice(3)}`)).toBe(200)
})

test('second factor: a wrong password does not reveal that the user has one', async () => {
  expect(await logIn(undefined, 'no es esta')).toEqual([401, formatError('session.credentials')])
  expect(await logIn(codeNow(), 'no es esta')).toEqual([401, formatError('session.credentials')])
})

test('second factor: a recovery code works once, with any case, blanks and dashes', async () => {
  expect(recovery).toHaveLength(10)
  expect(await logIn(recovery[0]?.toUpperCase().replace('-', ' '))).toBe(200)
  expect(await logIn(recovery[0])).toEqual([401, formatError('session.code-wrong')])
  expect(await gym.admin.call('session.second-factor')).toEqual({ enabled: true, recovery_codes: 9 })
})

test('second factor: wrong codes count as failed logins', async () => {
  const attempt = () =>
    new Caller(app.app, null).try('session.login', {
      body: { username: gym.gym.username, password: testPassword, code: '000000' },
      headers: { 'x-forwarded-for': '10.9.0.1' },
    })
  for (let at = 0; at < 10; at++) expect((await attempt()).status).toBe(401)
  expect((await attempt()).status).toBe(429)
})

test('second factor: can be turned off with the present password', async () => {
  const remove = (current_password: string) =>
    gym.admin.try('session.remove-second-factor', { body: { current_password } })
  expect((await remove('no es esta')).status).toBe(422)
  expect((await remove(testPassword)).status).toBe(204)
  expect(await logIn()).toBe(200)
})

test("second factor: is turned off when the master sets the user's password", async () => {
  const another = 'otra clave larga'
  await (await logInMaster(app)).call('gyms.update', { params: { id: gym.gym.id }, body: { password: another } })
  expect(await logIn(undefined, another)).toBe(200)
})

test('second factor: super admins and the master may turn it on, other staff may not', async () => {
  const caller = await logInMaster(app)
  const body = { current_password: masterPassword }
  expect((await caller.call('session.begin-second-factor', { body })).uri).toMatch(/^otpauth:\/\/totp\/Torniquete:/)
  expect(await caller.call('session.second-factor')).toEqual({ enabled: false, recovery_codes: 0 })
  await makeUser(gym, 'gym_admin')
  const admin = await gym.as('gym_admin')
  expect((await admin.try('session.begin-second-factor', { body: { current_password: testPassword } })).status).toBe(
    403,
  )
})

test('second factor: setup needs the present password, and its secret is stored encrypted', async () => {
  const own = await makeGym(app)
  const begin = (current_password: string) =>
    own.admin.try('session.begin-second-factor', { body: { current_password } })
  expect((await begin('no es esta')).status).toBe(422)
  const { secret: made } = (await begin(testPassword)).answer
  const { stored } = await app.database.read({ gym: own.gym.id, user: null }, (tx) =>
    tx.one<{ stored: string }>(sql`select encode(secret, 'escape') as stored from second_factors`),
  )
  expect(stored).not.toContain(made)
})
