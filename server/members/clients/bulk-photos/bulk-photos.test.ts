// Photos of a folder are matched to clients, assigned together, and can be removed together.
import { expect, test } from 'vitest'
import { makeClient, makeGym, type TestGym } from '../../../testing/factories.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'
import { uploadImage } from '../../../testing/two-gyms.ts'
import { matchPhotosToClients, type PhotoCandidate } from './match-photos.ts'

const app = await startTestAppForFile()

const who = (id: number, name: string, more: Partial<PhotoCandidate> = {}): PhotoCandidate => ({
  id,
  name,
  id_zkteco: id,
  card: null,
  has_photo: false,
  ...more,
})
const clients = [
  who(7, 'Ana Peña'),
  who(15, 'José Núñez', { card: '5550077' }),
  who(16, 'Luz Marte', { card: 'AB12' }),
  who(20, 'Eva Ruiz', { has_photo: true }),
  who(22, 'Juan Mota'),
  who(23, 'Juan Mota'),
]

test.each([
  ['7.png', 7],
  ['0015.JPG', 15],
  ['C:\\fotos\\15.jpg', 15],
  ['15 - José Núñez.jpg', 15],
  ['0005550077.jpg', 15],
  ['AB12.png', 16],
  ['Ana Peña.jpg', 7],
  ['ana_pena (1).jpg', 7],
  ['20.png', 'Eva Ruiz ya tiene foto'],
  ['7.heic', 'No es una imagen PNG, JPG ni SVG'],
  ['99.jpg', 'Ningún cliente tiene ese número ni esa tarjeta'],
  ['Juan Mota.jpg', 'Hay más de un cliente con ese nombre'],
  ['15 - Ana Peña.jpg', 'El 15 es José Núñez, y el archivo dice «Ana Peña»'],
  ['15_2.jpg', 15],
  ['7-5-2024.jpg', 'Ningún cliente se llama así'],
  ['15.05.24 Ana Peña.jpg', 7],
  ['20240512_101500.jpg', 'Ningún cliente se llama así'],
])('photos: the file %s is matched to the right client or rejected with a reason', (file, expected) => {
  const { ready, present, rejected } = matchPhotosToClients([file], clients)
  expect([
    ...ready.map(({ id_client }) => id_client),
    ...[...present, ...rejected].map(({ reason }) => reason),
  ]).toEqual([expected])
})

test('photos: rejects a number that is a PIN and a card, and a second file for one client', () => {
  const two = [who(7, 'Ana Peña'), who(21, 'Rosa Gil', { card: '7' })]
  expect(matchPhotosToClients(['7.jpg'], two).rejected).toEqual([
    { file: '7.jpg', reason: 'Es el número de Ana Peña y la tarjeta de Rosa Gil' },
  ])
  expect(matchPhotosToClients(['15.jpg', 'José Núñez.png'], clients)).toMatchObject({
    ready: [{ file: '15.jpg', id_client: 15 }],
    present: [{ file: 'José Núñez.png', reason: 'Ya viene la de José Núñez en 15.jpg' }],
  })
})

async function put({ admin }: TestGym, ids: number[]) {
  const photos = []
  for (const id_client of ids) {
    const { path, name, token } = await uploadImage(admin, 'clients')
    photos.push({ id_client, photo_url: `/v1/images/clients/${name}?token=${token}`, photo_path: path })
  }
  return admin.call('clients.set-photos', { body: { file_name: 'fotos.zip', photos } })
}

const withPhotos = async ({ admin }: TestGym) =>
  (await admin.call('clients.list')).items.filter(({ photo_path }) => photo_path !== null).map(({ name }) => name)

test('photos: set for clients without a photo, and the undo keeps photos changed later', async () => {
  const gym = await makeGym(app)
  const [ana, luz, eva] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym), await makeClient(gym)]
  expect(
    await gym.admin.call('clients.match-photos', { body: { files: ['Ana.png', `${luz.id_zkteco}.jpg`] } }),
  ).toMatchObject({ ready: [{ id_client: ana.id }, { id_client: luz.id }] })
  await put(gym, [eva.id])
  const act = await put(gym, [ana.id, luz.id, eva.id])
  expect(act).toMatchObject({ file_name: 'fotos.zip', count: 2 })
  expect(await gym.admin.call('clients.last-photos')).toMatchObject({ last: { id: act.id, count: 2 } })
  expect(await withPhotos(gym)).toHaveLength(3)
  await gym.admin.call('clients.update', { params: { id_client: luz.id }, body: { photo_url: null, photo_path: null } })
  const params = { id_import: act.id }
  expect(await gym.admin.call('clients.undo-photos', { params })).toEqual({ deleted: 1, kept: 1 })
  expect(await withPhotos(gym)).toEqual([eva.name])
  expect((await gym.admin.try('clients.undo-photos', { params })).status).toBe(404)
})
