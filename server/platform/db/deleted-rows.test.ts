// Deleted rows can be restored unchanged, unless another row has taken their name.
import { expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  logInMaster,
  makeAnonymousCaller,
  makeDevice,
  makeGym,
  makePlan,
  makeProduct,
  makeSupplier,
  makeUniqueText,
  makeUser,
  testPassword,
} from '../../testing/factories.ts'
import { sendRawCall } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)
const platform = await logInMaster(app)

const logIn = async (username: string) =>
  (await makeAnonymousCaller(app).try('session.login', { body: { username, password: testPassword } })).status

const kinds = [
  { area: 'users', key: 'id_user', make: () => makeUser(gym, 'gym_worker', { name: makeUniqueText('Ñandú ') }) },
  { area: 'products', key: 'id_product', make: () => makeProduct(gym, { name: makeUniqueText('Ñandú '), stock: 7 }) },
  { area: 'suppliers', key: 'id_supplier', make: () => makeSupplier(gym, { name: makeUniqueText('Ñandú ') }) },
  { area: 'memberships', key: 'id_membership', make: () => makePlan(gym, { name: makeUniqueText('Ñandú ') }) },
] as const

test.each(kinds)(
  'deleted $area: listed with the deleting user, and restored with all fields',
  async ({ area, key, make }) => {
    const { app: server } = app
    const call = async (verb: string, id?: number, query: Record<string, string> = {}) => {
      const name = `${area}.${verb}` as 'users.read' // every tested area has this call
      const reply = await sendRawCall(server, gym.admin.token, name, { ...(id && { params: { [key]: id } }), query })
      return {
        status: reply.status,
        answer: reply.json as Record<string, unknown> & { items: Record<string, unknown>[] },
      }
    }
    const made = await make()
    const before = (await call('read', made.id)).answer
    expect((await call('restore', made.id)).status).toBe(404)
    expect((await call('delete', made.id)).status).toBe(204)
    expect((await call('read', made.id)).status).toBe(404)
    const listed = (await call('deleted', undefined, { name: made.name.toLowerCase().replace('ñ', 'n') })).answer
    expect(listed).toMatchObject({ total: 1, items: [{ id: made.id, name: made.name, user: { name: 'Dueña' } }] })
    expect((await call('deleted', undefined, { name: 'nadie' })).answer).toMatchObject({ total: 0 })
    const { updated_at: _, ...restored } = (await call('restore', made.id)).answer
    expect(before).toMatchObject(restored)
    expect((await call('deleted', undefined, { name: made.name })).answer).toMatchObject({ total: 0 })
    const told = await gym.admin.call('history.list', { query: { entity: area, id: made.id } })
    expect(told.items.slice(0, 2).map(({ action }) => action)).toEqual(['restore', 'delete'])
  },
)

test('restore: refused with a name that another row has taken, and restores nothing', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const plan = await makePlan(gym)
  const product = await makeProduct(gym, { code: makeUniqueText('75') })
  await gym.admin.call('users.delete', { params: { id_user: user.id } })
  await gym.admin.call('memberships.delete', { params: { id_membership: plan.id } })
  await gym.admin.call('products.delete', { params: { id_product: product.id } })
  expect(await logIn(user.username)).toBe(401)
  const other = await makeUser(await makeGym(app), 'gym_worker', { username: user.username.toUpperCase() })
  await makePlan(gym, { name: plan.name.toUpperCase() })
  await makeProduct(gym, { code: product.code })
  const tries = [
    await gym.admin.try('users.restore', { params: { id_user: user.id } }),
    await gym.admin.try('memberships.restore', { params: { id_membership: plan.id } }),
    await gym.admin.try('products.restore', { params: { id_product: product.id } }),
  ]
  expect(tries.map(({ status, answer }) => [status, answer])).toEqual([
    [409, { detail: 'El nombre de usuario ya existe.' }],
    [409, { detail: 'Ya existe un plan con ese nombre.' }],
    [409, { detail: 'El código ya pertenece a otro producto.' }],
  ])
  expect([await logIn(other.username), (await gym.admin.call('users.deleted')).total]).toEqual([200, 1])
})

