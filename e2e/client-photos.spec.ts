import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { makeZip } from '../server/platform/http/make-zip.ts'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { type BrowserTestGym, test } from './browser-fixtures.ts'
import { listClients, makeClient, openScreen } from './gym-steps.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
const withPhoto = async (gym: BrowserTestGym) =>
  (await listClients(gym)).items.filter(({ photo_url }) => photo_url !== null).map(({ name }) => name)

const saleDialog = (page: Page) => page.getByRole('dialog', { name: 'Fotos de clientes' })
const input = (page: Page) => saleDialog(page).locator('input[type=file]').first()

test('photo import: matches photos to clients by PIN and by name @deep', async ({ page, product, gym, hand }) => {
  const ana = await makeClient(gym, 'Ana Peña')
  await makeClient(gym, 'Luz Marte')
  const part = (name: string) => ({ name, content: [drawing] })
  const names = [`fotos/${ana.id_zkteco}.svg`, 'fotos/Luz Marte.svg', 'fotos/IMG_2031.svg', 'fotos/.DS_Store']
  const zip = await buffer(Readable.from(makeZip(Readable.from(names.map(part)))))
  await openScreen(page, product, gym.api, '/clients/import')
  await page.getByRole('button', { name: 'Agregar sus fotos' }).click()
  await input(page).setInputFiles({ name: 'fotos.zip', mimeType: 'application/zip', buffer: zip })
  const dialog = saleDialog(page)
  await expect(dialog.getByText('Se agregarán 2 fotos.')).toBeVisible()
  await expect(dialog.getByText('fotos/IMG_2031.svg: Ningún cliente se llama así')).toBeVisible()
  await expectNoAccessibilityFault(page, 'photos of clients')
  expect(await withPhoto(gym)).toEqual([])
  await dialog.getByRole('button', { name: 'Agregar 2 fotos' }).focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('2 fotos agregadas')).toBeVisible()
  expect((await withPhoto(gym)).sort()).toEqual(['Ana Peña', 'Luz Marte'])
  // Back reopens the import dialog, from which the photo dialog was opened.
  await expect(page.getByRole('dialog', { name: 'Importar clientes' })).toBeVisible()
})
