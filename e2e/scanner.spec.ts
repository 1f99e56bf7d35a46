// A barcode scanner while another field has focus: the code adds a product and is never typed text or an answer.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, makeClient, openScreen } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'
import { beginWaterSale, findSaleDialog, findSaleLines, waterBarcode } from './sale-dialog.ts'
import { listSales, makeStockedProduct } from './stock-steps.ts'

test.use({ address: 'lan' })

test('scanner: a code scanned into any field adds its product @deep', async ({ page, product, gym, hand }) => {
  await makeClient(gym, 'Ana Brújula')
  await makeStockedProduct(gym, 'Agua', 50, { code: waterBarcode })
  await makeStockedProduct(gym, 'Gel', 50, { code: '555666' })
  await openScreen(page, product, gym.api, '/billing')
  // If no sale is open, the code opens one, whichever field has the focus.
  await hand.write(findField(page.getByRole('group', { name: 'Ventas de productos' }), 'Nombre del cliente'), 'ana')
  await hand.type('b', { pace: 600 })
  await hand.scan('999888')
  await expect(page.getByText('Ningún producto con el código 999888')).toBeVisible()
  await expect(findSaleDialog(page)).toHaveCount(0)
  const dialog = findSaleDialog(page)
  const quantity = findField(dialog, 'Cantidad de Agua')
  await hand.scan(waterBarcode)
  await expect(quantity).toHaveValue('1')
  await quantity.click()
  await hand.scan(waterBarcode)
  await expect(quantity).toHaveValue('2')
  await hand.scan('555666', 'Tab')
  await expect(findField(dialog, 'Cantidad de Gel')).toHaveValue('1')
  await expect(quantity).toHaveValue('2')
  await expect(quantity).toBeFocused()

  await hand.write(findCombobox(dialog, 'Cliente'), 'bruj')
  await page.getByRole('option', { name: /Ana Brújula/ }).click()
  await findCombobox(dialog, 'Cliente').click()
  await hand.scan(waterBarcode)
  await expect(quantity).toHaveValue('3')
  await expect(findCombobox(dialog, 'Cliente')).toHaveValue('Ana Brújula')
  await dialog.getByRole('button', { name: /Descuento e impuesto de Agua/ }).click()
  await hand.write(findField(dialog, 'Descuento'), '10')
  await hand.scan(waterBarcode)
  await expect(findField(dialog, 'Descuento')).toHaveValue(/^10/)
  await expect(quantity).toHaveValue('4')
  await dialog.getByRole('button', { name: 'Dejar en espera' }).focus()
  await hand.scan(waterBarcode)
  await expect(quantity).toHaveValue('5')

  await hand.scan('888999')
  await expect(page.getByText('Ningún producto con el código 888999')).toBeVisible()
  await expect(findSaleLines(page)).toHaveCount(2)

  await hand.press('Control+Enter')
  await expect(findSaleDialog(page)).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Ventas de productos' }).getByLabel('Nombre del cliente')).toHaveValue(
    'anab',
  )
  // Five bottles at 25.00 less 10 %, and a gel at 25.00.
  expect(await listSales(gym)).toMatchObject([{ amount_total: '137.50', client: { name: 'Ana Brújula' } }])
})

test('scanner: submitting waits until a scanned code is looked up @deep', async ({ page, product, gym, hand }) => {
  // The product is created elsewhere during the sale; without change events this page does not know it.
  await page.route(/notifications\/sse/, (route) => route.abort())
  const { dialog } = await beginWaterSale(page, product, gym)
  const come = await holdRequest(page, /products\/\?.*product_name=555666/)
  const asked = page.waitForRequest(/products\/\?.*product_name=555666/)
  await hand.scan('555666')
  await asked
  await makeStockedProduct(gym, 'Gel', 9, { code: '555666' })
  // Started before the key press, because the notice closes by itself.
  const told = expect(page.getByText('Todavía se busca un código')).toBeVisible()
  await hand.press('Control+Enter')
  await told
  come()
  await expect(findField(dialog, 'Cantidad de Gel')).toHaveValue('1')
  await hand.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await listSales(gym)).toMatchObject([{ amount_total: '50.00' }])
})
