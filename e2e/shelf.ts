// Products on the shelf, and what was sold of them.
import type { Gym } from './product.ts'
import type { List } from './scenes.ts'

interface StoredProduct {
  id: number
  name: string
  quantity: number
}

interface StoredSale {
  id: number
  number: number
  amount_total: string
  client: { name: string }
  sales_bill_items: { product_name: string; quantity: number; discount: number; tax: number }[]
}

/** A product that was bought: `quantity` pieces of it. */
export async function stock(gym: Gym, name: string, quantity: number, more: object = {}): Promise<StoredProduct> {
  const product = await gym.api.call<StoredProduct>('POST', '/products/', {
    name,
    unit_of_measure: 'unidad',
    sale_price: '25.00',
    ...more,
  })
  if (quantity === 0) return product
  const { id } = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Corripio' })
  const items = [{ id_product: product.id, quantity, unit_price: '10.00' }]
  await gym.api.call('POST', '/purchase/', { id_supplier: id, items })
  return { ...product, quantity }
}

export const quantityOf = async (gym: Gym, { id }: { id: number }): Promise<number> =>
  (await gym.api.call<StoredProduct>('GET', `/products/${id}`)).quantity

export const salesOf = async (gym: Gym): Promise<StoredSale[]> =>
  (await gym.api.call<{ salesInvoices: StoredSale[] }>('GET', '/sales/?size_page=100')).salesInvoices

export const paymentsOf = async (gym: Gym): Promise<{ client: { name: string } }[]> =>
  (await gym.api.call<List<{ client: { name: string } }>>('GET', '/membership_payments/?size_page=100')).items
