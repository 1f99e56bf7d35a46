// Printed names, numbers and dates of documents stay.
import { expect, test } from 'vitest'
import { asOwner } from '../../testing/digest.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makePurchase,
  makeSale,
  makeSupplier,
} from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { idOf } from '../../testing/world.ts'

const app = await openTestApp({ SESSION_HOURS: '8760' })
const gym = await makeGym(app)

test('documents: keep names of client, supplier and seller after renaming', async () => {
  const [client, supplier, product] = [
    await makeClient(gym, { name: 'Ana Mota' }),
    await makeSupplier(gym, { name: 'Bebidas' }),
    await makeProduct(gym, { stock: 5 }),
  ]
  const purchase = await makePurchase(gym, [{ id_product: product.id, quantity: 1, unit_price: 1 }], supplier.id)
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  const payment = await makePayment(gym, { id_client: client.id })
  const { user } = sale
  const voided = await gym.admin.call('sales.void', { params: { id: sale.id }, body: { reason: 'x' } })
  await gym.admin.call('clients.update', { params: { id_client: client.id }, body: { name: 'Otra' } })
  await gym.admin.call('suppliers.update', { params: { id_supplier: supplier.id }, body: { name: 'Otro' } })
  await gym.admin.call('users.update', { params: { id_user: idOf(gym.admin) }, body: { name: 'Otra dueña' } })
  const at = (id: number) => ({ params: { id } })
  expect(await gym.admin.call('sales.read', at(sale.id))).toEqual(voided)
  expect(voided).toMatchObject({ client: { name: 'Ana Mota' }, user, voided: { user } })
  expect(await gym.admin.call('purchases.read', at(purchase.id))).toEqual(purchase)
  expect(await gym.admin.call('payments.read', at(payment.id))).toEqual(payment)
  expect((await gym.admin.call('payments.list')).items).toContainEqual(payment)
  expect((await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)).client.name).toBe('Otra')
})

test('documents: given numbers, dates and names are kept', async () => {
  const { id } = await makeClient(gym, { name: 'Nombre de hoy' })
  const given = {
    number: 900_001,
    created_at: '2020-01-02T10:00:00Z',
    party_name: 'Nombre de entonces',
    user_name: 'Otra',
  }
  const rows = await asOwner(
    app,
    async (owner) =>
      (
        await owner.query(
          `insert into sales (gym_id, id_client, id_user, amount_total, number, created_at, party_name, user_name)
           values ($1, $2, $3, 1, $4, $5, $6, $7) returning number, party_name, user_name`,
          [gym.gym.id, id, idOf(gym.admin), ...Object.values(given)],
        )
      ).rows,
  )
  expect(rows).toEqual([{ number: 900_001, party_name: given.party_name, user_name: given.user_name }])
})

test('payments are numbered per gym without gaps, sixteen at once too', async () => {
  const [one, other] = [await makeGym(app), await makeGym(app)]
  const [plan, client] = [await makePlan(one), await makeClient(one)]
  const sell = (id_membership: number) =>
    one.admin.try('payments.create', {
      body: { id_client: client.id, id_membership, start_date: '2026-03-01', overlap: true },
    })
  await Promise.all(Array.from({ length: 16 }, (_, at) => sell(at % 4 === 0 ? 999_999 : plan.id)))
  const { items } = await one.admin.call('payments.list', { query: { size_page: 100 } })
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => 12 - at))
  expect((await makePayment(other)).number).toBe(1)
})

test('documents: dates and numbers rise together although a clock goes back', async () => {
  // A year that is still to come, with a session of its last evening.
  const year = new Date(Date.now() + 2 * 86_400_000).getUTCFullYear() + 1
  app.clock.set(`${year - 1}-12-31T23:00:00Z`)
  const own = await makeGym(app)
  const product = await makeProduct(own, { stock: 50 })
  const client = await makeClient(own)
  const sell = async (at: string) => {
    app.clock.set(at)
    return makeSale(own, [{ id_product: product.id, quantity: 1 }], client.id)
  }
  const midnight = `${year}-01-01T04:00:00.000Z`
  const before = `${year}-01-01T03:59:59.500Z`
  const made = [
    await sell(before),
    await sell(`${year}-01-01T03:59:58.000Z`),
    await sell(midnight),
    await sell(midnight),
  ]
  expect(made.map(({ number, created_at }) => [number, created_at])).toEqual([
    [1, before],
    [2, before],
    [3, midnight],
    [4, midnight],
  ])
  const { salesInvoices } = await own.admin.call('sales.list')
  expect(salesInvoices.map(({ number }) => number)).toEqual([4, 3, 2, 1])
  expect(salesInvoices).toEqual(made.reverse())
})
