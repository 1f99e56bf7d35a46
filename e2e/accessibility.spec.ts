// Checks the accessibility of every screen, with its dialogs open.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault, expectNoOverflowOrWrap } from './accessibility-checks.ts'
import { makeRegisteredTerminal, makeUser, masterPassword, test } from './browser-fixtures.ts'
import {
  collectPageErrors,
  findCombobox,
  findField,
  findTableRows,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  recordAttendance,
  recordVisits,
  sellPlan,
} from './gym-steps.ts'
import { makeSampleOutboxMessages, sampleOutboxStatus } from './outbox-samples.ts'
import { makeProduct } from './stock-steps.ts'

test.describe.configure({ mode: 'parallel' })
// Disables animations, because half-faded dialogs have no measurable contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

let complaints: string[]
test.beforeEach(({ page }) => {
  complaints = collectPageErrors(page)
})
test.afterEach(() => expect(complaints).toEqual([]))

const long = 'María de los Ángeles Encarnación Villavicencio de la Concepción'

test('accessibility: login and clients screens have no violation @deep', async ({ page, product, gym }) => {
  await makeClient(gym, 'Wilkin Peralta', { is_active: false })
  const rosa = await makeClient(gym, long, { email: 'rosa@example.com', phone_number: '809 555 0101' })
  for (let number = 1; number <= 10; number++) await makeClient(gym, `Socio ${number}`)
  await recordVisits(gym, rosa, 2)

  await page.goto(product.address)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Usuario y contraseña son requeridos')).toBeVisible()
  await expectNoAccessibilityFault(page, 'login')

  await openScreen(page, product, gym.api, '/clients?name=a')
  await expect(findTableRows(page, 'Clientes').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^2 entradas/ })).toBeVisible()
  await expectNoAccessibilityFault(page, 'clients')
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nuevo enlace' }).click()
  await findField(page, 'Dirección del enlace 1').fill('javascript:alert(1)')
  await page.getByRole('dialog').getByRole('button', { name: 'Agregar' }).click()
  await expectNoAccessibilityFault(page, 'client form with errors')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expectNoAccessibilityFault(page, 'unsaved changes')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Eliminar Wilkin Peralta' }).click()
  await expectNoAccessibilityFault(page, 'deletion')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  await gym.api.call('DELETE', `/clients/${(await makeClient(gym, 'Ya Borrada')).id}`)
  await page.getByRole('button', { name: 'Eliminados' }).click()
  await expect(page.getByRole('button', { name: 'Restaurar Ya Borrada' })).toBeVisible()
  await expectNoAccessibilityFault(page, 'deleted clients')
  await page.goto(`${product.address}/no-existe`)
  await expect(page.getByRole('heading', { level: 1, name: 'Esa dirección no existe.' })).toBeVisible()
  await expectNoAccessibilityFault(page, 'unknown address')
})

test('accessibility: client card and membership sale have no violation @deep', async ({ page, product, gym }) => {
  const rosa = await makeClient(gym, long, { email: 'rosa@example.com', phone_number: '809 555 0101' })
  await makeClient(gym, 'Wilkin Peralta')
  await sellPlan(gym, await makePlan(gym), rosa)
  await openScreen(page, product, gym.api, '/clients')
  await findTableRows(page, 'Clientes')
    .filter({ hasText: long })
    .click({ position: { x: 4, y: 4 } })
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByText('809 555 0101')).toBeVisible()
  await expectNoAccessibilityFault(page, 'card')
  await card.getByRole('button', { name: 'Historial' }).click()
  await page.getByText('Con estos datos').click()
  await expectNoAccessibilityFault(page, 'history')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Vender membresía' }).click()
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await findCombobox(sale, 'Plan').click()
  await expect(page.getByRole('option', { name: /Mensual/ })).toBeVisible()
  await expectNoAccessibilityFault(page, 'sale with plans')
  await page.keyboard.press('Escape')
  await sale.getByRole('button', { name: 'Abrir calendario' }).click()
  await expect(page.getByRole('dialog', { name: 'Calendario' }).getByRole('table')).toBeVisible()
  await expectNoAccessibilityFault(page, 'sale with calendar')

  await page.goto(`${product.address}/clients`)
  await page.getByRole('button', { name: 'Vender membresía' }).click()
  await findCombobox(sale, 'Cliente').fill('a')
  await expect(page.getByRole('option', { name: /Wilkin/ })).toBeVisible()
  await expectNoAccessibilityFault(page, 'sale with clients')
  await findCombobox(sale, 'Cliente').fill('anonimo')
  await page.getByRole('option', { name: /Cliente Anónimo/ }).click()
  await expect(findCombobox(sale, 'Plan')).toHaveValue('Membresía Diaria')
  await expect(sale.getByRole('definition').first()).toContainText('$')
  await sale.getByRole('button', { name: 'Vender membresía' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Membresía vendida' }).getByRole('button', { name: /^Abrir puerta/ }),
  ).toBeVisible()
  await expectNoAccessibilityFault(page, 'sold to the anonymous client')
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoOverflowOrWrap(page, 'sold to the anonymous client')
})

