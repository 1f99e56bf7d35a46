import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { makeTerminal, makeUser, masterPassword, test } from './product.ts'
import {
  choice,
  complaintsOf,
  enter,
  field,
  gymDay,
  makeClient,
  makePlan,
  noteAttendance,
  rowsOf,
  sellPlan,
} from './scenes.ts'

test.describe.configure({ mode: 'parallel' })
// Half-faded dialogs have no contrast that could be judged.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const looks = (['dark', 'light'] as const).flatMap((theme) => [375, 1440].map((width) => ({ theme, width })))

/** No violation, and nothing wider than the window. */
async function check(page: Page, what: string): Promise<void> {
  // Legacy mode spares the helper page that foreign frames would need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`,
  )
  expect.soft(found, what).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect.soft(overflow, `${what}: px wider than the window`).toBe(0)
}

const begin = async (page: Page, theme: string, width: number) => {
  await page.setViewportSize({ width, height: 800 })
  await page.addInitScript(`localStorage.theme = '${theme}'`)
  return complaintsOf(page)
}

for (const { theme, width } of looks) {
  test(`the gym’s screens, ${theme}, ${width} px`, async ({ page, product, gym }) => {
    const complaints = await begin(page, theme, width)
    const plan = await makePlan(gym)
    const long = 'María de los Ángeles Encarnación Villavicencio de la Concepción'
    const rosa = await makeClient(gym, long, { email: 'rosa@example.com', phone_number: '809 555 0101' })
    const ended = await makeClient(gym, 'Wilkin Peralta', { is_active: false })
    for (let number = 1; number <= 10; number++) await makeClient(gym, `Socio ${number}`)
    await sellPlan(gym, plan, rosa)
    await sellPlan(gym, plan, ended, gymDay(-60))
    for (const client of [rosa, ended]) await noteAttendance(gym, client)

    await page.goto(product.address)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByText('Usuario y contraseña son requeridos')).toBeVisible()
    await check(page, 'login')

    await enter(page, product, gym.api, '/clients?name=a')
    await expect(rowsOf(page, 'Clientes').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^2 entradas/ })).toBeVisible()
    await check(page, 'clients')
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar enlace' }).click()
    await field(page, 'Dirección del enlace 1').fill('javascript:alert(1)')
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar cliente' }).click()
    await check(page, 'client form with errors')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await check(page, 'unsaved changes')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('button', { name: 'Eliminar Wilkin Peralta' }).click()
    await check(page, 'deletion')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await rowsOf(page, 'Clientes')
      .filter({ hasText: long })
      .click({ position: { x: 4, y: 4 } })
    const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
    await expect(card.getByText('809 555 0101')).toBeVisible()
    await check(page, 'card')
    await card.getByRole('button', { name: 'Historial' }).click()
    await page.getByText('Con estos datos').click()
    await check(page, 'history')
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Vender membresía' }).click()
    const sale = page.getByRole('dialog', { name: 'Vender membresía' })
    await choice(sale, 'Plan').click()
    await expect(page.getByRole('option', { name: /Mensual/ })).toBeVisible()
    await check(page, 'sale with plans')
    await page.keyboard.press('Escape')
    await sale.getByRole('button', { name: 'Abrir calendario' }).click()
    await expect(page.getByRole('dialog', { name: 'Calendario' })).toBeVisible()
    await check(page, 'sale with calendar')

    await gym.api.call('DELETE', `/clients/${(await makeClient(gym, 'Ya Borrada')).id}`)
    await page.goto(`${product.address}/clients`)
    await page.getByRole('button', { name: 'Eliminados' }).click()
    await expect(page.getByRole('button', { name: 'Restaurar Ya Borrada' })).toBeVisible()
    await check(page, 'deleted clients')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Vender membresía' }).click()
    await choice(sale, 'Cliente').fill('a')
    await expect(page.getByRole('option', { name: /Wilkin/ })).toBeVisible()
    await check(page, 'sale with clients')
    await choice(sale, 'Cliente').fill('anonimo')
    await page.getByRole('option', { name: /Cliente Anónimo/ }).click()
    await sale.getByRole('button', { name: 'Vender membresía' }).click()
    await expect(page.getByRole('button', { name: 'Abrir puerta' })).toBeVisible()
    await check(page, 'sold to the anonymous client')

    await page.goto(`${product.address}/attendance?name=a`)
    await expect(rowsOf(page, 'Asistencias')).toHaveCount(2)
    await check(page, 'attendance')
    await page.goto(`${product.address}/memberships`)
    await expect(rowsOf(page, 'Planes de Membresías')).toHaveCount(2)
    await check(page, 'plans')
    await page.getByRole('button', { name: 'Editar Membresía Diaria' }).click()
    await expect(field(page, 'Nombre')).toBeDisabled()
    await check(page, 'locked plan')
    await page.keyboard.press('Escape')
    if (width < 768) {
      await page.getByRole('button', { name: 'Abrir el menú' }).click()
      await check(page, 'menu')
    }
    expect(complaints).toEqual([])
  })

  test(`IA, support and landing page, ${theme}, ${width} px`, async ({ page, product, gym }) => {
    const complaints = await begin(page, theme, width)
    await enter(page, product, gym.api, '/ia')
    await expect(page.getByRole('img', { name: /^Próximamente/ })).toBeVisible()
    await check(page, 'ia')
    await page.goto(`${product.address}/support`)
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(field(page, 'Correo')).toHaveAttribute('aria-invalid', 'true')
    await check(page, 'support with errors')
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`${product.address}/landing`)
    await check(page, 'landing')
    expect(complaints).toEqual([])
  })

  test(`Dashboard, ${theme}, ${width} px`, async ({ page, product, gym }) => {
    const complaints = await begin(page, theme, width)
    const ana = await makeClient(gym, 'Ana Brújula')
    await sellPlan(gym, await makePlan(gym), ana)
    for (let pass = 0; pass < 2; pass++) await noteAttendance(gym, ana)
    await enter(page, product, gym.api, '/dashboard?notifications=all')
    await page
      .getByRole('button', { name: /^Marcar como leída/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    for (const chart of ['Asistencia Semanal', 'Distribución de Membresías Activas', 'Ingresos']) {
      await page.getByRole('img', { name: new RegExp(`: ${chart}\\. `) }).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: `Ver tabla: ${chart}`, exact: true }).click()
    }
    await expect(page.getByRole('button', { name: /^Marcar como no leída/ })).toHaveCount(1)
    await check(page, 'dashboard')
    expect(complaints).toEqual([])
  })

  test(`Configuración, ${theme}, ${width} px`, async ({ page, product, gym }) => {
    const complaints = await begin(page, theme, width)
    const terminal = await makeTerminal(product, gym)
    await makeUser(gym, 'gym_worker')
    const unknown = `AJENO${gym.id}`
    await fetch(`${product.address}/iclock/getrequest?SN=${unknown}`)

    await enter(page, product, gym.api, '/settings')
    await expect(rowsOf(page, 'Usuarios')).toHaveCount(2)
    await check(page, 'users')
    await page.getByRole('button', { name: 'Editar Altagracia Peña' }).click()
    await expect(page.getByRole('switch', { name: 'Activo' })).toBeDisabled()
    await check(page, 'own user')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar usuario' }).click()
    await check(page, 'user form with errors')

    await page.goto(`${product.address}/settings?tab=devices`)
    await expect(page.getByText('2 cambios pendientes').filter({ visible: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Registrar ${unknown}` })).toBeVisible()
    await check(page, 'terminals')
    await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
    await expect(field(page, 'Nombre')).toBeDisabled()
    await check(page, 'terminal form')
    await terminal.stop()

    await page.goto(`${product.address}/settings?tab=gym`)
    await choice(page, 'Zona horaria').clear()
    await choice(page, 'Zona horaria').pressSequentially('madrid')
    await expect(page.getByRole('option', { name: /Madrid/ })).toBeVisible()
    await check(page, 'gym with zones')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Notificaciones' }).click()
    await field(page, 'Mensaje del día del vencimiento').fill('Hola {nombre}, {hora}')
    await page.getByRole('switch', { name: 'Enviar el reporte diario' }).check()
    await field(page, 'Hora del reporte').fill('24')
    await field(page, 'Hora del reporte').press('Enter')
    await check(page, 'messages with errors')
    expect(complaints).toEqual([])
  })

  test(`the master’s screens, ${theme}, ${width} px`, async ({ page, product, gym }) => {
    const complaints = await begin(page, theme, width)
    const master = await product.logIn('master', masterPassword)
    const { name } = await master.call<{ name: string }>('PUT', `/gyms/${gym.id}`, {
      name: `Gimnasio ${gym.id}`,
      website_url: 'https://quisqueya.example',
      email: 'hola@quisqueya.example',
    })
    await enter(page, product, master, '/admin/gyms')
    await expect(rowsOf(page, 'Gimnasios').filter({ hasText: name })).toBeVisible()
    await check(page, 'gyms')
    await page.getByRole('button', { name: 'Nuevo gimnasio' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Agregar gimnasio' }).click()
    await check(page, 'gym form with errors')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Eliminar ${name}` }).click()
    await check(page, 'gym deletion')
    await page.goto(`${product.address}/no-existe`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check(page, 'unknown address')
    expect(complaints).toEqual([])
  })
}
