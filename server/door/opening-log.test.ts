// Tests that door openings are logged with user, door, time and reason, and stay logged if the terminal is deleted.
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { logInAs } from '../testing/api-caller.ts'
import {
  makeGym,
  makePayment,
  makeUser,
  readAnonymousClient,
  type TestGym,
  testPassword,
} from '../testing/factories.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'
import { makeDoorOpening } from '../testing/two-gyms.ts'

let gym: TestGym
const app = await startTestAppForFile({}, { doorTimeoutMs: 9000 })
const port = (await app.listen()).port
beforeEach(async () => {
  gym = await makeGym(app)
})

const openings = () => gym.admin.call('door.openings', { query: {} })

test('door.openings: lists user, door, time and reason, also of failed openings', async () => {
  const { terminal, device } = await makeRegisteredTerminal(gym, port, { name: 'Entrada' })
  await waitUntilInSync(terminal)
  terminal.start()
  const user = await makeUser(gym, 'gym_worker', { name: 'Luz' })
  const worker = await logInAs(app.app, user.username, testPassword)
  const anonymous = await readAnonymousClient(gym)
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')
  const sale = await makePayment(gym, { id_client: anonymous.id, ...(daily && { id_membership: daily.id }) })
  const before = Date.now()
  const bare = await worker.call('door.open', { body: {} })
  await gym.admin.call('door.open', { body: { id_payment: sale.id } })
  await gym.admin.call('door.open', { body: { reason: 'Un proveedor' } })
  terminal.faults.failCommands = true
  expect((await gym.admin.try('door.open')).status).toBe(504)
  await terminal.stop()
  await worker.call('door.explain', { params: { id: bare.id }, body: { reason: 'Olvidó su tarjeta' } })

  const { items, total } = await openings()
  expect(total).toBe(4)
  const owner = { name: 'Dueña' }
  expect(items).toMatchObject([
    { opened: false, user: owner, reason: null, payment: null },
    { opened: true, user: owner, reason: 'Un proveedor', payment: null },
    { opened: true, user: owner, reason: null, payment: { id: sale.id, number: 1, name: 'Membresía Diaria' } },
    {
      opened: true,
      user: { id: user.id, name: 'Luz' },
      reason: 'Olvidó su tarjeta',
      device: { id: device.id, name: 'Entrada' },
    },
  ])
  for (const { at } of items) expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
  const news = await gym.admin.call('notifications.list')
  expect(news.items.map(({ title, message }) => `${title}: ${message}`)).toEqual([
    'Acceso: Dueña abrió la puerta a mano (Entrada).',
    'Acceso: Dueña abrió la puerta a mano (Entrada).',
    'Acceso: Luz abrió la puerta a mano (Entrada).',
  ])

  // Deleting the terminal or renaming the user changes no past opening.
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  await gym.admin.call('users.update', { params: { id_user: user.id }, body: { name: 'Otra' } })
  expect((await openings()).items).toEqual(items)
})

test('door.explain: a worker may explain only their own opening, an admin any opening', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  terminal.start()
  const worker = await gym.as('gym_worker')
  const [owns, others] = [await worker.call('door.open', { body: {} }), await gym.admin.call('door.open', { body: {} })]
  await terminal.stop()
  const say = (caller: typeof worker, id: number) =>
    caller.try('door.explain', { params: { id }, body: { reason: 'Visita' } })
  const tries = [
    say(worker, owns.id),
    say(worker, others.id),
    say(await gym.as('gym_admin'), owns.id),
    say(worker, 999_999),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([200, 403, 200, 404])
  expect((await gym.admin.try('door.open', { body: { id_payment: 999_999 } })).status).not.toBe(200)
})

test('door.explain: keeps earlier reasons with the users who wrote them', async () => {
  const worker = await makeUser(gym, 'gym_worker', { name: 'Luz' })
  const luz = await logInAs(app.app, worker.username, testPassword)
  const id = await makeDoorOpening(gym, luz)
  const say = (caller: typeof luz, reason: string | null) =>
    caller.call('door.explain', { params: { id }, body: { reason } })
  expect(await say(luz, 'Entró mi primo')).toMatchObject({ reason: 'Entró mi primo', earlier: [] })
  await say(luz, 'Entró mi primo')
  await say(luz, 'Un proveedor')
  await say(gym.admin, null)
  const [opening] = (await openings()).items
  expect(opening).toMatchObject({
    reason: null,
    earlier: [
      { reason: 'Un proveedor', user: { name: 'Dueña' } },
      { reason: 'Entró mi primo', user: { id: worker.id, name: 'Luz' } },
    ],
  })
  const scope = { gym: gym.gym.id, user: null }
  for (const change of [sql`delete from door_acts`, sql`update door_acts set user_name = 'Otra'`])
    await expect(app.database.write(scope, (tx) => tx.run(change))).rejects.toThrow(/permission denied/)
})
