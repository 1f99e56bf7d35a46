// What stories of the till begin with: products in stock, sales, and Facturación's lists.
import type { Page } from '@playwright/test'
import type { Gym } from './product.ts'

interface StoredSale {
  id: number
  number: number
  amount_total: string
}

/** A product of which there are 100. */
export async function stock(gym: Gym, name: string, price: string): Promise<{ id: number }> {
  const made = await gym.api.call<{ id: number }>('POST', '/products/', {
    name,
    unit_of_measure: 'unidad',
    sale_price: price,
  })
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Distribuidora Cibao' })
  const items = [{ id_product: made.id, quantity: 100, unit_price: '10.00' }]
  await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items })
  return made
}

export const sell = (gym: Gym, client: { id: number }, ...items: object[]): Promise<StoredSale> =>
  gym.api.call('POST', '/sales/', { id_client: client.id, items })

export const quantityOf = async (gym: Gym, product: { id: number }): Promise<number> =>
  (await gym.api.call<{ quantity: number }>('GET', `/products/${product.id}`)).quantity

export const productSales = 'Ventas de productos'
export const membershipSales = 'Ventas de membresías'

/** One of the two lists with its filter, buttons and sum. */
export const panel = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
