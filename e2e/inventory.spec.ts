// The stockroom's products: registered, shown, exported, and whom the screen is for.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { a4, printed, withoutPrinter } from './printed.ts'
import { makeUser, type Product, test } from './product.ts'
import { complaintsOf, enter, field, rowsOf, session } from './scenes.ts'
import { buy, cardOf, cardsOf, excelOf, makeProduct, makeSupplier, press, productsOf } from './stock-scenes.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'agua.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }

test('a product is registered with its image, changed and deleted', async ({ page, product, gym, hand }) => {
  await enter(page, product, gym.api, '/inventory')
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
  await press(page, 'Registrar producto')
  const dialog = page.getByRole('dialog', { name: 'Agregar Producto' })
  const save = dialog.getByRole('button', { name: 'Agregar' })
  await save.click()
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await expect(field(dialog, 'Unidad')).toHaveAttribute('aria-invalid', 'true')
  await field(dialog, 'Código').focus()
  await hand.scan('7501055300013')
  await expect(field(dialog, 'Descripción')).toBeFocused()
  for (const [name, most] of [
    ['Nombre', 50],
    ['Descripción', 20],
    ['Unidad', 20],
  ] as const) {
    await field(dialog, name).pressSequentially('x'.repeat(most + 1))
    await expect(field(dialog, name)).toHaveValue('x'.repeat(most))
  }
  expect(await productsOf(gym)).toEqual([])
  await hand.write(field(dialog, 'Nombre'), 'Agua fría')
  await hand.write(field(dialog, 'Descripción'), '600 ml')
  await hand.write(field(dialog, 'Unidad'), 'botella')
  await hand.write(field(dialog, 'Cantidad mínima'), '4')
  await hand.write(field(dialog, 'Precio de venta'), '35.5')
  await page.locator('[type=file]').setInputFiles(png)
  await save.click()
  await expect(page.getByText('Producto agregado con éxito')).toBeVisible()
  const [stored] = await productsOf(gym)
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
  const card = cardOf(page, 'Agua fría')
  for (const text of ['600 ml', 'botella', '$ 35.50']) await expect(card).toContainText(text)
  await expect(card.getByRole('img', { name: 'Existencia baja' })).toBeVisible()

  await press(page, 'Editar Agua fría')
  const edit = page.getByRole('dialog', { name: 'Editar Producto' })
  await hand.write(field(edit, 'Cantidad mínima'), '')
  await hand.write(field(edit, 'Precio de venta'), '40')
  await press(edit, 'Guardar cambios')
  await expect(page.getByText('Producto actualizado con éxito')).toBeVisible()
  await expect(card.getByRole('img', { name: /Existencia/ })).toHaveCount(0)
  expect(await productsOf(gym)).toMatchObject([{ name: 'Agua fría', min_quantity: null, sale_price: '40.00' }])

  await press(page, 'Eliminar Agua fría')
  await press(page.getByRole('dialog', { name: 'Confirmación' }), 'Eliminar')
  await expect(page.getByText('Producto eliminado correctamente')).toBeVisible()
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
  expect(await productsOf(gym)).toEqual([])
  await expect.poll(async () => (await fetch(image)).status).toBe(404)
})

