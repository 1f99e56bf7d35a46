// Payment methods in a sale: chosen by key, split, shown on bills and in sums; key presses are counted.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, openScreen } from './gym-steps.ts'
import { findSaleLines, openSaleDialog, waterBarcode } from './sale-dialog.ts'
import { makeStockedProduct } from './stock-steps.ts'
import { makeKeyPressCounter } from './typing-time-limits.ts'

test('payment: selling a scanned item for cash takes three keys @deep', async ({ page, product, gym, hand }) => {
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await openScreen(page, product, gym.api, '/billing')
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  const { press, expectAtMost } = makeKeyPressCounter(hand)
  const dialog = page.getByRole('dialog', { name: 'Vender producto' })
  await press('Alt+p')
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await hand.scan(waterBarcode)
  await expect(findSaleLines(page)).toHaveCount(1)
  await press('Control+Enter')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  expectAtMost(3, 'sell one scanned item for cash')
  await expect(page.getByText('Efectivo $ 25.00')).toBeVisible()

  const again = await openSaleDialog(page)
  await hand.scan(waterBarcode)
  await hand.press('Alt+2')
  await expect(again.getByRole('radio', { name: 'Tarjeta' })).toBeChecked()
  await expect(findField(again, 'Recibido')).toHaveCount(0)
  await hand.press('Alt+1')
  await hand.press('Alt+0')
  await hand.write(findField(again, 'Tarjeta'), '10')
  await hand.write(findField(again, 'Recibido'), '20')
  await expect(again.getByText('Cambio')).toContainText('$ 5.00')
  await expectNoAccessibilityFault(page, 'a divided payment')
  // The chosen payment methods survive a reload.
  await page.reload()
  await expect(findField(again, 'Tarjeta')).toHaveValue('10.00')
  await hand.press('Control+Enter')
  await expect(again).toHaveCount(0)
  await expect(page.getByText('Efectivo $ 40.00 · Tarjeta $ 10.00')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Ventas de productos' }).getByRole('row')
  // One header row and both sales.
  await expect(rows).toHaveCount(3)
  await rows.nth(1).click()
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 2' })
  await expect(bill.getByLabel('Forma de pago')).toContainText(
    'Efectivo$ 15.00Recibido$ 20.00Cambio$ 5.00Tarjeta$ 10.00',
  )
  // A void refunds by the original payment methods unless the user chooses others.
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 2' })
  await expect(voiding.getByText('Se devuelve como se pagó: Efectivo $ 15.00 · Tarjeta $ 10.00.')).toBeVisible()
  await hand.write(findField(voiding, 'Motivo'), 'Se equivocó')
  await hand.write(findField(voiding, 'Tarjeta'), '5')
  await expect(voiding.getByText('Se devuelve: Efectivo $ 20.00 · Tarjeta $ 5.00.')).toBeVisible()
  await expectNoAccessibilityFault(page, 'a void that says how it is given back')
  await hand.press('Control+Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await expect(bill.getByLabel('Forma de pago')).toContainText('Devuelto · Efectivo−$ 20.00Devuelto · Tarjeta−$ 5.00')
})

test('payment methods: a sale offers the gym’s own, in its order @deep', async ({ page, product, gym, hand }) => {
  await openScreen(page, product, gym.api, '/cash-flow')
  await page.getByRole('link', { name: 'Formas de pago' }).click()
  await page
    .getByRole('link', { name: 'Nueva forma de pago' })
    .or(page.getByRole('button', { name: 'Nueva forma de pago' }))
    .click()
  const dialog = page.getByRole('dialog')
  await hand.write(findField(dialog, 'Nombre'), 'Cheque')
  await hand.press('Control+Enter')
  await expect(page.getByText('Forma de pago creada')).toBeVisible()
  await page.getByRole('button', { name: 'Subir Cheque' }).click()
  const rows = page.getByRole('table', { name: 'Formas de pago' }).getByRole('row')
  await expect(rows.nth(3)).toContainText('Cheque')
  await page.getByRole('button', { name: 'Usar por defecto Tarjeta' }).click()
  await expect(rows.nth(2)).toContainText('Por defecto')
  await expectNoAccessibilityFault(page, 'payment kinds')
  await page.goto(`${product.address}/billing`)
  const sale = await openSaleDialog(page)
  await expect(sale.getByRole('radio', { name: 'Tarjeta' })).toBeChecked()
  await expect(sale.getByRole('radio')).toHaveCount(4)
})
