import { expect, test } from 'vitest'
import { makeDebt, makeGym, makeProduct } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

test('debts of documents: lists open ones of the own gym', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const { client, id } = await makeDebt(gym)
  const product = await makeProduct(gym, { sale_price: '40.00', stock: 9 })
  const sell = async (owed?: number) => {
    const items = [{ id_product: product.id, quantity: 2 }]
    const body = { id_client: client.id, items, ...(owed && { owed, paid: undefined }) }
    return (await gym.admin.call('sales.create', { body })).id
  }
  const [whole, owing] = [await sell(), await sell(80)]
  const owedOf = (document: 'sale' | 'payment', from = gym) =>
    from.admin.call('debts.of-documents', {
      params: { document },
      query: { ids: [whole, owing, id, id + 999].join(',') },
    })
  expect(await owedOf('payment')).toContainEqual({ id, owed: '100.00' })
  expect(await owedOf('sale')).toEqual([{ id: owing, owed: '80.00' }])
  expect([await owedOf('sale', other), await owedOf('payment', other)]).toEqual([[], []])
  // The oldest first: all of the membership, and a part of the sale.
  await gym.admin.call('debts.collect', { params: { id_client: client.id }, body: { amount: 130 } })
  expect(await owedOf('payment')).toEqual([])
  expect(await owedOf('sale')).toEqual([{ id: owing, owed: '50.00' }])
})
