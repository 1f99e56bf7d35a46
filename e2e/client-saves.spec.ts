// The photo of a client's form.
import { expect } from '@playwright/test'
import { test } from './product.ts'
import { enter, field, listClients, readClient } from './scenes.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'rosa.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
const svg = {
  name: 'rosa.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'),
}

test('client form: stores a photo and deletes the replaced one', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/clients/new')
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  const photo = page.locator('[type=file]')
  await field(dialog, 'Nombre').fill('Rosa Paulino')
  await photo.setInputFiles(png)
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  const [stored] = (await listClients(gym)).items
  const first = stored?.photo_url ?? ''
  expect(first).toContain('/images/clients/')
  const status = async (address: string) => (await fetch(new URL(address, product.address))).status
  expect(await status(first)).toBe(200)
  const shown = page.getByRole('table', { name: 'Clientes' }).locator('img')
  await expect(shown).toHaveAttribute('src', first)
  await expect.poll(() => shown.evaluate((image) => image.naturalWidth)).toBe(1)

  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  await photo.setInputFiles(svg)
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const second = (await readClient(gym, stored?.id ?? 0)).photo_url ?? ''
  expect(second).not.toBe(first)
  expect(await status(second)).toBe(200)
  await expect.poll(() => status(first)).toBe(404)
})
