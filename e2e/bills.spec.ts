// Tests bills that are opened from lists, and the voiding of bills.
import { expect } from '@playwright/test'
import { makeUser, test } from './browser-fixtures.ts'
import { findField, findTableRows, makeClient, openApiSession, openScreen } from './gym-steps.ts'
import {
  findBillingPanel,
  makeStockedProduct,
  productSalesTitle,
  readProductQuantity,
  recordSale,
} from './stock-steps.ts'

test('void: the sale leaves the list’s sum, and the stock returns @deep', async ({ page, product, gym, hand }) => {
  const water = await makeStockedProduct(gym, 'Agua', 100, { sale_price: '50.00' })
  const jose = await makeClient(gym, 'José Núñez')
  await recordSale(gym, jose, { id_product: water.id, quantity: 1 })
  const sale = await recordSale(gym, jose, { id_product: water.id, quantity: 4 })
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  const admin = await openApiSession(product, await makeUser(gym, 'gym_admin'))
  await openScreen(page, product, worker, `/billing/bill/sale/${sale.id}`)
  await expect(page.getByRole('article')).toContainText('$ 200.00')
  await expect(page.getByRole('button', { name: 'Anular' })).toHaveCount(0)

  await page.evaluate(`localStorage.access_token = '${admin.token}'`)
  await page.reload()
  const opener = page.getByRole('button', { name: 'Anular' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 2' })
  await expect(findField(dialog, 'Motivo')).toBeFocused()
  await hand.press('Escape')
  await expect(opener).toBeFocused()
  await hand.press('Enter')
  await hand.type('Se cobró dos veces')
  await hand.press('Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  const bill = page.getByRole('article')
  for (const text of ['ANULADA', 'Anulación N.º 1', 'Motivo: Se cobró dos veces', 'Ramón Tavárez'])
    await expect(bill).toContainText(text)
  expect(await readProductQuantity(gym, water)).toBe(99)
  await page.keyboard.press('Escape')
  await expect(findTableRows(page, productSalesTitle).first()).toContainText('ANULADA')
  await expect(findBillingPanel(page, productSalesTitle).getByText('1 venta · $ 50.00 · 1 anulada')).toBeVisible()
})
