// Money of collections that went back with the documents that they paid.
import { expect, test } from 'vitest'
import { makeClient, makeGym, makePlan, makeProduct } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

test('collections list: what went back with voided documents is marked and left out of the sum', async () => {
  const gym = await makeGym(app)
  await gym.admin.call('debts.set-rules', { body: { is_on: true } })
  const [client, plan, product] = [
    await makeClient(gym),
    await makePlan(gym, { price: '100.00' }),
    await makeProduct(gym, { sale_price: '50.00', stock: 9 }),
  ]
  const payment = await gym.admin.call('payments.create', {
    body: { id_client: client.id, id_membership: plan.id, start_date: '2026-12-01', owed: 100 },
    headers: headers(),
  })
  const sale = await gym.admin.call('sales.create', {
    body: { id_client: client.id, items: [{ id_product: product.id, quantity: 1 }], owed: 50 },
    headers: headers(),
  })
  const collect = (amount: number) =>
    gym.admin.call('debts.collect', { params: { id_client: client.id }, body: { amount }, headers: headers() })
  await collect(60)
  await collect(90)
  const list = async () => {
    const { items, ...sums } = await gym.admin.call('collections.list')
    return [items.map(({ amount, returned }) => `${amount} ${returned}`), sums.total, sums.amount_sum]
  }
  expect(await list()).toEqual([['90.00 0.00', '60.00 0.00'], 2, '150.00'])
  await gym.admin.call('payments.void', { params: { id: payment.id }, body: { reason: 'x' } })
  expect(await list()).toEqual([['90.00 40.00', '60.00 60.00'], 2, '50.00'])
  await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  expect(await list()).toEqual([['90.00 90.00', '60.00 60.00'], 2, '0.00'])
})