test('what the server refuses is told: at the field, by its items, or to load again', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await makeProduct(gym, 'Agua', { code: '75010' })
  const gel = await makeProduct(gym, 'Gel')
  await enter(page, product, gym.api, '/inventory')
  await press(page, 'Registrar producto')
  const dialog = page.getByRole('dialog')
  await hand.write(field(dialog, 'Nombre'), 'Agua con gas')
  await hand.write(field(dialog, 'Unidad'), 'botella')
  await hand.write(field(dialog, 'Código'), '75010')
  const save = dialog.getByRole('button', { name: 'Agregar' })
  await save.click()
  await expect(dialog.getByText('El código ya pertenece a otro producto.')).toBeVisible()
  await expect(field(dialog, 'Código')).toBeFocused()
  await page.route('**/v1/products/', (route) =>
    route.fulfill({
      status: 422,
      json: { detail: [{ type: 'too_big', msg: 'Demasiado largo', loc: ['body', 'name'] }] },
    }),
  )
  await save.click()
  await expect(page.getByRole('alert').getByText('too_big: Demasiado largo')).toBeVisible()
  await expect(dialog.getByText('Demasiado largo', { exact: true })).toBeVisible()
  await page.unroute('**/v1/products/')
  expect(await productsOf(gym)).toHaveLength(2)
  await press(dialog, 'Cancelar')
  await page.getByRole('button', { name: 'Descartar' }).click()

  await press(page, 'Editar Gel')
  await hand.write(field(dialog, 'Nombre'), 'Gel de baño')
  await gym.api.call('PUT', `/products/${gel.id}`, { sale_price: '99' })
  await press(dialog, 'Guardar cambios')
  await expect(dialog.getByText('Otra persona modificó este registro. Vuelve a cargarlo.')).toBeVisible()
  await press(dialog, 'Volver a cargar')
  await expect(field(dialog, 'Precio de venta')).toHaveValue('99.00')
  // What was typed before is kept, so that leaving asks.
  await press(dialog, 'Cancelar')
  await press(page, 'Descartar')

  await press(page, 'Eliminar Gel')
  await gym.api.call('DELETE', `/products/${gel.id}`)
  await press(dialog, 'Eliminar')
  await expect(page.getByText('Error al eliminar el producto')).toBeVisible()
  await expect(
    page.getByText('No se pudo eliminar el producto, intentelo de nuevo. No se encontró el registro.'),
  ).toBeVisible()
})

