// Ids and numbers that no 32 bits hold. All tests' rows have such ids (global-setup.ts); here their way through a day.
import { expect, test } from 'vitest'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makePayment, makeProduct, makeSale } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const beyond = 2 ** 31
const app = await openTestApp()
const gym = await makeGym(app)
await asOwner(app, (owner) =>
  owner.query(
    `insert into document_numbers (gym_id, kind, last) select $1, kind, $2 from unnest('{sale,purchase,payment,void}'::text[]) kind`,
    [gym.gym.id, beyond],
  ),
)

test('a day with ids and numbers beyond 32 bits: client, sale, void, pass, bill, history', async () => {
  const { admin } = gym
  const client = await makeClient(gym)
  const payment = await makePayment(gym, { id_client: client.id })
  const product = await makeProduct(gym, { stock: 5 })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  await admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  await admin.call('attendances.create', { body: { id_client: client.id } })
  for (const { id } of [client, payment, product, sale]) expect(id).toBeGreaterThan(beyond)
  const numbers = [
    (await admin.call('sales.read', { params: { id: sale.id } })).number,
    (await admin.call('payments.list')).items[0]?.number,
    (await admin.call('voids.list')).items[0]?.number,
  ]
  expect(numbers).toEqual([beyond + 1, beyond + 1, beyond + 1])
  const [admins] = await admin.call('users.list')
  const query = { entity: 'clients', id: client.id, user: admins?.id ?? 0 }
  expect((await admin.call('history.list', { query })).items).toMatchObject([{ entity_id: client.id }])
  expect((await admin.call('attendances.list', { query: { client_id: client.id } })).items).toHaveLength(1)
})
