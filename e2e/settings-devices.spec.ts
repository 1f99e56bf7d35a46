import { expect, type Page } from '@playwright/test'
import { createTerminal } from '../terminal-simulator/terminal.ts'
import { makeTerminal, test } from './product.ts'
import { enter, field, makeClient } from './scenes.ts'

// Excludes the table of unknown terminals, whose name is longer.
const rowOf = (page: Page, text: string) =>
  page
    .getByRole('table', { name: 'Dispositivos', exact: true })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: text })

test('unknown terminal: is registered after its call, connects and receives its users', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const sn = `NUEVO${gym.id}`
  await makeClient(gym, 'Ana Brújula')
  const terminal = createTerminal({
    host: '127.0.0.1',
    port: product.port,
    sn,
    delayScale: 0.1,
    errorDelayMs: 200,
  })
  terminal.start()
  await enter(page, product, gym.api, '/settings?tab=devices')
  await expect(page.getByText('No hay dispositivos registrados')).toBeVisible()
  const start = sn.slice(0, -4)
  const register = page.getByRole('button', { name: `Registrar ${start}····` })
  await register.click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Dispositivo' })
  await expect(field(dialog, 'Serial number')).toHaveValue(start)
  await expect(field(dialog, 'Serial number')).toHaveAccessibleDescription(/últimos cuatro caracteres/)
  await field(dialog, 'Nombre').fill('Puerta principal')
  await dialog.getByLabel('Sentido').selectOption('Solo salida')
  await expect(field(dialog, 'Delay')).toHaveAccessibleDescription(/más de 60 cuentan como 60/)
  await field(dialog, 'Delay').fill('1')
  await field(dialog, 'Delay').press('Enter')
  await expect(dialog.getByText('Debe ser al menos 2')).toBeVisible()
  await expect(field(dialog, 'Delay')).toBeFocused()
  await field(dialog, 'Delay').fill('')
  await field(dialog, 'Delay').press('Enter')
  await expect(dialog.getByText(/revisa los últimos cuatro caracteres/)).toBeVisible()
  await field(dialog, 'Serial number').fill(sn)
  await field(dialog, 'Serial number').press('Enter')
  await expect(page.getByText('Dispositivo agregado con éxito')).toBeVisible()
  expect(await gym.api.call('GET', '/devices/')).toMatchObject([{ name: 'Puerta principal', sn, delay: null }])
  const row = rowOf(page, sn)
  await expect(row).toContainText('Conectado')
  await expect(row).toContainText('Al día')
  await expect(row).toContainText(/Visto hoy a las \d\d:\d\d/)
  await expect(row).toContainText('Solo salida')
  await expect(register).toHaveCount(0)
  expect(terminal.users.size).toBe(2)
  await terminal.stop()

  await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Dispositivo' })
  await expect(field(edit, 'Nombre')).toBeDisabled()
  await expect(edit.getByText('El dispositivo Puerta principal no se puede renombrar.')).toBeVisible()
  await edit.getByLabel('Sentido').selectOption('Entrada, o entrada y salida')
  await field(edit, 'Delay').fill('5')
  await field(edit, 'Delay').press('Enter')
  await expect(page.getByText('Dispositivo editado con éxito')).toBeVisible()
  await expect(row).not.toContainText('Solo salida')
  await expect(row).toContainText('5 s')
  const [device] = await gym.api.call<[{ id: number }]>('GET', '/devices/')
  expect(device).toMatchObject({ sn, delay: 5 })
  // Changed by another user during the edit: untouched fields follow, edited ones conflict.
  await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
  await hand.write(field(edit, 'Delay'), '7')
  await gym.api.call('PUT', `/devices/${device.id}`, { delay: 9, direction: 'exit', open_command: 'control' })
  await expect(edit.getByLabel('Sentido')).toHaveValue('exit')
  await expect(edit.getByLabel('Orden para abrir')).toHaveValue('control')
  await expect(field(edit, 'Delay')).toHaveValue('7')
  // A deleted row keeps the form open and shows the error.
  const read = page.waitForResponse(
    async (answer) => /devices\/$/.test(answer.url()) && (await answer.text().catch(() => '')) === '[]',
  )
  await gym.api.call('DELETE', `/devices/${device.id}`)
  await read
  await hand.type('0')
  await expect(field(edit, 'Delay')).toHaveValue('70')
  await hand.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Otra persona modificó este registro' })
  await expect(conflict.getByLabel('Lo suyo: 9')).toBeVisible()
  await conflict.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('No encontrado')
  await expect(field(edit, 'Delay')).toHaveValue('70')
})

test('terminal: shows pending work and clock, rejects a duplicate number, and is deleted', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  await makeTerminal(product, gym)
  await makeClient(gym, 'Ana Brújula')
  await makeClient(gym, 'Luis Terrero')
  // Measuring a clock takes a minute of calls, so the answer is made up.
  await page.route('**/v1/devices/status', async (route) => {
    const response = await route.fetch()
    const [status] = (await response.json()) as object[]
    await route.fulfill({ response, json: [{ ...status, clock_offset: 130 }] })
  })
  await enter(page, product, gym.api, '/settings?tab=devices')
  const row = rowOf(page, 'Puerta principal')
  for (const text of ['Desconectado', '3 cambios pendientes', 'Nunca ha llamado', 'Reloj 2 min adelantado', '2 s'])
    await expect(row).toContainText(text)
  await expect(page.getByRole('button', { name: 'Cargar Clientes' })).toBeDisabled()

  const [{ sn }] = await gym.api.call<[{ sn: string }]>('GET', '/devices/')
  await page.keyboard.press('Alt+N')
  const dialog = page.getByRole('dialog', { name: 'Agregar Dispositivo' })
  await field(dialog, 'Nombre').fill('Puerta trasera')
  await field(dialog, 'Serial number').fill(sn)
  await field(dialog, 'Serial number').press('Enter')
  await expect(dialog.getByText('El número de serie ya está registrado.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()

  await page.getByRole('button', { name: 'Eliminar Puerta principal' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmación' })
  await expect(confirm.getByText('¿Estás seguro de que deseas eliminar este cliente?')).toBeVisible()
  await page.route('**/v1/devices/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await confirm.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Error al eliminar el cliente')).toBeVisible()
  await expect(page.getByText('No se pudo eliminar el cliente, inténtelo de nuevo')).toBeVisible()
  await page.unroute('**/v1/devices/*')
  await confirm.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Dispositivo eliminado correctamente')).toBeVisible()
  await expect(page.getByText('No hay dispositivos registrados')).toBeVisible()
  expect(await gym.api.call('GET', '/devices/')).toEqual([])
})
