import { formatError } from '@torniquete/contract/shared/errors.ts'
import { expect, test } from 'vitest'
import { type Caller, logInAs } from '../../testing/api-caller.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import {
  logInMaster,
  makeAnonymousCaller,
  makeDevice,
  makeGym,
  makeUniqueText,
  makeUser,
  readAnonymousClient,
  type TestGym,
  testPassword,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { readTokenUserId } from '../../testing/two-gyms.ts'

const app = await startTestAppForFile()
const platform = await logInMaster(app)

const of = ({ gym }: TestGym) => ({ params: { id: gym.id } })
/** Returns an object for each field, to change every field by itself. */
const alone = (fields: Record<string, unknown>) => Object.entries(fields).map(([field, value]) => ({ [field]: value }))
const status = async (username: string, typed: string) =>
  (await makeAnonymousCaller(app).try('session.login', { body: { username, password: typed } })).status

test('gyms.create, gyms.update: return every field, change each alone, and clear by null', async () => {
  const sent = {
    name: 'Gimnasio Ñ',
    username: makeUniqueText('fuerte'),
    owner: 'María "La Dueña" Peña',
    email: 'g@example.com',
    phone_number: '809-555-0101',
    website_url: 'https://example.com/x?y=1',
    address: 'Calle 1',
    social_link: '{"instagram":"https://i.com/x"}',
    is_active: false,
    logo_url: '/v1/images/gyms/1_a.png?token=0-x',
    logo_path: 'images/gyms/1_a.png',
  }
  let stored = await platform.call('gyms.create', { body: { ...sent, password: testPassword } })
  expect(stored).toEqual({ id: stored.id, ...sent })
  const params = { id: stored.id }
  const filled = {
    name: 'B',
    username: makeUniqueText('b'),
    owner: 'C',
    email: 'h@example.com',
    phone_number: '1',
    is_active: true,
  }
  const logo = { logo_url: '/v1/images/gyms/2_v.png?token=0-v', logo_path: 'images/gyms/2_v.png' }
  const optional = ['email', 'phone_number', 'website_url', 'address', 'social_link', 'logo_url', 'logo_path']
  for (const change of [...alone({ ...filled, ...logo }), ...optional.map((field) => ({ [field]: null })), {}]) {
    const answer = await platform.call('gyms.update', { params, body: { ...change, password: null } })
    expect(answer, JSON.stringify(change)).toEqual({ ...stored, ...change })
    stored = answer
  }
  expect(await platform.call('gyms.read', { params })).toEqual(stored)
  expect(await status(stored.username, testPassword)).toBe(200)
  expect(await platform.call('gyms.list')).toContainEqual(stored)
})

test('gyms.create: also makes a super admin, information, anonymous client and two fixed plans', async () => {
  const gym = await makeGym(app)
  const [admin, ...others] = await gym.admin.call('users.list')
  expect(others).toEqual([])
  expect(admin).toMatchObject({
    name: 'Dueña',
    username: gym.gym.username,
    role: { name: 'gym_super_admin' },
    is_active: true,
  })
  expect(await gym.admin.call('gym-info.read')).toMatchObject({ name: gym.gym.name, timeZone: 'America/Santo_Domingo' })
  expect(Object.keys(await gym.admin.call('show-info.read'))).toHaveLength(7)
  expect((await readAnonymousClient(gym)).name).toBe('Cliente Anónimo')
  const plans = await gym.admin.call('memberships.list')
  expect(plans).toEqual([
    expect.objectContaining({ name: 'Membresía Diaria', duration_days: 1, price: '0.00', max_access: 0 }),
  ])
})