test('accessibility: attendance and plans screens have no violation @deep', async ({ page, product, gym }) => {
  const ended = await makeClient(gym, 'Wilkin Peralta', { is_active: false })
  await sellPlan(gym, await makePlan(gym), ended, getGymDay(-60))
  for (const client of [await makeClient(gym, long), ended]) await recordAttendance(gym, client)
  await openScreen(page, product, gym.api, '/attendance?name=a')
  await expect(findTableRows(page, 'Asistencias')).toHaveCount(2)
  await expectNoAccessibilityFault(page, 'attendance')
  await page.goto(`${product.address}/memberships`)
  await expect(findTableRows(page, 'Planes de Membresías')).toHaveCount(2)
  await expectNoAccessibilityFault(page, 'plans')
  await page.getByRole('button', { name: 'Editar Membresía Diaria' }).click()
  await expect(findField(page, 'Nombre')).toBeDisabled()
  await expectNoAccessibilityFault(page, 'locked plan')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Eliminar Mensual' }).click()
  await expectNoAccessibilityFault(page, 'deletion of a plan')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await expectNoAccessibilityFault(page, 'menu', ['narrow'])
})

test('accessibility: IA, support and landing page have no violation @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/ia')
  await expect(page.getByRole('img', { name: /^Próximamente/ })).toBeVisible()
  await expectNoAccessibilityFault(page, 'ia')
  await page.goto(`${product.address}/support`)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(findField(page, 'Correo')).toHaveAttribute('aria-invalid', 'true')
  await expectNoAccessibilityFault(page, 'support with errors')
  await page.goto(`${product.address}/landing`)
  await expectNoAccessibilityFault(page, 'landing')
})

test('accessibility: the dashboard has no violation @deep', async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym), ana)
  await recordVisits(gym, ana, 2)
  await openScreen(page, product, gym.api, '/dashboard?notifications=all')
  await page
    .getByRole('button', { name: /^Marcar como leída/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(page.getByRole('button', { name: 'Cerrar aviso' })).toHaveCount(0)
  for (const chart of ['Asistencia Semanal', 'Distribución de Membresías Activas', 'Ingresos']) {
    await page.getByRole('img', { name: new RegExp(`: ${chart}\\. `) }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: `Ver tabla: ${chart}`, exact: true }).click()
  }
  await expect(page.getByRole('button', { name: /^Marcar como no leída/ })).toHaveCount(1)
  await expectNoAccessibilityFault(page, 'dashboard')
})

