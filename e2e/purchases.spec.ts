// Purchases that add to the stock, and their suppliers.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, findTableRows, openScreen } from './gym-steps.ts'
import {
  findProductCard,
  findProductCards,
  listProducts,
  makeProduct,
  makeSupplier,
  recordPurchase,
} from './stock-steps.ts'

test('purchase: entered by keyboard, updates stock and last prices @deep', async ({ page, product, gym, hand }) => {
  for (const name of ['Distribuidora Corripio', 'Induveca Norte', 'Mercasid', 'Ventas del Este'])
    await makeSupplier(gym, name)
  await makeProduct(gym, 'Agua')
  await makeProduct(gym, 'Proteína', { code: '7501055300013' })
  const suppliers = page.waitForResponse('**/v1/suppliers/')
  await openScreen(page, product, gym.api, '/inventory')
  await expect(findProductCards(page)).toHaveCount(2)
  await suppliers
  await page.keyboard.press('Alt+c')
  const dialog = page.getByRole('dialog', { name: 'Agregar Factura de compra' })
  await expect(findCombobox(dialog, 'Proveedor')).toBeFocused()
  await hand.type('r')
  // Options are sorted as by the server, and the first is marked.
  await expect(page.getByRole('option')).toHaveText(['Distribuidora Corripio', 'Induveca Norte', 'Mercasid'])
  await expect(page.getByRole('option', { selected: true })).toHaveText('Distribuidora Corripio')
  await expectNoAccessibilityFault(page, 'purchase with suppliers')
  await page.keyboard.press('Enter')
  await expect(findCombobox(dialog, 'Proveedor')).toHaveValue('Distribuidora Corripio')
  // Enter moves from the supplier to the lines; the first product is found by name, the second by code.
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await hand.type('agu')
  await expect(page.getByRole('option', { name: /Agua/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(findField(dialog, 'Cantidad de Agua')).toBeFocused()
  await hand.write(findField(dialog, 'Cantidad de Agua'), '24')
  await page.keyboard.press('Enter')
  await expect(findField(dialog, 'Precio de Agua')).toBeFocused()
  await hand.write(findField(dialog, 'Precio de Agua'), '12.5')
  await page.keyboard.press('Enter')
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await hand.scan('7501055300013')
  await expect(findField(dialog, 'Precio de Proteína')).toBeVisible()
  await hand.write(findField(dialog, 'Precio de Proteína'), '2800')
  await dialog.getByRole('button', { name: /Descuento e impuesto de Agua/ }).press('Enter')
  await hand.write(findField(dialog, 'Descuento'), '10')
  await hand.write(findField(dialog, 'Impuesto'), '18')
  // 24 × 12.50 = 300.00, less 10 % = 270.00, plus tax 54.00, plus the other line's 2,800.00.
  await expect(dialog.getByText('$ 3,124.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Registrar compra' }).press('Enter')
  await expect(page.getByText('Factura de compra creada con éxito')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await gym.api.call('GET', '/purchase/')).toMatchObject({ purchaseInvoices: [{ amount_total: '3124.00' }] })
  expect(await listProducts(gym)).toMatchObject([
    { name: 'Agua', quantity: 24, last_purchase_price: '12.50' },
    { name: 'Proteína', quantity: 1, last_purchase_price: '2800.00' },
  ])
  await expect(findProductCard(page, 'Agua')).toContainText('24')
})

test('purchase list: shows voided purchases, and opens a bill by its link @deep', async ({ page, product, gym }) => {
  const [corripio, induveca] = [await makeSupplier(gym, 'Corripio'), await makeSupplier(gym, 'Induveca')]
  const water = await makeProduct(gym, 'Agua')
  await recordPurchase(gym, corripio, water, 2)
  const wrong = await recordPurchase(gym, induveca, water, 3)
  await gym.api.call('POST', `/purchase/${wrong.id}/void`, { reason: 'Cantidad equivocada' })
  await openScreen(page, product, gym.api, '/inventory?tab=suppliers')
  const rows = findTableRows(page, 'Compras de productos')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('ANULADA')
  await expect(rows.last()).not.toContainText('ANULADA')
  await expect(page.getByText('1 compra · $ 70.80 · 1 anulada')).toBeVisible()
  await rows.first().getByRole('link').press('Enter')
  const bill = page.getByRole('dialog')
  await expect(bill.getByText('ANULADA').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/inventory/bill/purchase/${wrong.id}`))
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)
  await expect(rows.first().getByRole('link')).toBeFocused()
})
