// A document is voided only once, and everything that depends on it changes with it.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
  readAnonymousClient,
  type TestGym,
} from '../../testing/factories.ts'
import { readStock } from '../../testing/front-desk.ts'
import { makeRegisteredTerminal, waitUntilInSync } from '../../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let gym: TestGym
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  app.clock.set('2026-06-15T16:00:00Z')
  gym = await makeGym(app)
})

const body = { reason: 'Devolución' }

test('sales.void: creates a void with number, reason and user name, and returns the stock', async () => {
  const product = await makeProduct(gym, { stock: 10, sale_price: '25.00' })
  const sale = await makeSale(gym, [
    { id_product: product.id, quantity: 3 },
    { id_product: product.id, quantity: 1 },
  ])
  const manager = await gym.as('gym_admin')
  app.clock.set('2026-06-16T10:00:00Z')
  const voided = await manager.call('sales.void', { params: { id: sale.id }, body: { reason: ' Devolución ' } })
  expect(voided).toEqual({
    ...sale,
    voided: {
      number: 1,
      at: '2026-06-16T10:00:00.000Z',
      reason: 'Devolución',
      user: { id: expect.any(Number), name: 'Empleado' },
    },
  })
  const read = await gym.admin.try('sales.read', { params: { id: sale.id } })
  expect([read.answer, read.headers.etag]).toEqual([voided, '"2"'])
  expect(await readStock(gym, product.id)).toBe(10)
  const again = await manager.try('sales.void', { params: { id: sale.id }, body })
  expect([again.status, JSON.parse(again.text)]).toEqual([409, { detail: 'El documento ya fue anulado.' }])
  expect((await makeSale(gym, [{ id_product: product.id, quantity: 1 }])).number).toBe(2)
})

test('sales.void: goods that are not put back on the shelf are booked as a loss', async () => {
  const [water, gloves] = [await makeProduct(gym, { stock: 10 }), await makeProduct(gym, { stock: 4 })]
  const sale = await makeSale(gym, [
    { id_product: water.id, quantity: 3 },
    { id_product: gloves.id, quantity: 1 },
    { id_product: water.id, quantity: 1 },
  ])
  const params = { id: sale.id }
  await gym.admin.call('sales.void', { params, body: { reason: 'Roto', restock: false } })
  expect([await readStock(gym, water.id), await readStock(gym, gloves.id)]).toEqual([6, 3])
  const { items } = await gym.admin.call('movements.list', { query: { id_product: water.id } })
  const reason = `Anulación de la venta N.º ${sale.number}: Roto`
  expect(items.slice(0, 2)).toMatchObject([{ kind: 'loss', quantity: -4, note: reason }, { kind: 'sale-void' }])
})

test('sales.void: of sixteen concurrent calls one succeeds, and its repeat gets the same answer', async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 5 }])
  const params = { id: sale.id }
  const replies = await Promise.all(Array.from({ length: 16 }, () => gym.admin.try('sales.void', { params, body })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)])
  expect(await readStock(gym, product.id)).toBe(5)
  const second = await makeSale(gym, [{ id_product: product.id, quantity: 5 }])
  const headers = { 'idempotency-key': randomUUID() }
  const repeat = () => gym.admin.try('sales.void', { params: { id: second.id }, body, headers })
  const [one, other] = [await repeat(), await repeat()]
  expect([one.status, other.status, other.text]).toEqual([200, 200, one.text])
})

test('payments.void: ends the membership and its sums, and closes the door to the member', async () => {
  const { port } = await app.listen()
  const { terminal } = await makeRegisteredTerminal(gym, port)
  const client = await makeClient(gym)
  const plan = await makePlan(gym, { price: '1000.00' })
  const pay = () => makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date: '2026-06-15' })
  const verify = () => terminal.users.get(String(client.id_zkteco))?.verify
  const shown = async () =>
    (await gym.admin.call('clients.read', { params: { id_client: client.id } })).membership?.payment_date ?? null
  const first = await pay()
  await waitUntilInSync(terminal)
  expect(verify()).toBe(0)
  const voided = await gym.admin.call('payments.void', { params: { id: first.id }, body })
  expect(voided).toEqual({
    ...first,
    voided: { number: 1, at: expect.any(String), reason: 'Devolución', user: first.user },
  })
  await waitUntilInSync(terminal)
  expect([verify(), await shown()]).toEqual([3, null])
  const second = await pay()
  await waitUntilInSync(terminal)
  expect(verify()).toBe(0)
  const list = await gym.admin.call('payments.list')
  expect([list.items.map(({ id, voided }) => [id, voided !== null]), list.amount_sum]).toEqual([
    [
      [second.id, false],
      [first.id, true],
    ],
    '1000.00',
  ])
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')
  const anonymous = (await readAnonymousClient(gym)).id
  const pass = await makePayment(gym, { id_client: anonymous, id_membership: daily?.id ?? 0, start_date: '2026-06-15' })
  expect((await gym.admin.try('payments.void', { params: { id: pass.id }, body })).status).toBe(200)
})
