// The data disk becomes full while the server runs: reads still work, and nothing is partly stored.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorsByName } from '@torniquete/contract/shared/errors.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import { logInAs } from '../../testing/api-caller.ts'
import { logInMaster, makeClient, makeGym, makeProduct, makeUser, testPassword } from '../../testing/factories.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { ReminderGym } from '../../testing/reminder-gym.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { uploadImage } from '../../testing/two-gyms.ts'
import { DiskWatch } from './disk-watch.ts'

const size = 500e9
let free: number
const said: string[] = []
const disk = new DiskWatch(
  '/datos',
  (line) => said.push(line),
  async () => {
    if (Number.isNaN(free)) throw new Error('EIO')
    return { free, size }
  },
)
let port: number
const leave = async (bytes: number) => {
  free = bytes
  await disk.look()
}
const app = await startTestAppForFile({ SESSION_HOURS: '8760' }, { disk })
;({ port } = await app.listen())
const gym = await makeGym(app)
beforeEach(async () => {
  await leave(50e9)
  said.splice(0)
})

const upload = async ({ app, token }: Caller) =>
  (
    await sendRawCall(app, token, 'images.upload', {
      params: { folder: 'clients' },
      payload: makeMultipartBody(pngBytes),
    })
  ).status
const full = errorsByName['disk.full'][1]
const images = () =>
  readdirSync(join(app.dataDir, 'images'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile())

test('full disk: refuses every write with that reason until there is space, but no login or read', async () => {
  await uploadImage(gym.admin, 'clients')
  const before = images().length
  await leave(150e6)
  const refused = await gym.admin.try('clients.create', { body: { name: 'Ana' } })
  expect(refused).toMatchObject({ status: 503, answer: { detail: full } })
  expect(refused.headers['retry-after']).toBe('10')
  expect(await upload(gym.admin)).toBe(503)
  expect(images()).toHaveLength(before)
  expect((await (await logInAs(app.app, gym.gym.username, testPassword)).call('clients.list')).total).toBe(0)
  await leave(600e6)
  expect((await gym.admin.call('clients.create', { body: { name: 'Ana' } })).name).toBe('Ana')
  await uploadImage(gym.admin, 'clients')
})

test('full disk: a refused sale is booked once when it is repeated with space', async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const client = await makeClient(gym)
  const sale = {
    body: { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }] },
    headers: { 'idempotency-key': randomUUID() },
  }
  await leave(1)
  expect((await gym.admin.try('sales.create', sale)).status).toBe(503)
  await leave(50e9)
  const { id } = await gym.admin.call('sales.create', sale)
  expect((await gym.admin.call('sales.create', sale)).id).toBe(id)
  expect((await gym.admin.call('products.read', { params: { id_product: product.id } })).quantity).toBe(4)
})

test('full disk: logouts, other calls that end a right, and deletions still work', async () => {
  const { id, username } = await makeUser(gym, 'gym_worker', { password: testPassword })
  const [own, other] = [await logInAs(app.app, username, testPassword), await logInAs(app.app, username, testPassword)]
  const { path } = await uploadImage(gym.admin, 'clients')
  const before = images().length
  await leave(1)
  expect((await own.try('session.logout')).status).toBe(204)
  expect((await own.try('clients.list')).status).toBe(401)
  expect((await gym.admin.try('users.update', { params: { id_user: id }, body: { is_active: false } })).status).toBe(
    200,
  )
  expect((await other.try('clients.list')).status).toBe(401)
  expect((await gym.admin.try('images.delete', { query: { path } })).status).toBe(204)
  expect(images()).toHaveLength(before - 1)
})

test('full disk: a message sent while the disk fills up is recorded and not sent again', async () => {
  const world = await ReminderGym.make(app)
  try {
    await world.member('2026-11-23')
    const { answer } = world.whatsapp
    world.whatsapp.answer = async (message, signal) => {
      await leave(1)
      return answer(message, signal)
    }
    await world.round('2026-11-20T14:00:00Z')
    await leave(50e9)
    expect(await world.states()).toEqual([['sent', null]])
    await world.round('2026-11-20T15:00:00Z')
    expect(world.whatsapp.sent).toHaveLength(1)
  } finally {
    app.clock.reset()
  }
})

test('full disk: a pass stays on its terminal and is recorded when there is space', async () => {
  const client = await makeClient(gym, { name: 'Carla' })
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  await leave(1)
  terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:00:00' })
  for (let step = 0; step < 3; step++) await terminal.step()
  expect(terminal.unsent()).toBe(1)
  await leave(50e9)
  for (let step = 0; step < 5 && terminal.unsent() > 0; step++) await terminal.step()
  expect(terminal.unsent()).toBe(0)
  const { items } = await gym.admin.call('attendances.list', { query: { size_page: 100 } })
  expect(items.filter(({ client_name }) => client_name === 'Carla')).toHaveLength(1)
})

test('full disk: admins and the log get one warning for each warning level', async () => {
  const told = async () => {
    const [owner, platform] = [await gym.admin.call('guide.read'), await (await logInMaster(app)).call('status.read')]
    return [owner.installation.disk, platform.installation.disk]
  }
  for (const [bytes, level] of [
    [1.5e9, 'low'],
    [400e6, 'short'],
    [150e6, 'full'],
    [50e9, 'ample'],
  ] as const) {
    await leave(bytes)
    await disk.look()
    expect(await told()).toEqual([
      { free: bytes, level },
      { free: bytes, level },
    ])
  }
  expect(said).toEqual([
    'Disco de /datos: 1500 MB libres.',
    'Disco de /datos: 400 MB libres.',
    'Disco de /datos: 150 MB libres: no se guarda nada hasta que haya sitio.',
    'Disco de /datos: 50000 MB libres.',
  ])
})

test('full disk: writes resume only with clearly more space, even after a failed check', async () => {
  const levels: string[] = []
  for (const bytes of [199e6, 201e6, 249e6, 251e6, 201e6, 199e6]) {
    await leave(bytes)
    levels.push(disk.status.level)
  }
  expect(levels).toEqual(['full', 'full', 'full', 'short', 'short', 'full'])
  free = Number.NaN
  await disk.look()
  expect(disk.status).toEqual({ free: 199e6, level: 'full' })
})