test('users.restore: the login works again, old sessions do not, and a reused PIN is refused', async () => {
  const user = await makeUser(gym, 'gym_worker')
  const { answer } = await makeAnonymousCaller(app).try('session.login', {
    body: { username: user.username, password: testPassword },
  })
  const params = { id_user: user.id }
  await gym.admin.call('users.delete', { params })
  await gym.admin.call('users.restore', { params })
  expect(await logIn(user.username)).toBe(200)
  const old = await sendRawCall(app.app, answer.access_token, 'clients.list', {})
  expect(old.status).toBe(401)
  await gym.admin.call('users.delete', { params })
  await gym.admin.call('clients.create', { body: { name: 'Otra', id_zkteco: user.id_zkteco } })
  const refused = await gym.admin.try('users.restore', { params })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`El número ${user.id_zkteco} ya`)])
})

test('gyms.restore: the master restores users and unclaimed terminals within 30 days', async () => {
  const [lost, other] = [await makeGym(app), await makeGym(app)]
  const worker = await makeUser(lost, 'gym_worker')
  const [kept, moved] = [await makeDevice(lost), await makeDevice(lost)]
  const params = { id: lost.gym.id }
  await platform.call('gyms.delete', { params })
  expect([await logIn(worker.username), await logIn(lost.gym.username)]).toEqual([401, 401])
  await makeDevice(other, { sn: moved.sn })
  const taker = await makeUser(other, 'gym_worker', { username: worker.username })
  expect(await platform.call('gyms.deleted', { query: { name: lost.gym.name } })).toMatchObject({
    total: 1,
    items: [{ id: lost.gym.id, name: lost.gym.name, user: null }],
  })
  for (const name of ['gyms.deleted', 'gyms.restore'] as const)
    expect((await other.admin.try(name, name === 'gyms.restore' ? { params } : {})).status).toBe(403)
  const refused = await platform.try('gyms.restore', { params })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`El usuario ${worker.username} ya`)])
  await other.admin.call('users.update', { params: { id_user: taker.id }, body: { username: makeUniqueText('otro') } })
  expect(await platform.call('gyms.restore', { params })).toEqual(lost.gym)
  expect((await platform.try('gyms.restore', { params })).status).toBe(404)
  expect([await logIn(worker.username), await logIn(lost.gym.username)]).toEqual([200, 200])
  const taken = await other.admin.try('devices.create', { body: { name: 'X', sn: kept.sn } })
  expect(taken.status).toBe(409)

  await platform.call('gyms.delete', { params })
  await queryAsOwner(app, "update gyms set deleted_at = now() - interval '31 days' where id = $1", [lost.gym.id])
  expect((await platform.try('gyms.restore', { params })).status).toBe(404)
  expect((await platform.call('gyms.deleted', { query: { name: lost.gym.name } })).total).toBe(0)
})

test('history.list: shows who disabled, renamed, deleted or restored a gym', async () => {
  const own = await makeGym(app)
  const params = { id: own.gym.id }
  await platform.call('gyms.update', { params, body: { name: 'Otro nombre', is_active: false } })
  await platform.call('gyms.update', { params, body: { is_active: true, password: 'otra contraseña' } })
  await platform.call('gyms.delete', { params })
  await platform.call('gyms.restore', { params })
  const { answer } = await makeAnonymousCaller(app).try('session.login', {
    body: { username: own.gym.username, password: 'otra contraseña' },
  })
  const reply = await sendRawCall(app.app, answer.access_token, 'history.list', { query: { size_page: 50 } })
  const { items } = reply.json as { items: Record<string, unknown>[] } // the API contract defines this type
  const of = (entity: string) => items.filter((each) => each.entity === entity)
  expect(of('gym').map(({ action, user }) => [action, user])).toEqual(
    ['restore', 'delete', 'update', 'update'].map((action) => [action, { id: null, name: 'Plataforma' }]),
  )
  expect(of('gym').at(-1)).toMatchObject({
    entity_id: own.gym.id,
    entity_name: 'Otro nombre',
    changes: [
      { field: 'is_active', before: true, after: false },
      { field: 'name', before: own.gym.name, after: 'Otro nombre' },
    ],
  })
  expect(of('users')[0]).toMatchObject({ action: 'update', user: { id: null, name: 'Plataforma' } })
  for (const statement of ['update history set at = now()', 'delete from history'])
    await expect(
      app.database.write({ gym: own.gym.id, user: null }, (tx) => tx.run({ text: statement, values: [] })),
    ).rejects.toThrow('permission denied')
})
