// Saving a client's form under faults.
import { expect, type Page } from '@playwright/test'
import { type Gym, type Product, test } from './product.ts'
import { enter, field, listClients, makeClient, readClient } from './scenes.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'rosa.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
const svg = (content: string) => ({
  name: 'rosa.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`),
})
async function beginNew(page: Page, product: Product, gym: Gym, name: string) {
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await field(dialog, 'Nombre').fill(name)
  return { dialog, save: dialog.getByRole('button', { name: 'Agregar' }), photo: page.locator('[type=file]') }
}

test('client form: stores a photo and deletes the replaced one', async ({ page, product, gym }) => {
  const { save, photo } = await beginNew(page, product, gym, 'Rosa Paulino')
  await photo.setInputFiles(png)
  await save.click()
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
  await photo.setInputFiles(svg('<circle r="4"/>'))
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const second = (await readClient(gym, stored?.id ?? 0)).photo_url ?? ''
  expect(second).not.toBe(first)
  expect(await status(second)).toBe(200)
  await expect.poll(() => status(first)).toBe(404)
})

test('client form: sends only changed fields, and asks before unsaved changes are lost', async ({
  page,
  product,
  gym,
}) => {
  const client = await makeClient(gym, 'Rosa Paulino', { phone_number: '809 555 0101' })
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Cliente' })
  await field(dialog, 'Nombre').fill('Rosa Paulino Díaz')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).getByText('Seguir editando').click()
  await field(dialog, 'Correo').fill('rosa@example.com')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Rosa Paulino Díaz', exact: true })).toBeVisible()
  // The list is read once for the save and once for its announcement; the edited row for neither.
  const lists = () => asked.filter((each) => each === 'GET /v1/clients/').length
  await expect.poll(lists).toBeGreaterThanOrEqual(2)
  expect(lists()).toBeLessThan(4)
  expect(asked.filter((each) => each.endsWith(`/v1/clients/${client.id}`))).toEqual([`PUT /v1/clients/${client.id}`])
  expect(await readClient(gym, client.id)).toMatchObject({
    name: 'Rosa Paulino Díaz',
    email: 'rosa@example.com',
    phone_number: '809 555 0101',
  })
})

test('client form: an edit conflict asks which value to save', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Rosa Paulino')
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Cliente' })
  await field(dialog, 'Correo').fill('rosa@example.com')
  await gym.api.call('PUT', `/clients/${client.id}`, { phone_number: '809 555 0199' })
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  const question = page.getByRole('dialog', { name: 'Otra persona modificó este registro' })
  await expect(question.getByRole('radiogroup', { name: 'Teléfono' })).toBeVisible()
  await expect(question.getByLabel('Lo suyo: 809 555 0199')).toBeChecked()
  expect(await readClient(gym, client.id)).toMatchObject({ phone_number: '809 555 0199', email: null })
  await question.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  expect(await readClient(gym, client.id)).toMatchObject({ phone_number: '809 555 0199', email: 'rosa@example.com' })
})
