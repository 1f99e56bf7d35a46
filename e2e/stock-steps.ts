// Test data of products (stock, purchases, sales), and helpers that find elements on their pages.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import type { BrowserTestGym } from './browser-fixtures.ts'
import type { ListAnswer } from './gym-steps.ts'

interface StoredProduct {
  id: number
  name: string
  quantity: number
  sale_price: string | null
  last_purchase_price: string | null
  image_url: string | null
}

interface StoredSale {
  id: number
  number: number
  amount_total: string
  client: { name: string }
  sales_bill_items: { product_name: string; quantity: number; discount: number; tax: number }[]
}

export const makeProduct = (gym: BrowserTestGym, name: string, more: object = {}): Promise<StoredProduct> =>
  gym.api.call('POST', '/products/', { name, unit_of_measure: 'botella', sale_price: '50', ...more })

export const makeSupplier = (gym: BrowserTestGym, name: string, more: object = {}): Promise<{ id: number }> =>
  gym.api.call('POST', '/suppliers/', { name, ...more })

export const recordPurchase = (
  gym: BrowserTestGym,
  supplier: { id: number },
  product: { id: number },
  quantity = 1,
): Promise<{ id: number }> =>
  gym.api.call('POST', '/purchase/', {
    id_supplier: supplier.id,
    items: [{ id_product: product.id, quantity, unit_price: '30.00', tax: 18 }],
  })

/** Creates a product with a stock of `quantity`, sold at 25.00. */
export async function makeStockedProduct(
  gym: BrowserTestGym,
  name: string,
  quantity: number,
  more: object = {},
): Promise<StoredProduct> {
  const product = await makeProduct(gym, name, { sale_price: '25.00', ...more })
  if (quantity > 0) await recordPurchase(gym, await makeSupplier(gym, 'Corripio'), product, quantity)
  return { ...product, quantity }
}

export const recordSale = (gym: BrowserTestGym, client: { id: number }, ...items: object[]): Promise<StoredSale> =>
  gym.api.call('POST', '/sales/', { id_client: client.id, items })

export const listProducts = async ({ api }: BrowserTestGym): Promise<StoredProduct[]> =>
  (await api.call<ListAnswer<StoredProduct>>('GET', '/products/?size_page=1000')).items

export const readProductQuantity = async (gym: BrowserTestGym, { id }: { id: number }): Promise<number> =>
  (await gym.api.call<StoredProduct>('GET', `/products/${id}`)).quantity

export const listSales = async (gym: BrowserTestGym): Promise<StoredSale[]> =>
  (await gym.api.call<{ salesInvoices: StoredSale[] }>('GET', '/sales/?size_page=100')).salesInvoices

export const listPayments = async (gym: BrowserTestGym): Promise<{ id: number; client: { name: string } }[]> =>
  (
    await gym.api.call<ListAnswer<{ id: number; client: { name: string } }>>(
      'GET',
      '/membership_payments/?size_page=100',
    )
  ).items

export const findProductCards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Productos' }).getByRole('listitem')
export const findProductCard = (page: Page, name: string): Locator => findProductCards(page).filter({ hasText: name })
export const pressButton = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click()

export const productSalesTitle = 'Ventas de productos'

/** Finds one of the lists of the billing screen, with filter, buttons and sum. */
export const findBillingPanel = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Downloads a list as Excel and returns the rows of its sheet. */
export async function downloadExcel(page: Page, list: string, name = list) {
  const download = page.waitForEvent('download')
  await pressButton(page, `Excel ${list}`)
  const file = await download
  expect(file.suggestedFilename()).toBe(`${name}.xlsx`)
  const [sheet, ...others] = await readExcel(await readFile(await file.path()))
  expect(others).toEqual([])
  expect(sheet?.sheet).toBe('Hoja1')
  return sheet?.data ?? []
}
