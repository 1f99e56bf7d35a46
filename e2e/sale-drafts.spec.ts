// Parked sales, and sales open in several tabs: no tab takes over the sale of another tab.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'
import { beginWaterSale, findSaleDialog, findSaleLines, openSaleDialog, waterBarcode } from './sale-dialog.ts'
import { listSales, makeStockedProduct } from './stock-steps.ts'

const waiting = (page: Page) => page.getByRole('button', { name: /Ventas en espera/ })

const draftCount = `Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length`

/** Duplicates the tab as the browser's 'Duplicar' does: the new tab gets a copy of the session storage. */
async function duplicate(page: Page): Promise<Page> {
  const [copy] = await Promise.all([page.waitForEvent('popup'), page.evaluate('void window.open(location.href)')])
  return copy
}

test('drafts: a duplicated tab starts a new one and deletes no other @deep', async ({ page, product, gym, hand }) => {
  const { dialog } = await beginWaterSale(page, product, gym)
  const copy = await duplicate(page)
  await expect(findSaleDialog(copy)).toBeVisible()
  await expect(findSaleDialog(copy).getByText('Todavía no hay productos')).toBeVisible()
  await copy.keyboard.press('Escape')
  await expect(findSaleDialog(copy)).toHaveCount(0)
  await waiting(copy).click()
  const list = copy.getByRole('list', { name: 'Ventas en espera' })
  await expect(list.getByText('Agua')).toBeVisible()
  await expectNoAccessibilityFault(copy, 'sales that wait')
  // Another tab deletes the draft without an event: the tab that edits it stores it again.
  await copy.evaluate(
    `for (const name of Object.keys(localStorage)) if (name.startsWith('draft:')) localStorage.removeItem(name)`,
  )
  await expect.poll(() => copy.evaluate(draftCount)).toBe(1)
  await expect(findSaleLines(page)).toHaveCount(1)
  await expect(list.getByText('Agua')).toBeVisible()
  await hand.scan(waterBarcode)
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('2')
  await page.reload()
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('2')

  await list.getByRole('button', { name: /Retomar/ }).click()
  await expect(findField(findSaleDialog(copy), 'Cantidad de Agua')).toHaveValue('2')
  await expect(page.getByText('Esta venta se abrió en otra pestaña.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await copy.keyboard.press('Control+Enter')
  await expect(findSaleDialog(copy)).toHaveCount(0)
  expect(await listSales(gym)).toMatchObject([{ amount_total: '50.00' }])
  await expect(waiting(page)).toHaveCount(0)
})

test('draft of a sale: a button parks or discards it, another resumes it', async ({ page, product, gym, hand }) => {
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await openScreen(page, product, gym.api, '/billing')
  const dialog = await openSaleDialog(page)
  // An empty draft is not parked when the dialog is cancelled.
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)
  await openSaleDialog(page)
  await hand.write(findField(dialog, 'Recibido'), '100')
  // A draft without a product cannot be parked, so closing asks for confirmation.
  await hand.back()
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(findField(dialog, 'Recibido')).toHaveValue('100')
  await hand.scan(waterBarcode)
  await expect(dialog.getByText('Cambio')).toContainText('$ 75.00')
  await dialog.getByRole('button', { name: 'Dejar en espera' }).click()
  await expect(dialog).toHaveCount(0)
  await waiting(page).click()
  await page.getByRole('button', { name: 'Retomar la de Cliente Anónimo' }).click()
  await expect(findField(dialog, 'Cantidad de Agua')).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Descartar venta' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Venta descartada')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(waiting(page)).toHaveText('Ventas en espera (1)')
  await waiting(page).click()
  await page.getByRole('button', { name: 'Descartar la de Cliente Anónimo' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(waiting(page)).toHaveText('Ventas en espera (1)')
  expect(await listSales(gym)).toEqual([])
})
