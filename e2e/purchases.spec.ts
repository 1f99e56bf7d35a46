// Purchases for stock, and their suppliers.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { test } from './product.ts'
import { choice, enter, field, gymDay, rowsOf, written } from './scenes.ts'
import {
  buy,
  cardOf,
  cardsOf,
  excelOf,
  makeProduct,
  makeSupplier,
  press,
  productsOf,
  purchasesOf,
} from './stock-scenes.ts'

test('purchase: entered by keyboard, it updates stock and last prices', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await makeSupplier(gym, 'Distribuidora Corripio')
  await makeSupplier(gym, 'Induveca Norte')
  await makeSupplier(gym, 'Mercasid')
  await makeSupplier(gym, 'Ventas del Este')
  await makeProduct(gym, 'Agua')
  await makeProduct(gym, 'Proteína', { code: '7501055300013' })
  const suppliers = page.waitForResponse('**/v1/suppliers/')
  await enter(page, product, gym.api, '/inventory')
  await expect(cardsOf(page)).toHaveCount(2)
  await suppliers
  await page.keyboard.press('Alt+c')
  const dialog = page.getByRole('dialog', { name: 'Agregar Factura de compra' })
  await expect(choice(dialog, 'Proveedor')).toBeFocused()
  await hand.type('r')
  // Sorted as by the server, the first one marked.
  await expect(page.getByRole('option')).toHaveText(['Distribuidora Corripio', 'Induveca Norte', 'Mercasid'])
  await expect(page.getByRole('option', { selected: true })).toHaveText('Distribuidora Corripio')
  await expectNoBarrier(page, 'purchase with suppliers')
  await page.keyboard.press('Enter')
  await expect(choice(dialog, 'Proveedor')).toHaveValue('Distribuidora Corripio')
  // From supplier to lines, the first by name, the second by code; Enter moves on.
  await expect(choice(dialog, 'Producto')).toBeFocused()
  await hand.type('agu')
  await expect(page.getByRole('option', { name: /Agua/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Cantidad de Agua')).toBeFocused()
  await hand.write(field(dialog, 'Cantidad de Agua'), '0')
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Precio de Agua')).toBeFocused()
  await hand.write(field(dialog, 'Precio de Agua'), '12.5')
  await page.keyboard.press('Enter')
  await expect(choice(dialog, 'Producto')).toBeFocused()
  await hand.scan('7501055300013')
  await expect(field(dialog, 'Precio de Proteína')).toBeVisible()
  await dialog.getByRole('button', { name: 'Registrar compra' }).press('Enter')
  await expect(field(dialog, 'Cantidad de Agua')).toBeFocused()
  await expect(dialog.getByText('Debe ser al menos 1')).toBeVisible()
  await expect(field(dialog, 'Precio de Proteína')).toHaveAttribute('aria-invalid', 'true')
  expect(await purchasesOf(gym)).toEqual([])
  await hand.type('24')
  await hand.write(field(dialog, 'Precio de Proteína'), '2800')
  await dialog.getByRole('button', { name: /Descuento e impuesto de Agua/ }).press('Enter')
  await hand.write(field(dialog, 'Descuento'), '10')
  await hand.write(field(dialog, 'Impuesto'), '18')
  // 24 × 12.50 = 300.00, less 30.00, and 54.00; with 2,800.00.
  await expect(dialog.getByText('$ 3,124.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Registrar compra' }).press('Enter')
  await expect(page.getByText('Factura de compra creada con éxito')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await purchasesOf(gym)).toMatchObject([{ number: 1, amount_total: '3124.00', voided: null }])
  expect(await productsOf(gym)).toMatchObject([
    { name: 'Agua', quantity: 24, last_purchase_price: '12.50' },
    { name: 'Proteína', quantity: 1, last_purchase_price: '2800.00' },
  ])
  await expect(cardOf(page, 'Agua')).toContainText('24')
})

test('purchase list: filters by supplier and day, with voids, bills and Excel', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const [corripio, induveca] = [await makeSupplier(gym, 'Corripio'), await makeSupplier(gym, 'Induveca')]
  const water = await makeProduct(gym, 'Agua')
  await buy(gym, corripio, water, 2)
  const wrong = await buy(gym, induveca, water, 3)
  await gym.api.call('POST', `/purchase/${wrong.id}/void`, { reason: 'Cantidad equivocada' })
  await enter(page, product, gym.api, '/inventory?tab=suppliers')
  const rows = rowsOf(page, 'Compras de productos')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('ANULADA')
  await expect(rows.last()).not.toContainText('ANULADA')
  await expect(page.getByText('1 compra · $ 70.80 · 1 anulada')).toBeVisible()
  // Payment methods follow, then a row with the sums.
  const sheet = (await excelOf(page, 'Compras de productos')).map((row) => row.slice(0, 8))
  expect(sheet).toHaveLength(4)
  expect(sheet[0]).toEqual(['Número', 'Fecha', 'Proveedor', 'Usuario', 'Total', 'Anulado', 'Estado', 'Forma de pago'])
  expect(sheet[1]).toEqual([2, expect.any(Date), 'Induveca', 'Altagracia Peña', 0, 106.2, 'ANULADA', null])
  expect(sheet[2]).toEqual([1, expect.any(Date), 'Corripio', 'Altagracia Peña', 70.8, null, null, null])
  expect(sheet[3]).toEqual(['Total', null, null, null, 70.8, 106.2, null, null])

  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toHaveCount(0)
  await hand.write(field(page, 'Nombre del proveedor'), 'indu', { pause: { after: 2, for: 500 } })
  await hand.press('Enter')
  await expect(rows).toHaveCount(1)
  await rows.first().getByRole('link').press('Enter')
  const bill = page.getByRole('dialog')
  await expect(bill.getByText('ANULADA').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/inventory/bill/purchase/${wrong.id}`))
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)
  await expect(rows.first().getByRole('link')).toBeFocused()

  await press(page, 'Restablecer')
  await expect(rows).toHaveCount(2)
  await hand.writeAndLeave(field(page, 'Fecha de inicio'), written(gymDay(-2)))
  await hand.write(field(page, 'Fecha de fin'), written(gymDay(-1)))
  await hand.press('Enter')
  await expect(page.getByText('No hay compras de productos.')).toBeVisible()
})
