// Picture fields have URLs of stored pictures or of other hosts; the latter are kept, but no page loads them.
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  logInMaster,
  makeClient,
  makeGym,
  makeProduct,
  makeUniqueText,
  makeUser,
  testPassword,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { uploadImage } from '../../testing/two-gyms.ts'
import { runRetentionSweep } from '../jobs/housekeeping.ts'
import { FolderImageStore } from '../storage/file-store.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)
const platform = await logInMaster(app)

interface Shown {
  folder: string
  field: string
  id: () => Promise<number>
  create: (picture: object) => Promise<number>
  update: (id: number, picture: object) => Promise<number>
}
const status = async (reply: Promise<{ status: number }>) => (await reply).status
const person = () => ({ name: 'Empleado', username: makeUniqueText('empleado'), password: testPassword, id_role: 4 })
const newGym = () => ({ name: 'G', owner: 'D', username: makeUniqueText('gimnasio'), password: testPassword })
const shown: Record<string, Shown> = {
  clients: {
    folder: 'clients',
    field: 'photo_url',
    id: async () => (await makeClient(gym)).id,
    create: (body) => status(gym.admin.try('clients.create', { body: { name: 'Ana', ...body } })),
    update: (id_client, body) => status(gym.admin.try('clients.update', { params: { id_client }, body })),
  },
  products: {
    folder: 'products',
    field: 'image_url',
    id: async () => (await makeProduct(gym)).id,
    create: (body) =>
      status(gym.admin.try('products.create', { body: { name: 'Agua', unit_of_measure: 'Unidad', ...body } })),
    update: (id_product, body) => status(gym.admin.try('products.update', { params: { id_product }, body })),
  },
  users: {
    folder: 'users',
    field: 'photo_url',
    id: async () => (await makeUser(gym, 'gym_worker')).id,
    create: (body) => status(gym.admin.try('users.create', { body: { ...person(), ...body } })),
    update: (id_user, body) => status(gym.admin.try('users.update', { params: { id_user }, body })),
  },
  gyms: {
    folder: 'gyms',
    field: 'logo_url',
    id: async () => (await makeGym(app)).gym.id,
    create: (body) => status(platform.try('gyms.create', { body: { ...newGym(), ...body } })),
    update: (id, body) => status(platform.try('gyms.update', { params: { id }, body })),
  },
}

test.each(Object.keys(shown))('picture in %s: refuses other URLs, keeps existing ones', async (table) => {
  const { folder, field, id, create, update } = shown[table] as Shown // the test cases are keys of this object
  const path = field.replace('url', 'path')
  const own = { [field]: `/v1/images/${folder}/1_a.png?token=1-a_B`, [path]: `images/${folder}/1_a.png` }
  const row = await id()
  for (const wrong of [
    { [field]: 'https://example.com/a b.png' },
    { [field]: 'data:image/png;base64,AAAA' },
    { [field]: 'javascript:alert(1)' },
    { [field]: `//example.com/v1/images/${folder}/a.png?token=x` },
    { [field]: '/v1/images/elsewhere/1_a.png?token=1-a' },
    { [path]: '../../secret' },
    { [path]: 'images/elsewhere/1_a.png' },
    ...['..', '.', 'a/b.png', 'a\\b.png', 'a\nb.png', ''].map((name) => ({ [path]: `images/${folder}/${name}` })),
  ])
    expect([await create(wrong), await update(row, wrong)], JSON.stringify(wrong)).toEqual([422, 422])
  expect([await create(own), await update(row, own)]).toEqual([201, 200])
  const elsewhere = { [field]: 'https://example.com/a.png', [path]: `images/${folder}/1790000000000_mi foto.png` }
  expect([await create(elsewhere), await update(row, elsewhere)]).toEqual([201, 200])
  expect([await create({ [field]: null }), await update(row, { [field]: null })]).toEqual([201, 200])
  const before = 'foto-de-antes.png'
  await queryAsOwner(app, `update ${table} set ${field} = $1 where id = $2`, [before, row])
  expect(await update(row, { [field]: before })).toBe(200)
  expect(await update(row, { [field]: 'otra-foto.png' })).toBe(422)
})

const names = () => queryAsOwner(app, 'select name from images order by name').then(({ rows }) => rows)

test('pictures: the daily sweep keeps pictures that any row shows, even a deleted row or by a URL with a host', async () => {
  const shownIn = async (caller: Caller, folder: string, show: (picture: object) => Promise<unknown>) => {
    const { path, token } = await uploadImage(caller, folder)
    const url = `/v1/${path}?token=${token}`
    await show({ photo_path: path, photo_url: url, image_path: path, image_url: url, logo_path: path, logo_url: url })
  }
  const loose = [await uploadImage(gym.admin, 'clients'), await uploadImage(platform, 'gyms')]
  for (const [table, { folder, id, update }] of Object.entries(shown))
    await shownIn(table === 'gyms' ? platform : gym.admin, folder, async (picture) => update(await id(), picture))
  await shownIn(gym.admin, 'gyms', (body) => gym.admin.call('gym-info.update', { body }))
  const { path, token } = await uploadImage(gym.admin, 'clients')
  const photo_url = `http://gimnasio.local:3000/v1/${path}?token=${token}`
  await shown.clients?.update((await makeClient(gym)).id, { photo_url })
  const deleted = await makeClient(gym)
  await shownIn(gym.admin, 'clients', async (picture) => shown.clients?.update(deleted.id, picture))
  await gym.admin.call('clients.delete', { params: { id_client: deleted.id } })
  const before = await names()
  await queryAsOwner(app, "update images set created_at = now() - interval '25 hours'")
  await runRetentionSweep(app.database, new FolderImageStore(app.dataDir), app.app.log)
  expect(await names()).toEqual(before.filter(({ name }) => !loose.some((each) => each.name === name)))
})

test('products.restore: restores a picture URL of another host, but not a lost stored picture', async () => {
  const path = 'images/products/1790000000000_agua.png'
  const restored = async (image_url: string) => {
    const params = { id_product: (await makeProduct(gym)).id }
    await gym.admin.call('products.update', { params, body: { image_url, image_path: path } })
    await gym.admin.call('products.delete', { params })
    return gym.admin.call('products.restore', { params })
  }
  const elsewhere = 'https://storage.example.com/agua.png?alt=media'
  expect(await restored(elsewhere)).toMatchObject({ image_url: elsewhere, image_path: path })
  for (const own of [`/v1/${path}?token=1-a`, `http://gimnasio.local:3000/v1/${path}?token=1-a`])
    expect(await restored(own)).toMatchObject({ image_url: null, image_path: null })
})

test('pictures: one that cannot be deleted does not keep the sweep from deleting others', async () => {
  const unused = [await uploadImage(gym.admin, 'clients'), await uploadImage(gym.admin, 'clients')]
  let refusals = 0
  class LockedStore extends FolderImageStore {
    override remove(id: number, folder: string, name: string): Promise<void> {
      refusals += 1
      return refusals === 1 ? Promise.reject(new Error('locked')) : super.remove(id, folder, name)
    }
  }
  await queryAsOwner(app, "update images set created_at = now() - interval '2 days' where gym_id = $1", [gym.gym.id])
  await runRetentionSweep(app.database, new LockedStore(app.dataDir), app.app.log)
  const stored = (await names()).map(({ name }) => `images/clients/${name}`)
  expect(unused.filter(({ path }) => stored.includes(path)).length).toBeLessThan(2)
})
