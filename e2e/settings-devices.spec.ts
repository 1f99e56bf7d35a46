import { expect, type Page } from '@playwright/test'
import { createTerminal } from '../terminal-simulator/terminal.ts'
import { test } from './browser-fixtures.ts'
import { findField, makeClient, openScreen } from './gym-steps.ts'

// Rows of the table of devices; the table of unknown terminals has a longer name.
const rowOf = (page: Page, text: string) =>
  page
    .getByRole('table', { name: 'Dispositivos', exact: true })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: text })

test('unknown terminal: can be registered and then receives its users @deep', async ({ page, product, gym }) => {
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
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  await expect(page.getByText('No hay dispositivos registrados')).toBeVisible()
  const start = sn.slice(0, -4)
  const register = page.getByRole('button', { name: `Registrar ${start}····` })
  await register.click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Dispositivo' })
  await expect(findField(dialog, 'Serial number')).toHaveValue(start)
  await expect(findField(dialog, 'Serial number')).toHaveAccessibleDescription(/últimos cuatro caracteres/)
  await findField(dialog, 'Nombre').fill('Puerta principal')
  await dialog.getByLabel('Sentido').selectOption('Solo salida')
  await expect(findField(dialog, 'Delay')).toHaveAccessibleDescription(/60 como máximo/)
  await findField(dialog, 'Serial number').fill(sn)
  await findField(dialog, 'Serial number').press('Enter')
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
  await expect(findField(edit, 'Nombre')).toBeDisabled()
  await expect(edit.getByText('El dispositivo Puerta principal no se puede renombrar.')).toBeVisible()
  await edit.getByLabel('Sentido').selectOption('Entrada, o entrada y salida')
  await findField(edit, 'Delay').fill('5')
  await findField(edit, 'Delay').press('Enter')
  await expect(page.getByText('Dispositivo editado con éxito')).toBeVisible()
  await expect(row).not.toContainText('Solo salida')
  await expect(row).toContainText('5 s')
  expect(await gym.api.call('GET', '/devices/')).toMatchObject([{ sn, delay: 5 }])
})
