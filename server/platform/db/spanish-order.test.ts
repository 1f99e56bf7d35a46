// Lists by name follow the Spanish alphabet.
import { expect, test } from 'vitest'
import { makeClient, makeDevice, makeGym, makePlan, makeProduct, makeUser } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const mixed = ['Año', 'Ana', 'ÑANDÚ', 'Oro', 'Nzx', 'ñame', 'Núñez', 'Nuno', 'anz']
const inOrder = ['Ana', 'anz', 'Año', 'Nuno', 'Núñez', 'Nzx', 'ñame', 'ÑANDÚ', 'Oro']
const namesOf = (rows: readonly { name: string }[]) =>
  rows.map(({ name }) => name).filter((name) => name.startsWith('Uno '))

test.each<[string, (name: string) => Promise<unknown>, () => Promise<readonly { name: string }[]>]>([
  [
    'products',
    (name) => makeProduct(gym, { name }),
    async () => (await gym.admin.call('products.list', { query: { size_page: 100 } })).items,
  ],
  ['clients', (name) => makeClient(gym, { name }), () => gym.admin.call('clients.search', { params: { name: 'uno' } })],
  ['plans', (name) => makePlan(gym, { name }), () => gym.admin.call('memberships.list')],
  ['users', (name) => makeUser(gym, 'gym_worker', { name }), () => gym.admin.call('users.list')],
  ['devices', (name) => makeDevice(gym, { name }), () => gym.admin.call('devices.list')],
])('%s: sorts ñ after n and ignores accents and case', async (_, make, list) => {
  for (const name of mixed) await make(`Uno ${name}`)
  expect(namesOf(await list())).toEqual(inOrder.map((name) => `Uno ${name}`))
})
