// Tests creating and editing products, and the product list.
import { expect, type Locator } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { field, goTo, tableRows } from './steps.ts'
import { buy, listProducts, makeProduct, makeSupplier, press, productCard, productCards } from './stock-steps.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'agua.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }

test('product: created with an image, and edited @deep', async ({ page, product, gym, hand }) => {
  await goTo(page, product, gym.api, '/inventory')
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
  await press(page, 'Registrar producto')
  const dialog = page.getByRole('dialog', { name: 'Agregar Producto' })
  const save = dialog.getByRole('button', { name: 'Agregar' })
  await field(dialog, 'Código').focus()
  await hand.scan('7501055300013')
  await expect(field(dialog, 'Descripción')).toBeFocused()
  await hand.write(field(dialog, 'Nombre'), 'Agua fría')
  await hand.write(field(dialog, 'Descripción'), '600 ml')
  await hand.write(field(dialog, 'Unidad'), 'botella')
  await hand.write(field(dialog, 'Cantidad mínima'), '4')
  await hand.write(field(dialog, 'Precio de venta'), '35.5')
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
  const card = productCard(page, 'Agua fría')
  await expect(card.getByRole('img', { name: 'Existencia baja' })).toBeVisible()

  await press(page, 'Editar Agua fría')
  const edit = page.getByRole('dialog', { name: 'Editar Producto' })
  await hand.write(field(edit, 'Cantidad mínima'), '')
  await hand.write(field(edit, 'Precio de venta'), '40')
  await page.locator('[type=file]').setInputFiles({ ...png, name: 'otra.png' })
  await press(edit, 'Guardar cambios')
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
  await buy(gym, supplier, enough, 3)
  await goTo(page, product, gym.api, '/inventory')
  await expect(productCards(page)).toHaveCount(8)
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(productCards(page)).toHaveCount(3)
  await expect(page).toHaveURL(/page=1/)
  const icon = (within: Locator, name: string) => within.getByRole('img', { name })
  await expect(icon(productCard(page, 'Guantes'), 'Existencia suficiente')).toBeVisible()
  await expect(icon(productCard(page, 'Toalla'), 'Existencia baja')).toBeVisible()
  await expect(productCard(page, 'Batido 9').getByRole('img', { name: /Existencia/ })).toHaveCount(0)

  await page.getByRole('radio', { name: 'Tabla' }).press(' ')
  const rows = tableRows(page, 'Productos')
  await expect(rows).toHaveCount(10)
  await expect(rows.filter({ hasText: 'Guantes' }).getByRole('cell').allTextContents()).resolves.toEqual(
    expect.arrayContaining(['botella', '3', '2', '$ 50.00', '$ 30.00']),
  )
  await hand.write(field(page, 'Buscar producto'), 'ALGODON toalla')
  await expect(rows).toHaveCount(1)
  await page.goto(`${product.address}/inventory`)
  await expect(rows).toHaveCount(10)
  await page.goto(`${product.address}/inventory?view=cards&name=batido&page=7`)
  await expect(productCards(page)).toHaveCount(1)
})
