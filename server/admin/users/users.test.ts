import { expect, test } from 'vitest'
import { logInAs } from '../../testing/api-caller.ts'
import {
  makeAnonymousCaller,
  makeClient,
  makeGym,
  makeUniqueText,
  makeUser,
  testPassword,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const params = (id_user: number) => ({ params: { id_user } })

test('users.create: returns every field as it was sent, and never a password', async () => {
  const sent = {
    name: 'José "Pepe" \\ \u2028 Ñáñez',
    username: makeUniqueText('pepe'),
    id_role: 3,
    id_zkteco: 815,
    phone_number: '809-555-0101',
    email: 'pepe@example.com',
    address: 'Calle 1',
    is_active: false,
    photo_url: '/v1/images/users/1_a.png?token=1-x',
    photo_path: 'images/users/1_a.png',
  }
  const created = await gym.admin.try('users.create', { body: { ...sent, password: testPassword } })
  expect(created.answer).toMatchObject({ ...sent, role: { id: 3, name: 'gym_admin' } })
  expect(created.text).not.toMatch(/password|argon2/)
  expect(await gym.admin.call('users.read', params(created.answer.id))).toEqual(created.answer)
})

test('users.update: changes each field alone, clears by null, and null keeps the password', async () => {
  const user = await makeUser(gym, 'gym_worker', {
    phone_number: '1',
    email: 'a@example.com',
    address: 'x',
    photo_url: '/v1/images/users/1_u.png?token=1-u',
    photo_path: 'images/users/1_u.png',
  })
  let stored = await gym.admin.call('users.read', params(user.id))
  const photo = { photo_url: '/v1/images/users/1_v.png?token=1-v', photo_path: 'images/users/1_v.png' }
  const filled = {
    name: 'Otra',
    username: makeUniqueText('otra'),
    id_role: 3,
    id_zkteco: 4444,
    phone_number: '2',
    email: 'b@example.com',
  }
  const cleared = { phone_number: null, email: null, address: null, photo_url: null, photo_path: null, id_zkteco: null }
  const alone = [filled, photo, { is_active: false }, cleared].flatMap((fields) =>
    Object.entries(fields).map(([field, value]) => ({ [field]: value })),
  )
  for (const change of [...alone, { is_active: true }, {}]) {
    const answer = await gym.admin.call('users.update', { ...params(user.id), body: { ...change, password: null } })
    const volatile = { role: null, updated_at: '' }
    expect({ ...answer, ...volatile }, JSON.stringify(change)).toEqual({ ...stored, ...change, ...volatile })
    stored = answer
  }
  expect(await gym.admin.call('users.read', params(user.id))).toEqual(stored)
  await logInAs(app.app, stored.username, testPassword)
  await gym.admin.call('users.update', { ...params(user.id), body: { password: 'otra clave larga' } })
  await logInAs(app.app, stored.username, 'otra clave larga')
  expect(
    (
      await makeAnonymousCaller(app).try('session.login', {
        body: { username: stored.username, password: testPassword },
      })
    ).status,
  ).toBe(401)
})

test('users.create: usernames are unique over all gyms, ignoring case, and free after deletion', async () => {
  const user = await makeUser(gym, 'gym_worker', { username: makeUniqueText('Ñoño') })
  const other = await makeGym(app)
  const body = (username: string) => ({ body: { name: 'Otra', username, password: testPassword, id_role: 4 } })
  for (const username of [user.username, user.username.toUpperCase(), user.username.toLowerCase()]) {
    const clash = await other.admin.try('users.create', body(username))
    expect([clash.status, JSON.parse(clash.text)], username).toEqual([
      409,
      { detail: 'El nombre de usuario ya existe.' },
    ])
  }
  await gym.admin.call('users.delete', params(user.id))
  expect((await other.admin.try('users.create', body(user.username.toUpperCase()))).status).toBe(201)
})

test('users.create, users.update: refuse a PIN in use, naming its owner, and the role master', async () => {
  const client = await makeClient(gym)
  const user = await makeUser(gym, 'gym_worker')
  const taken = { detail: `El número ${client.id_zkteco} ya pertenece a otra persona.` }
  const body = { name: 'X', username: makeUniqueText('x'), password: testPassword, id_role: 4 }
  const made = await gym.admin.try('users.create', { body: { ...body, id_zkteco: client.id_zkteco } })
  expect([made.status, JSON.parse(made.text)]).toEqual([409, taken])
  const changed = await gym.admin.try('users.update', { ...params(user.id), body: { id_zkteco: client.id_zkteco } })
  expect([changed.status, JSON.parse(changed.text)]).toEqual([409, taken])
  for (const id_role of [1, 99]) {
    for (const refused of [
      await gym.admin.try('users.create', { body: { ...body, id_role } }),
      await gym.admin.try('users.update', { ...params(user.id), body: { id_role } }),
    ])
      expect([refused.status, refused.answer]).toMatchObject([
        422,
        { detail: [{ loc: ['body', 'id_role'], msg: 'El rol elegido no existe.' }] },
      ])
  }
  expect((await gym.admin.call('roles.list')).map((role) => role.name)).toEqual([
    'gym_super_admin',
    'gym_admin',
    'gym_worker',
  ])
})

test('users.update: every user may change five fields of the own account and nothing else', async () => {
  for (const role of ['gym_worker', 'gym_admin'] as const) {
    const caller = await gym.as(role)
    const id = readTokenUserId(caller)
    const before = await caller.call('users.read', params(id))
    // A form sends all fields, so unchanged ones are allowed.
    const own = {
      ...before,
      phone_number: '5',
      email: 'yo@example.com',
      address: 'z',
      photo_url: '/v1/images/users/1_f.png?token=1-f',
      photo_path: 'images/users/1_f.png',
      password: 'mi clave nueva',
      current_password: testPassword,
    }
    expect((await caller.try('users.update', { ...params(id), body: own })).status).toBe(200)
    await logInAs(app.app, before.username, 'mi clave nueva')
    for (const change of [
      { name: 'Yo' },
      { username: makeUniqueText('yo') },
      { id_role: 2 },
      { is_active: false },
      { id_zkteco: 77_777 },
    ]) {
      const refused = await caller.try('users.update', { ...params(id), body: { phone_number: '6', ...change } })
      expect([refused.status, refused.text.includes('Solo puedes cambiar')], JSON.stringify(change)).toEqual([
        403,
        true,
      ])
    }
    expect((await caller.call('users.read', params(id))).phone_number).toBe('5')
    expect(
      (await caller.try('users.update', { ...params(readTokenUserId(gym.admin)), body: { phone_number: '6' } })).status,
    ).toBe(403)
  }
  const worker = await gym.as('gym_worker')
  expect((await worker.try('users.read', params(readTokenUserId(gym.admin)))).status).toBe(403)
})

test('users.update, users.delete: refuse to remove the last super admin, also two at once', async () => {
  const own = await makeGym(app)
  const me = params(readTokenUserId(own.admin))
  for (const change of [{ is_active: false }, { id_role: 3 }])
    expect((await own.admin.try('users.update', { ...me, body: change })).status).toBe(409)
  expect((await own.admin.try('users.delete', me)).status).toBe(409)
  for (const way of Array(2).fill(['deactivate', 'demote', 'delete']).flat()) {
    const second = await makeUser(own, 'gym_super_admin')
    const other = await logInAs(app.app, second.username, testPassword)
    const take = (by: typeof other, id: number) =>
      way === 'delete'
        ? by.try('users.delete', params(id))
        : by.try('users.update', { ...params(id), body: way === 'demote' ? { id_role: 4 } : { is_active: false } })
    // Caches both sessions, so that the two calls reach the database at the same time.
    await Promise.all([own.admin.call('users.list'), other.call('users.list')])
    const replies = await Promise.all([take(own.admin, second.id), take(other, readTokenUserId(own.admin))])
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status < 300).length, way).toBe(1)
    const left = (statuses[0] ?? 500) < 300 ? own.admin : other
    const active = (await left.call('users.list')).filter(
      (user) => user.is_active && user.role.name === 'gym_super_admin',
    )
    expect(active, way).toHaveLength(1)
    own.admin = left
  }
})
