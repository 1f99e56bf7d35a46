// Typed input survives Back and another user's change of the same row.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findField, makeClient, openScreen, readClient } from './gym-steps.ts'

test.use({ address: 'lan' })

const drawing = {
  name: 'rosa.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'),
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Hay cambios sin guardar' })

test('form dialogs: each has an address, and asks before input is lost @deep', async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Rosa Paulino')
  await openScreen(page, product, gym.api, '/clients?name=rosa')
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(page).toHaveURL(/\/clients\/new\?name=rosa$/)
  await hand.back()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/clients\?name=rosa$/)
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  await hand.write(findField(dialog, 'Nombre'), 'Ana María')
  await hand.back()
  await question(page).getByRole('button', { name: 'Seguir editando' }).click()
  await expect(findField(dialog, 'Nombre')).toHaveValue('Ana María')
  await hand.back()
  await question(page).getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/clients\?name=rosa$/)
  const edit = page.getByRole('dialog', { name: 'Editar Cliente' })
  // A dialog over the client card closes to the card.
  await page.goto(`${product.pageAddress}/clients/${client.id}/card/edit`)
  await expect(findField(edit, 'Nombre')).toHaveValue('Rosa Paulino')
  await expect(findField(edit, 'Nombre')).toBeFocused()
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await hand.press('Escape')
  await expect(edit).toHaveCount(0)
  await expect(card.getByRole('heading', { name: 'Rosa Paulino' })).toBeVisible()
})

test('conflict dialog: lists fields that differ, saves chosen values @deep', async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Rosa Paulino', { email: 'rosa@example.com' })
  await openScreen(page, product, gym.api, `/clients/${client.id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Editar Cliente' })
  await hand.write(findField(dialog, 'Correo'), 'paulino@example.com')
  await hand.write(findField(dialog, 'Fecha de nacimiento'), '1/2/1990')
  await dialog.getByRole('button', { name: 'Nuevo enlace' }).click()
  await hand.type('X')
  await hand.press('Tab')
  await hand.type('https://x.com/rosa')
  await page.locator('[type=file]').setInputFiles(drawing)
  await gym.api.call('PUT', `/clients/${client.id}`, {
    phone_number: '809 555 0199',
    email: 'otra@example.com',
    birth_date: '1990-06-05',
    social_link: '{"Instagram": "https://instagram.com/rosa"}',
    photo_url: '/v1/images/clients/otra.png?token=1-x',
    photo_path: 'images/clients/otra.png',
  })
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  const conflict = page.getByRole('dialog', { name: 'Otra persona modificó este registro' })
  const choices = (name: string) => conflict.getByRole('radiogroup', { name })
  await expect(conflict.getByRole('radiogroup')).toHaveCount(5)
  await expectNoAccessibilityFault(page, 'a conflict')
  // The dialog preselects my value for fields that I typed in, and otherwise the other user's value.
  await expect(choices('Fecha de nacimiento').getByLabel('Lo mío: 01/02/1990')).toBeChecked()
  await expect(choices('Fecha de nacimiento').getByLabel('Lo suyo: 05/06/1990')).toBeVisible()
  await expect(choices('Correo').getByLabel('Lo mío: paulino@example.com')).toBeChecked()
  await expect(choices('Teléfono').getByLabel('Lo suyo: 809 555 0199')).toBeChecked()
  await choices('Redes sociales').getByLabel('Lo suyo: Instagram: https://instagram.com/rosa').check()
  await choices('Foto').getByLabel('Lo suyo').check()

  await conflict.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  expect(await readClient(gym, client.id)).toMatchObject({
    email: 'paulino@example.com',
    phone_number: '809 555 0199',
    birth_date: '1990-02-01',
    social_link: expect.stringMatching(/^{"Instagram": ?"https:..instagram.com.rosa"}$/),
    photo_path: 'images/clients/otra.png',
  })
})