test("gyms.read, gyms.update: show and change the super admin's present login", async () => {
  const gym = await makeGym(app)
  const [before, after, third] = [gym.gym.username, makeUniqueText('nuevo'), makeUniqueText('tercero')]
  await platform.call('gyms.update', { ...of(gym), body: { username: after, password: 'clave del dueño' } })
  expect([
    await status(before, testPassword),
    await status(after, testPassword),
    await status(after, 'clave del dueño'),
  ]).toEqual([401, 401, 200])
  const admin = await logInAs(app.app, after, 'clave del dueño')
  await admin.call('users.update', { params: { id_user: readTokenUserId(admin) }, body: { username: third } })
  const seen = await platform.call('gyms.read', of(gym))
  expect(seen.username).toBe(third)
  // The master's form sends back all values that it showed, which must leave the username as it is.
  await platform.call('gyms.update', { ...of(gym), body: { ...seen, phone_number: '1' } })
  expect(await status(third, 'clave del dueño')).toBe(200)
})

test.each([
  ['deleted', (admin: Caller, params: object) => admin.call('users.delete', { params: { ...params } })],
  [
    'demoted',
    (admin: Caller, params: object) => admin.call('users.update', { params: { ...params }, body: { id_role: 4 } }),
  ],
  [
    'deactivated',
    (admin: Caller, params: object) =>
      admin.call('users.update', { params: { ...params }, body: { is_active: false } }),
  ],
])("gyms.update: changes the next active super admin's login if the first one was %s", async (_, leave) => {
  const gym = await makeGym(app)
  await makeUser(gym, 'gym_admin')
  await makeUser(gym, 'gym_super_admin', { is_active: false })
  const next = await makeUser(gym, 'gym_super_admin')
  const first = readTokenUserId(gym.admin)
  const update = (body: object) => platform.call('gyms.update', { ...of(gym), body })
  const { etag } = (await platform.try('gyms.read', of(gym))).headers
  await leave(await logInAs(app.app, next.username, testPassword), { id_user: first })
  // The list shows the next super admin, and a form opened before cannot change a login.
  const list = await platform.call('gyms.list')
  expect(list.find(({ id }) => id === gym.gym.id)?.username).toBe(next.username)
  const body = { username: gym.gym.username, password: `${testPassword}2` }
  const stale = await platform.try('gyms.update', { ...of(gym), body, headers: { 'if-match': String(etag) } })
  expect(stale.status).toBe(412)
  expect((await update({ address: 'Calle 2', username: next.username })).username).toBe(next.username)
  // Sends the same body as the screen, with the username that the screen showed.
  const changed = await update({ username: next.username, password: `${testPassword}2` })
  expect(changed.username).toBe(next.username)
  expect(await status(next.username, `${testPassword}2`)).toBe(200)
  expect(await status(gym.gym.username, `${testPassword}2`)).toBe(401)
  const username = makeUniqueText('nuevo')
  expect((await update({ username })).username).toBe(username)
  expect(await status(username, `${testPassword}2`)).toBe(200)
})

test('gyms.update: without an active super admin, a username with a password creates one', async () => {
  const gym = await makeGym(app)
  const worker = await makeUser(gym, 'gym_worker')
  await runAsTableOwner(app, async (owner) => {
    await owner.query("select set_config('app.gym_id', $1, false)", [String(gym.gym.id)])
    await owner.query('update users set is_active = false where gym_id = $1 and id_role = 2', [gym.gym.id])
  })
  expect((await platform.call('gyms.read', of(gym))).username).toBe('')
  const update = (body: object) => platform.try('gyms.update', { ...of(gym), body })
  for (const body of [{ password: `${testPassword}2` }, { username: makeUniqueText('otro') }]) {
    const refused = await update({ ...body, address: 'Otra' })
    expect([refused.status, refused.answer]).toEqual([409, { detail: formatError('gym.no-super-admin') }])
  }
  expect((await update({ address: 'Calle 2', password: null })).status).toBe(200)
  const username = makeUniqueText('otra')
  expect((await update({ username, password: `${testPassword}2`, owner: 'Otra Dueña' })).answer.username).toBe(username)
  const admin = await logInAs(app.app, username, `${testPassword}2`)
  const users = await admin.call('users.list')
  expect(users.filter(({ is_active }) => is_active).map(({ name, role }) => [name, role.name])).toEqual(
    expect.arrayContaining([
      ['Otra Dueña', 'gym_super_admin'],
      [worker.name, 'gym_worker'],
    ]),
  )
})

