// Fixtures and page readers for the stories of Flujo de Caja.
import { expect, type Locator, type Page } from '@playwright/test'
import { type Api, type Gym, makeUser, type Product } from './product.ts'
import { makeClient, rowsOf, session } from './scenes.ts'

interface Bill {
  id: number
  number: number
}

const water = { name: 'Agua', unit_of_measure: 'botella', sale_price: '35.50' }

/** A product with its stock: bought for 10.25 each and 18 % of tax. */
export async function stock(gym: Gym, quantity: number): Promise<{ product: { id: number }; purchase: Bill }> {
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Distribuidora Caribe' })
  const product = await gym.api.call<{ id: number }>('POST', '/products/', water)
  const items = [{ id_product: product.id, quantity, unit_price: '10.25', tax: 18 }]
  return { product, purchase: await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items }) }
}

export const sell = (api: Api, product: { id: number }, client: { id: number }, quantity: number): Promise<Bill> =>
  api.call('POST', '/sales/', { id_client: client.id, items: [{ id_product: product.id, quantity, discount: 10 }] })

export const voidSale = (gym: Gym, sale: Bill) =>
  gym.api.call('POST', `/sales/${sale.id}/void`, { reason: 'Se equivocó' })

/** A worker beside the owner, a client, a plan and 100 bottles. */
export async function makeTill(product: Product, gym: Gym) {
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  const client = await makeClient(gym, 'Ana Brújula')
  return { worker, client, ...(await stock(gym, 100)) }
}

/** The rows of a list without loading placeholders. */
export const listed = (page: Page, list: string): Locator => rowsOf(page, list).filter({ hasText: '$' })

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Amount and word of a figure of the summary. */
export const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Resumen' })
    .locator('dl')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })

export const expectSums = async (page: Page, income: string, expenses: string, balance: string) => {
  await expect(figure(page, 'Ingresos')).toContainText(income)
  await expect(figure(page, 'Egresos')).toContainText(expenses)
  await expect(figure(page, 'Balance')).toContainText(balance)
}