test('accessibility: the settings screen has no violation @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  await makeUser(gym, 'gym_worker')
  const unknown = `AJENO${gym.id}`
  await fetch(`${product.address}/iclock/getrequest?SN=${unknown}`)

  await openScreen(page, product, gym.api, '/settings')
  await expect(findTableRows(page, 'Usuarios')).toHaveCount(2)
  await expectNoAccessibilityFault(page, 'users')
  await page.getByRole('button', { name: 'Editar Altagracia Peña' }).click()
  await expect(page.getByRole('switch', { name: 'Activo' })).toBeDisabled()
  await expectNoAccessibilityFault(page, 'own user')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agregar' }).click()
  await expectNoAccessibilityFault(page, 'user form with errors')

  await page.goto(`${product.address}/settings?tab=devices`)
  await expect(page.getByText('2 cambios pendientes').filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Registrar ${unknown.slice(0, -4)}····` })).toBeVisible()
  await expectNoAccessibilityFault(page, 'terminals')
  await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
  await expect(findField(page, 'Nombre')).toBeDisabled()
  await expectNoAccessibilityFault(page, 'terminal form')
  await terminal.stop()

  await page.goto(`${product.address}/settings?tab=gym`)
  await findCombobox(page, 'Zona horaria').clear()
  await findCombobox(page, 'Zona horaria').pressSequentially('madrid')
  await expect(page.getByRole('option', { name: /Madrid/ })).toBeVisible()
  await expectNoAccessibilityFault(page, 'gym with zones')
  await page.keyboard.press('Escape')
  const kept = page.getByRole('form', { name: 'Historial de visitas' })
  await findCombobox(kept, 'Conservarlo').selectOption('1 año')
  await kept.getByRole('button', { name: 'Guardar' }).click()
  await expectNoAccessibilityFault(page, 'less time is asked about')
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar los nombres' }).click()
  await expect(page.getByText('Plazo de las asistencias guardado')).toBeVisible()
  await page.getByRole('tab', { name: 'Notificaciones' }).click()
  await findField(page, 'Mensaje del día del vencimiento').fill('Hola {nombre}, {hora}')
  await page.getByRole('switch', { name: 'Enviar el reporte diario' }).check()
  await findField(page, 'Hora del reporte').fill('24')
  await findField(page, 'Hora del reporte').press('Enter')
  await expectNoAccessibilityFault(page, 'messages with errors')
})

test('accessibility: messages and daily report have no violation @deep', async ({ page, product, gym }) => {
  const rosa = await makeClient(gym, long)
  await sellPlan(gym, await makePlan(gym), rosa)
  await makeProduct(gym, 'Agua', { min_quantity: 5 })
  await page.route('**/v1/outbox/?*', (route) => route.fulfill({ json: makeSampleOutboxMessages(rosa) }))
  await page.route('**/v1/outbox/status', (route) => route.fulfill({ json: sampleOutboxStatus }))
  await openScreen(page, product, gym.api, `/clients/${rosa.id}/card`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await card.getByRole('button', { name: 'Mensajes' }).click()
  await expect(card.getByRole('list', { name: 'Mensajes' }).getByRole('listitem')).toHaveCount(5)
  await expectNoAccessibilityFault(page, 'card with messages')

  await page.goto(`${product.address}/settings?tab=notifications`)
  await expect(page.getByText('El número no tiene WhatsApp')).toBeVisible()
  await expectNoAccessibilityFault(page, 'what was sent')
  const opener = page.getByRole('button', { name: 'Ver mensajes' })
  await opener.click()
  await expect(page.getByText('Te esperamos.').first()).toBeHidden()
  await page.getByText('Ver el texto').first().click()
  await expect(page.getByText('Te esperamos.').first()).toBeVisible()
  await expectNoAccessibilityFault(page, 'outbox')
  const failed = page.waitForRequest(/outbox\/\?.*state=failed/)
  await page.getByRole('dialog').getByLabel('Estado').selectOption('Fallido')
  await failed
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: /^Clientes a los que no llega/ }).click()
  await expect(findTableRows(page, 'Clientes a los que no llega ningún mensaje')).toHaveCount(1)
  await expectNoAccessibilityFault(page, 'unreachable clients')
  await page.getByRole('dialog').getByRole('link', { name: long }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: long })).toBeVisible()

  await page.goto(`${product.address}/daily-report`)
  await expect(findTableRows(page, 'Productos con existencia baja')).toHaveCount(1)
  await expectNoAccessibilityFault(page, 'daily report')
})

test('accessibility: the platform administrator’s screens have no violation @deep', async ({ page, product, gym }) => {
  const master = await product.loginAs('master', masterPassword)
  const { name } = await master.call<{ name: string }>('PUT', `/gyms/${gym.id}`, {
    name: `Gimnasio ${gym.id}`,
    website_url: 'https://quisqueya.example',
    email: 'hola@quisqueya.example',
  })
  await openScreen(page, product, master, '/admin/gyms')
  await expect(findTableRows(page, 'Gimnasios').filter({ hasText: name })).toBeVisible()
  await expectNoAccessibilityFault(page, 'gyms')
  await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agregar' }).click()
  await expectNoAccessibilityFault(page, 'gym form with errors')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Eliminar ${name}` }).click()
  await expectNoAccessibilityFault(page, 'gym deletion')
})