test('gyms.create, gyms.update: refuse a username in use, ignoring case, and change nothing', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const worker = await makeUser(other, 'gym_worker', { username: makeUniqueText('Ángel') })
  const count = (await platform.call('gyms.list')).length
  for (const username of [
    other.gym.username,
    other.gym.username.toUpperCase(),
    worker.username.toUpperCase(),
    'MASTER',
  ]) {
    const made = await platform.try('gyms.create', {
      body: { name: 'X', owner: 'Y', username, password: testPassword },
    })
    const changed = await platform.try('gyms.update', { ...of(gym), body: { username, name: 'Otro nombre' } })
    expect([made.status, changed.status, JSON.parse(made.text)], username).toEqual([
      409,
      409,
      { detail: 'El nombre de usuario ya existe.' },
    ])
  }
  expect(await platform.call('gyms.list')).toHaveLength(count)
  expect(await platform.call('gyms.read', of(gym))).toEqual(gym.gym)
})

test("gyms.delete: removes the gym, and frees its usernames and terminals' serial numbers", async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const device = await makeDevice(gym)
  await platform.call('gyms.delete', of(gym))
  expect((await platform.try('gyms.read', of(gym))).status).toBe(404)
  expect((await platform.call('gyms.list')).map(({ id }) => id)).not.toContain(gym.gym.id)
  expect((await makeDevice(other, { sn: device.sn })).sn).toBe(device.sn)
  const again = await platform.call('gyms.create', {
    body: { name: 'X', owner: 'Y', username: gym.gym.username, password: testPassword },
  })
  expect(await status(again.username, testPassword)).toBe(200)
})

test('gym-info.update, show-info.update: change each field alone, and clear by null', async () => {
  const gym = await makeGym(app)
  let info = await gym.admin.call('gym-info.read')
  const filled = {
    name: 'Otro',
    phone_number: '1',
    address: 'x',
    email: 'a@b.co',
    timeZone: 'Asia/Kolkata',
    opening_hours: 'lunes\nmartes',
  }
  const logo = { logo_url: '/v1/images/gyms/1_a.png?token=1-x_Y', logo_path: 'images/gyms/1_a.png' }
  const { name: _, timeZone: __, ...optional } = { ...filled, ...logo, keep_attendances_years: 3 }
  const cleared = Object.keys(optional).map((field) => ({ [field]: null }))
  for (const change of [...alone({ ...filled, ...logo, keep_attendances_years: 3 }), ...cleared, {}]) {
    // To shorten the retention, the body must state the present one (kept_before).
    const { keep_attendances_years: kept_before } = info
    const answer = await gym.admin.call('gym-info.update', { body: { ...change, kept_before } })
    expect(answer, JSON.stringify(change)).toEqual({ ...info, ...change })
    info = answer
  }
  expect(await gym.admin.call('gym-info.read')).toEqual(info)
  for (const [sent, stored] of Object.entries({ '+8:00': 'Etc/GMT-8', '-04:00': 'Etc/GMT+4', 'UTC+0': 'Etc/GMT' }))
    expect((await gym.admin.call('gym-info.update', { body: { timeZone: sent } })).timeZone).toBe(stored)
  for (const timeZone of ['+5:30', '+15:00', 'Marte/Olimpo'])
    expect((await gym.admin.try('gym-info.update', { body: { timeZone } })).status, timeZone).toBe(422)
  expect((await gym.admin.call('gym-info.update', { body: { timeZone: null } })).timeZone).toBe('America/Santo_Domingo')
  let shown: Record<string, boolean> = await gym.admin.call('show-info.read')
  for (const field of Object.keys(shown)) {
    const answer = await gym.admin.call('show-info.update', { body: { [field]: !shown[field] } })
    expect(answer, field).toEqual({ ...shown, [field]: !shown[field] })
    shown = answer
  }
  expect(await gym.admin.call('show-info.read')).toEqual(shown)
})
