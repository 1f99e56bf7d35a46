// A new gym imports its clients from a file that its former program exported.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findTableRows, listClients, makePlan, openScreen } from './gym-steps.ts'

const saleDialog = (page: Page) => page.getByRole('dialog', { name: 'Importar clientes' })
const choose = (page: Page, name: string, lines: readonly string[]) =>
  saleDialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
const submit = (page: Page, label: string) => saleDialog(page).getByRole('button', { name: label, exact: true })

const members = [
  'Gimnasio Quisqueya;;;;',
  'Nombre y apellido;N.º;Tel.;Fecha nac.;Vence;Llave',
  'Ana Peña;701;809-555-0001;24/07/1990;31/12/2030;1501',
  'José Núñez;702;809-555-0002;31/02/1990;30/06/2030;1502',
  'Luz Marte;;829-555-0003;;15/01/2030;',
  'Total;;;;;2',
]

test('client import: a file is previewed, corrected, stored and undone @deep', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  await openScreen(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await hand.press('Control+k')
  await expect(page.locator(':focus')).toHaveRole('combobox')
  await hand.type('importar cl')
  await hand.press('Enter')
  await choose(page, 'socios.csv', members)
  const dialog = saleDialog(page)
  await expect(dialog.getByText('Se agregarán 2 clientes, 2 con membresía.')).toBeVisible()
  await expect(dialog.getByText('Fila 4, José Núñez: Nacimiento: Esa fecha no existe')).toBeVisible()
  await expectNoAccessibilityFault(page, 'an import')
  // The preview stores nothing before the import is confirmed.
  expect((await listClients(gym)).total).toBe(0)

  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar para corregir' }).click()
  expect((await saved).suggestedFilename()).toBe('Clientes por corregir.xlsx')

  // The title of a column does not match its content, so the user chooses its meaning.
  await dialog.getByRole('combobox', { name: 'Qué es la columna Llave' }).selectOption({ label: 'Notas' })
  await dialog.getByRole('combobox', { name: 'Qué es la columna Fecha nac.' }).selectOption({ label: 'No se importa' })
  await expect(dialog.getByText('Se agregarán 3 clientes, 3 con membresía.')).toBeVisible()
  await submit(page, 'Importar 3 clientes').focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('3 clientes importados')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(findTableRows(page, 'Clientes')).toHaveCount(3)
  await expect(findTableRows(page, 'Clientes').filter({ hasText: 'Ana Peña' })).toContainText('31/12/2030')
  expect((await listClients(gym)).items).toContainEqual(
    expect.objectContaining({ name: 'José Núñez', id_zkteco: 702, notes: '1502' }),
  )

  // Importing the same file again creates no duplicate clients.
  await page.getByTitle('Importar clientes', { exact: true }).click()
  await expect(dialog.getByText(/importó 3 clientes de socios\.csv/)).toBeVisible()
  await choose(page, 'socios.csv', members)
  await expect(dialog.getByText('Todos los de este archivo ya son clientes.')).toBeVisible()
  await expect(submit(page, 'Importar')).toHaveAttribute('aria-disabled', 'true')
  await hand.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByTitle('Importar clientes', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la importación' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('3 clientes eliminados.')).toBeVisible()
  await expect(page.getByText('No hay clientes')).toBeVisible()
  expect((await listClients(gym)).total).toBe(0)
})