test('cards and table: their pages, the search, the icons; the choice is remembered', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const supplier = await makeSupplier(gym, 'Distribuidora Corripio')
  for (let number = 1; number <= 9; number++) await makeProduct(gym, `Batido ${number}`)
  const enough = await makeProduct(gym, 'Guantes', { min_quantity: 2, code: '4006381' })
  await makeProduct(gym, 'Toalla de algodón', { min_quantity: 0, sale_price: null })
  await buy(gym, supplier, enough, 3)
  await enter(page, product, gym.api, '/inventory')
  await expect(cardsOf(page)).toHaveCount(8)
  await expect(page.getByText('1 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(cardsOf(page)).toHaveCount(3)
  await expect(page).toHaveURL(/page=1/)
  const icon = (within: Locator, name: string) => within.getByRole('img', { name })
  await expect(icon(cardOf(page, 'Guantes'), 'Existencia suficiente')).toBeVisible()
  await expect(icon(cardOf(page, 'Toalla'), 'Existencia baja')).toBeVisible()
  await expect(cardOf(page, 'Batido 9').getByRole('img', { name: /Existencia/ })).toHaveCount(0)

  await page.getByRole('radio', { name: 'Tabla' }).press(' ')
  const rows = rowsOf(page, 'Productos')
  await expect(rows).toHaveCount(10)
  for (const header of [
    'Nombre',
    'Unidad',
    'Cantidad actual',
    'Cantidad mínima',
    'Precio de venta',
    'Último precio de compra',
  ])
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  await expect(rows.filter({ hasText: 'Guantes' }).getByRole('cell').allTextContents()).resolves.toEqual(
    expect.arrayContaining(['botella', '3', '2', '$ 50.00', '$ 30.00']),
  )
  const search = field(page, 'Buscar producto')
  await hand.write(search, 'ALGODON toalla', { pause: { after: 8, for: 500 } })
  await expect(rows).toHaveCount(1)
  await hand.write(search, '4006381', { pause: { after: 4, for: 500 } })
  await expect(rows).toContainText(['Guantes'])
  await page.goto(`${product.address}/inventory`)
  await expect(rows).toHaveCount(10)
  await page.goto(`${product.address}/inventory?view=cards&name=batido&page=7`)
  await expect(cardsOf(page)).toHaveCount(1)
})

test('the products’ Excel and print hold every page, numbers as numbers', async ({ page, product, gym }) => {
  const supplier = await makeSupplier(gym, 'Corripio')
  for (let number = 1; number <= 8; number++) await makeProduct(gym, `Batido ${number}`)
  const water = await makeProduct(gym, 'Agua', { min_quantity: 4, code: '0075', description: '600 ml' })
  await buy(gym, supplier, water, 12)
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/inventory')
  await expect(cardsOf(page)).toHaveCount(8)
  const sheet = await excelOf(page, 'Productos')
  expect(sheet).toHaveLength(10)
  expect(sheet[0]?.slice(0, 6)).toEqual([
    'Nombre',
    'Unidad',
    'Cantidad actual',
    'Cantidad mínima',
    'Precio de venta',
    'Último precio de compra',
  ])
  expect(sheet[1]).toEqual(['Agua', 'botella', 12, 4, 50, 30, '0075', '600 ml'])
  expect(sheet[2]).toEqual(['Batido 1', 'botella', 0, null, 50, null, null, null])
  const { text } = await printed(page, a4, () => press(page, 'Imprimir Productos'))
  for (const shown of ['Último precio de compra', 'Agua', 'Batido 8', '$ 30.00']) expect(text).toContain(shown)
})

test('a worker is sent away, and the server refuses the rest', async ({ page, product, gym }) => {
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await enter(page, product, worker, '/inventory')
  await expect(page).toHaveURL(/dashboard/)
  await expect(page.getByRole('link', { name: 'Inventario' })).toHaveCount(0)
  for (const [method, path, body] of [
    ['POST', '/products/', { name: 'Gel', unit_of_measure: 'u' }],
    ['GET', '/suppliers/', undefined],
    ['GET', '/purchase/', undefined],
    ['POST', '/purchase/', { id_supplier: 1, items: [{ id_product: 1, quantity: 1, unit_price: '1' }] }],
  ] as const)
    await expect(worker.call(method, path, body)).rejects.toThrow(': 403 ')
})

test('no barrier in either theme, narrow or wide, with dialogs open', async ({ page, product, gym }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints = complaintsOf(page)
  const supplier = await makeSupplier(gym, 'Distribuidora Internacional de Suplementos S.R.L.', {
    email: 'a@b.do',
  })
  const long = 'Proteína de suero aislada sabor chocolate con leche'.slice(0, 50)
  const protein = await makeProduct(gym, long, {
    min_quantity: 3,
    sale_price: '4250.00',
    description: 'Pote de 5 libras',
  })
  for (let number = 1; number <= 11; number++) await makeProduct(gym, `Batido ${number}`, { min_quantity: 0 })
  await buy(gym, supplier, protein, 12)
  const wrong = await buy(gym, supplier, protein, 5)
  await gym.api.call('POST', `/purchase/${wrong.id}/void`, { reason: 'Cantidad equivocada' })
  await enter(page, product, gym.api, '/inventory')
  await checkProducts(page, product, long)
  await checkSuppliers(page, product)
  expect(complaints).toEqual([])
})

async function checkProducts(page: Page, product: Product, name: string): Promise<void> {
  await page.goto(`${product.address}/inventory?view=cards&page=1`)
  await expect(cardOf(page, name)).toBeVisible()
  await expectNoBarrier(page, 'cards')
  await press(page, 'Registrar producto')
  await press(page.getByRole('dialog'), 'Agregar')
  await expectNoBarrier(page, 'product with errors')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Tabla' }).press(' ')
  await expect(rowsOf(page, 'Productos')).toHaveCount(10)
  await expectNoBarrier(page, 'table')
}

async function checkSuppliers(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.address}/inventory?tab=suppliers`)
  await page.getByRole('button', { name: /^Detalles/ }).click()
  await expect(rowsOf(page, 'Compras de productos')).toHaveCount(2)
  await expectNoBarrier(page, 'suppliers and purchases')
  await press(page, 'Comprar')
  await press(page.getByRole('dialog'), 'Registrar compra')
  await expectNoBarrier(page, 'purchase with errors')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
