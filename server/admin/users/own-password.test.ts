import { afterEach, expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import { logInMaster, makeGym, makeUser, testPassword } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile({ TRUST_PROXY: 'true' })
const gym = await makeGym(app)

afterEach(() => app.clock.reset())

const another = 'otra clave larga'
let addresses = 0

const change = (caller: Caller, body: object, from = `10.7.${++addresses}.1`) =>
  caller.try('users.update', {
    params: { id_user: readTokenUserId(caller) },
    body,
    headers: { 'x-forwarded-for': from },
  })

const staff = ['gym_worker', 'gym_admin', 'gym_super_admin'] as const

test('users.update: a new own password needs the present one, or else nothing is changed', async () => {
  for (const role of staff) {
    const { username } = await makeUser(gym, role)
    const caller = await logInAs(app.app, username, testPassword)
    const elsewhere = await logInAs(app.app, username, testPassword)
    for (const [given, text] of [
      [{}, 'Escribe tu contraseña actual'],
      [{ current_password: null }, 'Escribe tu contraseña actual'],
      [{ current_password: '' }, 'Escribe tu contraseña actual'],
      [{ current_password: 'no es esta' }, 'La contraseña actual no es correcta'],
    ] as const) {
      const refused = await change(caller, { password: another, phone_number: '9', ...given })
      expect([refused.status, JSON.parse(refused.text).detail], JSON.stringify(given)).toEqual([
        422,
        [{ type: expect.any(String), msg: text, loc: ['body', 'current_password'] }],
      ])
    }
    expect((await caller.call('users.read', { params: { id_user: readTokenUserId(caller) } })).phone_number).toBeNull()
    await logInAs(app.app, username, testPassword)
    // A change without a new password does not need the present one.
    expect((await change(caller, { phone_number: '1', password: null })).status).toBe(200)
    const done = await change(caller, { password: another, current_password: testPassword })
    expect(done.status).toBe(200)
    expect(done.text).not.toMatch(/current_password|argon2/)
    await logInAs(app.app, username, another)
    // The session that changed the password stays valid, the user's others end.
    expect((await change(caller, { phone_number: '2' })).status).toBe(200)
    expect((await change(elsewhere, { phone_number: '3' })).status).toBe(401)
  }
})

test('users.update: a repeated change of the own password succeeds after a lost answer', async () => {
  const { username } = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, username, testPassword)
  const body = { password: another, current_password: testPassword }
  for (const _ of ['first', 'repeat']) expect((await change(caller, body)).status).toBe(200)
  // The repeat does not end sessions that were opened with the new password.
  const elsewhere = await logInAs(app.app, username, another)
  expect((await change(caller, body)).status).toBe(200)
  expect((await change(elsewhere, { phone_number: '4' })).status).toBe(200)
  // In another session the same request is refused, because there it could be a guess of the password.
  expect((await change(elsewhere, body)).status).toBe(422)
  // A third password, neither the present nor the new one, is refused as before.
  expect((await change(caller, { password: 'una tercera clave', current_password: testPassword })).status).toBe(422)
  await logInAs(app.app, username, another)
})

test('users.update: another session cannot test a guessed password by repeating a change', async () => {
  const { username } = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, username, testPassword)
  expect((await change(caller, { password: testPassword, current_password: 'no es esta' })).status).toBe(422)
  const own = { password: another, current_password: testPassword }
  expect((await change(caller, own)).status).toBe(200)
  // The super admin sets the password again, so no session of the user has set the present one.
  await gym.admin.call('users.update', {
    params: { id_user: readTokenUserId(caller) },
    body: { password: testPassword },
  })
  const back = await logInAs(app.app, username, testPassword)
  expect((await change(back, { password: testPassword, current_password: 'no es esta' })).status).toBe(422)
})

test('users.update: a super admin sets the password of others without their present one', async () => {
  const own = await makeGym(app)
  const worker = await makeUser(own, 'gym_worker')
  const body = { password: another, current_password: 'de nadie' }
  const set = await own.admin.try('users.update', { params: { id_user: worker.id }, body })
  expect(set.status).toBe(200)
  await logInAs(app.app, worker.username, another)
})

test('users.update: a wrong present password counts as a failed login', async () => {
  app.clock.set('2026-11-21T10:00:00Z')
  const { username } = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, username, testPassword)
  const from = '10.9.0.1'
  const wrong = { password: another, current_password: 'no es esta' }
  for (let count = 0; count < 10; count += 1) expect((await change(caller, wrong, from)).status).toBe(422)
  const refused = await change(caller, { password: another, current_password: testPassword }, from)
  expect([refused.status, refused.text.includes('Demasiados intentos')]).toEqual([429, true])
  const headers = { 'x-forwarded-for': from }
  const login = await caller.try('session.login', { body: { username, password: testPassword }, headers })
  expect(login.status).toBe(429)
  expect((await change(caller, { phone_number: '1' }, from)).status).toBe(200)
  expect((await change(caller, { password: another, current_password: testPassword })).status).toBe(200)
})

test('users.update: a new password of the master needs the present one', async () => {
  const caller = await logInMaster(app)
  const refused = await change(caller, { password: another })
  expect([refused.status, JSON.parse(refused.text).detail[0].loc]).toEqual([422, ['body', 'current_password']])
})

test.each(['1234 5678 ', 'PASSWORD1', 'Contrasena123'])(
  'passwords: a common password is refused in every call that sets one (%s)',
  async (common) => {
    const { username } = await makeUser(gym, 'gym_worker')
    const caller = await logInAs(app.app, username, testPassword)
    const user = { name: 'Eva', username: `u${++addresses}-${Date.now()}`, id_role: 4, password: common }
    const gymBody = { name: 'Otro', owner: 'Eva', username: user.username, password: common }
    const params = { id: gym.gym.id }
    for (const refused of [
      await gym.admin.try('users.create', { body: user }),
      await change(caller, { password: common, current_password: testPassword }),
      await gym.admin.try('users.update', { params: { id_user: readTokenUserId(caller) }, body: { password: common } }),
      await (await logInMaster(app)).try('gyms.create', { body: gymBody }),
      await (await logInMaster(app)).try('gyms.update', { params, body: { password: common } }),
    ])
      expect([refused.status, JSON.parse(refused.text).detail[0].loc]).toEqual([422, ['body', 'password']])
  },
)

test("passwords: refused if equal to the username or the gym's name", async () => {
  const username = `empleada${++addresses}${Date.now()}`
  const { name } = await gym.admin.call('gym-info.read')
  for (const given of [username, username.toUpperCase(), name ?? '']) {
    const body = { name: 'Eva', username, id_role: 4, password: given.padEnd(8, ' ') }
    const refused = await gym.admin.try('users.create', { body })
    expect([given, refused.status, JSON.parse(refused.text).detail[0].loc]).toEqual([given, 422, ['body', 'password']])
  }
})
