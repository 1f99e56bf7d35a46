// What stories of the stockroom begin with, and how they look at it.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import type { Gym } from './product.ts'
import type { List } from './scenes.ts'

interface StoredProduct {
  id: number
  name: string
  quantity: number
  sale_price: string | null
  last_purchase_price: string | null
  image_url: string | null
}

interface StoredPurchase {
  id: number
  number: number
  amount_total: string
  voided: object | null
}

export const makeProduct = (gym: Gym, name: string, more: object = {}): Promise<StoredProduct> =>
  gym.api.call('POST', '/products/', { name, unit_of_measure: 'botella', sale_price: '50', ...more })

export const makeSupplier = (gym: Gym, name: string, more: object = {}): Promise<{ id: number }> =>
  gym.api.call('POST', '/suppliers/', { name, ...more })

export const buy = (
  gym: Gym,
  supplier: { id: number },
  product: { id: number },
  quantity = 1,
): Promise<StoredPurchase> =>
  gym.api.call('POST', '/purchase/', {
    id_supplier: supplier.id,
    items: [{ id_product: product.id, quantity, unit_price: '30.00', tax: 18 }],
  })

export const productsOf = async ({ api }: Gym): Promise<StoredProduct[]> =>
  (await api.call<List<StoredProduct>>('GET', '/products/?size_page=1000')).items

export const purchasesOf = async (gym: Gym): Promise<StoredPurchase[]> =>
  (await gym.api.call<{ purchaseInvoices: StoredPurchase[] }>('GET', '/purchase/')).purchaseInvoices

export const cardsOf = (page: Page): Locator => page.getByRole('list', { name: 'Productos' }).getByRole('listitem')
export const cardOf = (page: Page, name: string): Locator => cardsOf(page).filter({ hasText: name })
export const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click()

/** Saves what a press downloads, and reads its sheet. */
export async function excelOf(page: Page, list: string) {
  const download = page.waitForEvent('download')
  await press(page, `Excel ${list}`)
  const file = await download
  expect(file.suggestedFilename()).toBe(`${list}.xlsx`)
  const [sheet, ...others] = await readExcel(await readFile(await file.path()))
  expect(others).toEqual([])
  expect(sheet?.sheet).toBe('Hoja1')
  return sheet?.data ?? []
}
