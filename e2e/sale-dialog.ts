// The dialog that sells products, and the notice of what was left unanswered, as the tests use them.
import { expect, type Locator, type Page } from '@playwright/test'
import { choice } from './scenes.ts'

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Vender producto' })
export const linesOf = (page: Page): Locator =>
  dialogOf(page).getByRole('list', { name: 'Productos de la factura' }).getByRole('listitem')
export const notices = (page: Page): Locator => page.getByRole('status', { name: 'Operaciones sin respuesta' })

/** Opens the dialog and picks the anonymous client, who is the first that is offered. */
export async function beginSale(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Vender producto' }).click()
  await expect(page.getByRole('option', { name: /Cliente Anónimo/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(choice(dialogOf(page), 'Producto')).toBeFocused()
  return dialogOf(page)
}

/** As a scanner does it: faster than a hand, and Enter at the end. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
