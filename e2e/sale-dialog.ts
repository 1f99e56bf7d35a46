// Helpers for the sale dialog and the notice of unanswered calls.
import { expect, type Locator, type Page } from '@playwright/test'
import type { AppServer, BrowserTestGym } from './browser-fixtures.ts'
import { findCombobox, openScreen } from './gym-steps.ts'
import { SimulatedUser } from './simulated-user.ts'
import { makeStockedProduct } from './stock-steps.ts'

export const waterBarcode = '7501031311309'

export const findSaleDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Vender producto' })
export const findSaleLines = (page: Page): Locator =>
  findSaleDialog(page).getByRole('list', { name: 'Líneas de la factura' }).getByRole('listitem')
export const findPendingCallNotices = (page: Page): Locator =>
  page.getByRole('status', { name: 'Operaciones sin respuesta' })

/** Opens the sale dialog, in which the anonymous client is preselected. */
export async function openSaleDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Vender producto' }).click()
  await expect(findCombobox(findSaleDialog(page), 'Cliente')).toHaveValue('Cliente Anónimo')
  await expect(findCombobox(findSaleDialog(page), 'Producto')).toBeFocused()
  return findSaleDialog(page)
}

/** Opens a sale with one scanned bottle of water. */
export async function beginWaterSale(page: Page, product: AppServer, gym: BrowserTestGym, quantity = 9) {
  const water = await makeStockedProduct(gym, 'Agua', quantity, { code: waterBarcode })
  await openScreen(page, product, gym.api, '/billing')
  const dialog = await openSaleDialog(page)
  await scanCode(page, waterBarcode)
  await expect(findSaleLines(page)).toHaveCount(1)
  return { water, dialog, sell: dialog.getByRole('button', { name: 'Vender', exact: true }) }
}

/** Types the code like a barcode scanner: faster than a person, with Enter at the end. */
export const scanCode = (page: Page, code: string): Promise<void> => new SimulatedUser(page).scan(code)
