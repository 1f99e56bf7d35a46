// The dialog that sells products, and the notice of what was left unanswered, as the tests use them.
import { expect, type Locator, type Page } from '@playwright/test'
import { Hand } from './hand.ts'
import { choice } from './scenes.ts'

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Vender producto' })
export const linesOf = (page: Page): Locator =>
  dialogOf(page).getByRole('list', { name: 'Productos de la factura' }).getByRole('listitem')
export const notices = (page: Page): Locator => page.getByRole('status', { name: 'Operaciones sin respuesta' })

/** Opens the dialog; the anonymous client stands in it already. */
export async function beginSale(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Vender producto' }).click()
  await expect(choice(dialogOf(page), 'Cliente')).toHaveValue('Cliente Anónimo')
  await expect(choice(dialogOf(page), 'Producto')).toBeFocused()
  return dialogOf(page)
}

/** As a reader does it: faster than a hand, and Enter at the end. */
export const scan = (page: Page, code: string): Promise<void> => new Hand(page).scan(code)
