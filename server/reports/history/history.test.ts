import type { HistoryEntry } from '@torniquete/contract/reports/history.ts'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePayment, makePlan, makeUser, testPassword } from '../../testing/factories.ts'
import { formatReply } from '../../testing/front-desk.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const historyOf = (id: number, entity = 'clients', own = gym) =>
  own.admin.call('history.list', { query: { entity, id, size_page: 100 } })
const change = ({ changes }: HistoryEntry | undefined = { changes: [] } as never, field: string) =>
  changes.find((each) => each.field === field)

test('history.list: shows the user, old and new values, deletions and restorations', async () => {
  const manager = await gym.as('gym_admin')
  const client = await makeClient(gym, {
    name: 'Ana',
    phone_number: '1',
    photo_url: '/v1/images/clients/1_a.png?token=1-a',
  })
  const params = { id_client: client.id }
  await manager.call('clients.update', { params, body: { phone_number: '2' } })
  await manager.call('clients.update', { params, body: { phone_number: '2' } })
  await manager.call('clients.delete', { params })
  const restored = await manager.call('clients.restore', { params })
  expect(restored).toMatchObject({ name: 'Ana', id_zkteco: client.id_zkteco, photo_url: client.photo_url })
  const { items, total } = await historyOf(client.id)
  expect([total, items.map(({ action, user, entity_name }) => [action, user?.name, entity_name])]).toEqual([
    4,
    [
      ['restore', 'Empleado', 'Ana'],
      ['delete', 'Empleado', 'Ana'],
      ['update', 'Empleado', 'Ana'],
      ['create', 'Dueña', 'Ana'],
    ],
  ])
  expect(change(items[2], 'phone_number')).toEqual({ field: 'phone_number', before: '1', after: '2' })
  expect(items[2]?.changes).toHaveLength(1)
  expect(change(items[3], 'name')).toEqual({ field: 'name', before: null, after: 'Ana' })
  expect((await manager.try('clients.restore', { params })).status).toBe(404)
})

test('clients.deleted: lists deleted clients and who deleted them, last deleted first', async () => {
  const gym = await makeGym(app)
  const admin = await gym.as('gym_admin')
  const [ana, berto, carla] = [
    await makeClient(gym, { name: 'Ana Muñoz' }),
    await makeClient(gym, { name: 'Berto' }),
    await makeClient(gym, { name: 'Carla Muñoz' }),
  ]
  for (const { id } of [ana, berto]) await gym.admin.call('clients.delete', { params: { id_client: id } })
  await admin.call('clients.delete', { params: { id_client: carla.id } })
  await admin.call('clients.restore', { params: { id_client: berto.id } })
  const read = async (query: Record<string, string | number>) => {
    const { items, total, pages } = await admin.call('clients.deleted', { query })
    return [total, pages, items.map(({ name, user }) => `${name} por ${user?.name}`)]
  }
  expect(await read({})).toEqual([2, 1, ['Carla Muñoz por Empleado', 'Ana Muñoz por Dueña']])
  expect(await read({ name: 'munoz ANA' })).toEqual([1, 1, ['Ana Muñoz por Dueña']])
  expect(await read({ page: 1, size_page: 1 })).toEqual([2, 2, ['Ana Muñoz por Dueña']])
})

test("clients.restore: refuses a taken PIN, and restores the client's access at the door", async () => {
  const client = await makeClient(gym)
  const params = { id_client: client.id }
  await makePayment(gym, { id_client: client.id })
  await gym.admin.call('clients.delete', { params })
  const other = await makeClient(gym, { id_zkteco: client.id_zkteco })
  const refused = await gym.admin.try('clients.restore', { params })
  expect(formatReply(refused)).toBe(`409 El número ${client.id_zkteco} ya pertenece a otra persona.`)
  await gym.admin.call('clients.update', { params: { id_client: other.id }, body: { id_zkteco: 777_777 } })
  const restored = await gym.admin.call('clients.restore', { params })
  expect(restored.membership).not.toBeNull()
  expect(
    await gym.admin.call('door.edit-user-verify', { query: { pin: client.id_zkteco ?? 0, new_verify: 0 } }),
  ).toMatchObject({ verify: 0 })
})

test('history.list: filters by user and action, and shows changes of users to super admins only', async () => {
  const own = await makeGym(app)
  const user = await makeUser(own, 'gym_worker')
  await own.admin.call('users.update', {
    params: { id_user: user.id },
    body: { password: 'otra contraseña', address: 'x' },
  })
  const client = await makeClient(own)
  await own.admin.call('clients.delete', { params: { id_client: client.id } })
  const told = await historyOf(user.id, 'users', own)
  expect(told.items.map(({ action }) => action)).toEqual(['update', 'create'])
  expect(change(told.items[0], 'password_hash')).toEqual({ field: 'password_hash', before: '•', after: '•' })
  expect(JSON.stringify(told)).not.toMatch(/argon2|session/)
  expect(JSON.stringify(told)).not.toContain(testPassword)
  const manager = await own.as('gym_admin')
  expect((await manager.try('history.list', { query: { entity: 'users' } })).status).toBe(403)
  const all = await manager.call('history.list', { query: { size_page: 100 } })
  expect(all.items.some(({ entity }) => entity === 'users')).toBe(false)
  // Settings that only super admins may read, such as channels, are hidden from admins in the history too.
  await own.admin.call('channels.whatsapp', { body: { phone_id: '106540352242922', token: 'EAAG' } })
  expect((await manager.try('history.list', { query: { entity: 'message_channels' } })).status).toBe(403)
  const later = await manager.call('history.list', { query: { size_page: 100 } })
  expect([later.total, later.items.length]).toEqual([all.total, all.items.length])
  expect((await own.admin.call('history.list', { query: { entity: 'message_channels' } })).total).toBe(1)
  const gone = await manager.call('history.list', { query: { entity: 'clients', action: 'delete' } })
  expect(gone.items.map(({ entity_id }) => entity_id)).toEqual([client.id])
  const owner = (await own.admin.call('users.list')).find(({ name }) => name === 'Dueña')
  const byOwner = await own.admin.call('history.list', { query: { user: owner?.id ?? 0, entity: 'clients' } })
  expect(byOwner.total).toBe(2)
})

test('history.list: formats money and instants, but not texts that look like instants', async () => {
  const notes = '2026-01-01T00:00:00+00:00'
  const client = await makeClient(gym, { notes })
  await gym.admin.call('clients.delete', { params: { id_client: client.id } })
  const [deleted, created] = (await historyOf(client.id)).items
  expect(change(created, 'created_at')?.after).toBe(client.created_at)
  expect(change(created, 'notes')?.after).toBe(notes)
  expect(change(deleted, 'deleted_at')?.after).toMatch(/^[\d-]{10}T[\d:]{8}\.\d{3}Z$/)
  const plan = await makePlan(gym, { price: '1250' })
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { price: '999999.9' } })
  const [changed, first] = (await historyOf(plan.id, 'memberships')).items
  expect(change(first, 'price')?.after).toBe('1250.00')
  expect(change(changed, 'price')).toEqual({ field: 'price', before: '1250.00', after: '999999.90' })
})
