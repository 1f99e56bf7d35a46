// Importing products from a file that contains counted stock.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { openScreen } from './gym-steps.ts'

const saleDialog = (page: Page) => page.getByRole('dialog', { name: 'Importar productos' })
const choose = (page: Page, lines: readonly string[]) =>
  saleDialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'inventario.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
/** Found by its title, because a dialog that is closing has a button with the same name. */
const open = (page: Page) => page.getByTitle('Importar productos', { exact: true })
const submit = (page: Page, label: string) => saleDialog(page).getByRole('button', { name: label, exact: true })

const shelf = [
  'Inventario de noviembre;;;;',
  'Código;Descripción;Costo;Precio;Cantidad;Estante',
  '7460000000011;Agua;15,50;RD$ 35,00;24;Nevera',
  ';Toalla;180,00;1.350,00;6;A2',
  ';Té;;caro;3;A3',
  ';BEBIDAS;;;;',
  'Total;;;;33;',
]

interface Listed {
  items: { name: string; quantity: number; sale_price: string; last_purchase_price: string; description: string }[]
}

test('product import: a file is previewed, stored and undone @deep', async ({ page, product, gym, hand }) => {
  const listed = async () => (await gym.api.call<Listed>('GET', '/products/')).items
  await openScreen(page, product, gym.api, '/inventory')
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
  await hand.press('Control+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await hand.type('importar pr')
  await hand.press('Enter')
  await choose(page, shelf)
  const dialog = saleDialog(page)
  await expect(dialog.getByText('Se agregarán 2 productos, 2 con existencia.')).toBeVisible()
  await expect(dialog.getByText('Fila 5, Té: Precio de venta: Debe ser un importe', { exact: false })).toBeVisible()
  await expect(dialog.getByText('Fila 6, BEBIDAS: Solo dice el nombre: parece el título de un grupo')).toBeVisible()
  await expectNoAccessibilityFault(page, 'an import of products')
  expect(await listed()).toEqual([])
  await dialog.getByRole('combobox', { name: 'Qué es la columna Estante' }).selectOption({ label: 'Descripción' })
  await expect(submit(page, 'Importar 2 productos')).toBeEnabled()
  await submit(page, 'Importar 2 productos').focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('2 productos importados')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Toalla')).toBeVisible()
  expect(await listed()).toMatchObject([
    { name: 'Agua', quantity: 24, sale_price: '35.00', last_purchase_price: '15.50', description: 'Nevera' },
    { name: 'Toalla', quantity: 6, sale_price: '1350.00', last_purchase_price: '180.00' },
  ])

  await open(page).click()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la importación' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('2 productos eliminados.')).toBeVisible()
  await expect(page.getByText('No hay productos registrados')).toBeVisible()
})
