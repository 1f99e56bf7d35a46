import { expect, test } from 'vitest'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

test('notifications.mark, mark-many: mark one, several, or all with a title, in one gym only', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  for (const each of [gym, gym, gym, other])
    await each.admin.call('attendances.create', { body: { id_client: (await makeClient(each)).id } })
  const list = async (query = {}) => (await gym.admin.call('notifications.list', { query })).items
  const [third, second, first] = await list()
  const id = (item: typeof first) => item?.id_notification ?? 0
  const unread = async () => (await list({ is_read: 'false' })).map((item) => item.id_notification)
  const markOne = (item: typeof first, is_read: boolean) =>
    gym.admin.call('notifications.mark', { params: { id_notification: id(item) }, body: { is_read } })
  expect(await markOne(first, true)).toEqual({ ...first, is_read: true })
  expect(await unread()).toEqual([id(third), id(second)])
  expect(await markOne(first, false)).toEqual(first)
  const many = (body: object) => gym.admin.call('notifications.mark-many', { body })
  const [foreign] = (await other.admin.call('notifications.list')).items
  expect(await many({ ids: [id(first), id(second), id(foreign), 999_999], is_read: true })).toEqual({ updated: 2 })
  expect(await unread()).toEqual([id(third)])
  expect(await many({ title: 'Acceso', is_read: true })).toEqual({ updated: 1 })
  expect(await many({ title: 'Stock agotado', is_read: false })).toEqual({ updated: 0 })
  expect(await list({ is_read: 'true' })).toHaveLength(3)
  expect((await other.admin.call('notifications.list', { query: { is_read: 'false' } })).total).toBe(1)
})
