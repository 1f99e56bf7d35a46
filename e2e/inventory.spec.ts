// Tests creating and editing products, and the product list.
import { expect, type Locator } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, findTableRows, openScreen } from './gym-steps.ts'
import {
  findProductCard,
  findProductCards,
  listProducts,
  makeProduct,
  makeSupplier,
  pressButton,
  recordPurchase,
} from './stock-steps.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'agua.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }

test('product: created with an image, and edited @deep', async ({ page, product, gym, hand }) => {
  await openScreen(page, product, gym.api, '/inventory')
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
  await pressButton(page, 'Registrar producto')
  const dialog = page.getByRole('dialog', { name: 'Agregar Producto' })
  const save = dialog.getByRole('button', { name: 'Agregar' })
  await findField(dialog, 'Código').focus()
  await hand.scan('7501055300013')
  await expect(findField(dialog, 'Descripción')).toBeFocused()
  await hand.write(findField(dialog, 'Nombre'), 'Agua fría')
  await hand.write(findField(dialog, 'Descripción'), '600 ml')
  await hand.write(findField(dialog, 'Unidad'), 'botella')
  await hand.write(findField(dialog, 'Cantidad mínima'), '4')
  await hand.write(findField(dialog, 'Precio de venta'), '35.5')
  await page.locator('[type=file]').setInputFiles(png)
  await save.click()
  await expect(page.getByText('Producto agregado con éxito')).toBeVisible()
  const [stored] = await listProducts(gym)
  expect(stored).toMatchObject({
    name: 'Agua fría',
    code: '7501055300013',
    description: '600 ml',
    unit_of_measure: 'botella',
    quantity: 0,
    min_quantity: 4,
    sale_price: '35.50',
    last_purchase_price: null,
  })
  const image = new URL(stored?.image_url ?? '', product.address)
  expect((await fetch(image)).status).toBe(200)
  const card = findProductCard(page, 'Agua fría')
  await expect(card.getByRole('img', { name: 'Existencia baja' })).toBeVisible()

  await pressButton(page, 'Editar Agua fría')
  const edit = page.getByRole('dialog', { name: 'Editar Producto' })
  await hand.write(findField(edit, 'Cantidad mínima'), '')
  await hand.write(findField(edit, 'Precio de venta'), '40')
  await page.locator('[type=file]').setInputFiles({ ...png, name: 'otra.png' })
  await pressButton(edit, 'Guardar cambios')
  await expect(page.getByText('Producto actualizado con éxito')).toBeVisible()
  await expect.poll(async () => (await fetch(image)).status).toBe(404)
  await expect(card.getByRole('img', { name: /Existencia/ })).toHaveCount(0)
  expect(await listProducts(gym)).toMatchObject([{ name: 'Agua fría', min_quantity: null, sale_price: '40.00' }])
})

test('product list: cards and table share the search @deep', async ({ page, product, gym, hand }) => {
  const supplier = await makeSupplier(gym, 'Distribuidora Corripio')
  for (let number = 1; number <= 9; number++) await makeProduct(gym, `Batido ${number}`)
  const enough = await makeProduct(gym, 'Guantes', { min_quantity: 2, code: '4006381' })
  await makeProduct(gym, 'Toalla de algodón', { min_quantity: 0, sale_price: null })
  await recordPurchase(gym, supplier, enough, 3)
  await openScreen(page, product, gym.api, '/inventory')
  await expect(findProductCards(page)).toHaveCount(8)
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(findProductCards(page)).toHaveCount(3)
  await expect(page).toHaveURL(/page=1/)
  const icon = (within: Locator, name: string) => within.getByRole('img', { name })
  await expect(icon(findProductCard(page, 'Guantes'), 'Existencia suficiente')).toBeVisible()
  await expect(icon(findProductCard(page, 'Toalla'), 'Existencia baja')).toBeVisible()
  await expect(findProductCard(page, 'Batido 9').getByRole('img', { name: /Existencia/ })).toHaveCount(0)

  await page.getByRole('radio', { name: 'Tabla' }).press(' ')
  const rows = findTableRows(page, 'Productos')
  await expect(rows).toHaveCount(10)
  await expect(rows.filter({ hasText: 'Guantes' }).getByRole('cell').allTextContents()).resolves.toEqual(
    expect.arrayContaining(['botella', '3', '2', '$ 50.00', '$ 30.00']),
  )
  await hand.write(findField(page, 'Buscar producto'), 'ALGODON toalla')
  await expect(rows).toHaveCount(1)
  await page.goto(`${product.address}/inventory`)
  await expect(rows).toHaveCount(10)
  await page.goto(`${product.address}/inventory?view=cards&name=batido&page=7`)
  await expect(findProductCards(page)).toHaveCount(1)
})
