import { expect, type Page } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findCombobox, findField, formatDay, getGymDay, openScreen } from './gym-steps.ts'

/** Collects the bodies that the page sends to a call, in order. */
function bodiesOf(page: Page, path: string): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(path)) bodies.push(request.postDataJSON())
  })
  return bodies
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const billIn = (page: Page) =>
  page.getByRole('region', { name: 'Vista en Factura' }).getByRole('article', { name: 'Factura de venta N.º 1' })

test('gym settings: the preview of a bill changes with each key @deep', async ({ page, product, gym }) => {
  await gym.api.call('PUT', '/gym-info/', { phone_number: '809 555 0101' })
  const bodies = bodiesOf(page, '/gym-info/')
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Información del gimnasio' })
  const save = form.getByRole('button', { name: 'Guardar' })
  await expect(billIn(page)).toContainText('809 555 0101')
  await expect(save).toHaveCount(0)

  await findField(form, 'Nombre').fill('Gimnasio Enriquillo')
  await findField(form, 'Teléfono').fill('')
  await findField(form, 'Horario').fill('Lunes a viernes: 6 a 22\nSábado: 8 a 14')
  await findCombobox(form, 'Zona horaria').clear()
  await findCombobox(form, 'Zona horaria').pressSequentially('madrid')
  await findCombobox(form, 'Zona horaria').press('Enter')
  await expect(findCombobox(form, 'Zona horaria')).toHaveValue(/^\(UTC\+0[12]:00\) Europa \/ Madrid$/)
  await expect(form.getByRole('status')).toContainText('Los días se contarán en esta zona')
  await form.locator('input[type=file]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(picture),
  })
  await expect(billIn(page)).toContainText('Gimnasio Enriquillo')
  await expect(billIn(page)).not.toContainText('809 555 0101')
  await expect(billIn(page).locator('img')).toHaveAttribute('src', /^blob:/)
  expect(bodies).toEqual([])

  await page.route('**/v1/images/gyms', (route) => route.fulfill({ status: 503, json: { detail: 'Disco lleno' } }), {
    times: 1,
  })
  await findField(form, 'Nombre').press('Enter')
  await expect(form.getByText('Error al subir la imagen')).toBeVisible()
  expect(bodies).toEqual([])
  await findField(form, 'Nombre').press('Enter')
  await expect(page.getByText('Información del gimnasio editada con éxito')).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(findField(form, 'Nombre')).toBeFocused()
  await expect(form.getByText('Los días se contarán en esta zona')).toHaveCount(0)
  // Only changed fields are sent, so that other users' changes of other fields are kept.
  expect(bodies).toEqual([
    {
      name: 'Gimnasio Enriquillo',
      phone_number: null,
      timeZone: 'Europe/Madrid',
      opening_hours: 'Lunes a viernes: 6 a 22\nSábado: 8 a 14',
      logo_url: expect.any(String),
      logo_path: expect.any(String),
    },
  ])
  const stored = await gym.api.call<{ logo_url: string | null }>('GET', '/gym-info/')
  await expect(billIn(page).locator('img')).toHaveAttribute('src', stored.logo_url ?? '')
  await form.getByRole('button', { name: 'Quitar: Logo' }).click()
  await expect(billIn(page).locator('img')).toHaveCount(0)
  await save.click()
  await expect.poll(() => gym.api.call('GET', '/gym-info/')).toMatchObject({ logo_url: null, logo_path: null })
})

test('bill settings: a switch saves only its own field', async ({ page, product, gym }) => {
  await gym.api.call('PUT', '/gym-info/', { services: 'Pesas y yoga', email: 'hola@quisqueya.example' })
  const before = await gym.api.call('GET', '/gym-show-info/')
  const bodies = bodiesOf(page, '/gym-show-info/')
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await expect(box('Servicios')).not.toBeChecked()
  await box('Servicios').check()
  await expect(billIn(page)).toContainText('Pesas y yoga')
  await box('Correo').press('Space')
  await expect(billIn(page)).not.toContainText('hola@quisqueya.example')
  await expect.poll(() => gym.api.call('GET', '/gym-show-info/')).toEqual({ ...before, services: true, email: false })
  await expect.poll(() => bodies).toEqual([{ services: true }, { email: false }])

  await page.route('**/v1/gym-show-info/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { detail: 'Ahora no se puede.' } })
      : route.continue(),
  )
  await box('Nombre').click()
  await expect(page.getByText('Ahora no se puede.')).toBeVisible()
  await expect(box('Nombre')).toBeChecked()
  await expect(billIn(page)).toContainText('Gimnasio Quisqueya')
})

test('reminder settings: show a sample message, and each error at its field', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/settings?tab=notifications')
  const card = page.getByRole('form', { name: 'Notificaciones a Clientes' })
  const save = card.getByRole('button', { name: 'Guardar' })
  const message = findField(card, 'Mensaje antes del vencimiento')
  await expect(message).toBeVisible()
  await expect(save).toHaveCount(0)
  await message.fill('Hola !')
  await expect(save).toBeVisible()
  await message.press('ArrowLeft')
  const marks = card.getByRole('group', { name: 'Datos que se insertan' }).first()
  await marks.getByRole('button', { name: 'Insertar {nombre}' }).click()
  await expect(message).toBeFocused()
  await page.keyboard.type(', quedan ')
  await marks.getByRole('button', { name: 'Insertar {dias}' }).click()
  await page.keyboard.type(' días, hasta {vencimiento} {hora}')
  await findField(card, 'Días antes del vencimiento').fill('5, 3,1')
  await expect(card.getByRole('figure')).toContainText(
    `Hola Ana Pérez, quedan 5 días, hasta ${formatDay(getGymDay(7))} !`,
  )
  await expect(card.getByText('{hora}: no es un dato conocido')).toBeVisible()
  await card.getByRole('switch', { name: 'Enviar mensajes a los clientes' }).check()
  await save.click()
  await expect(page.getByText('Mensajes a clientes guardados')).toBeVisible()
  await expect(save).toHaveCount(0)
  expect(await gym.api.call('GET', '/notification-config/')).toEqual({
    message_before_expiration: 'Hola {nombre}, quedan {dias} días, hasta {vencimiento} {hora}!',
    message_day_expiration: null,
    days_before_expiration: [5, 3, 1],
    isActive: true,
  })
})
