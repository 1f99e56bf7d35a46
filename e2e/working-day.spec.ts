// A worker's day by keyboard: login, new client, sale, search, print, logout.
import { expect, type Page } from '@playwright/test'
import { makeUser, test, userPassword } from './browser-fixtures.ts'
import {
  collectPageErrors,
  findCombobox,
  findField,
  getGymDay,
  listClients,
  makePlan,
  recordAttendance,
  tableRows,
} from './gym-steps.ts'
import { findSaleLines, scanCode } from './sale-dialog.ts'
import { SimulatedUser } from './simulated-user.ts'
import { stock } from './stock-steps.ts'

/** Opens a screen or runs an action through the command palette. */
async function goTo(page: Page, words: string, keys: readonly string[] = ['Enter']): Promise<void> {
  // Repeats the hotkey, because keys are ignored while a page loads.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(findCombobox(page, 'Buscar clientes, pantallas y acciones')).toBeFocused({ timeout: 1500 })
  }).toPass()
  // Typed at a person's pace: faster keys would be read as a scanned code.
  await new SimulatedUser(page).type(words, { pace: 50 })
  for (const key of keys) await page.keyboard.press(key)
  // The palette closes once the chosen entry has run.
  await expect(findCombobox(page, 'Buscar clientes, pantallas y acciones')).toHaveCount(0)
}

test('working day: all of a worker’s tasks can be done by keyboard @deep', async ({ page, product, gym }) => {
  const username = await makeUser(gym, 'gym_worker')
  await makePlan(gym)
  await stock(gym, 'Agua', 10, { code: '7460000000011', sale_price: '35.00' })
  await page.addInitScript('window.print = () => { window.printed = true }')
  const complaints = collectPageErrors(page)

  await page.goto(`${product.address}/`)
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(userPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await goTo(page, 'nuevo cliente')
  const form = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(findField(form, 'Nombre')).toBeFocused()
  await page.keyboard.type('Yésica Núñez')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()

  await goTo(page, 'vender membresía')
  const payment = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(payment, 'Cliente')).toBeFocused()
  await page.keyboard.type('nunez')
  await expect(page.getByRole('option', { selected: true })).toContainText('Yésica Núñez')
  await page.keyboard.press('Enter')
  await expect(findCombobox(payment, 'Plan')).toBeFocused()
  await page.keyboard.type('mens')
  await expect(page.getByRole('option', { name: /Mensual/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(findCombobox(payment, 'Plan')).toHaveValue('Mensual')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  const [client] = (await listClients(gym)).items
  expect(client?.membership).toMatchObject({ name: 'Mensual', expire_membership: getGymDay(30) })

  await goTo(page, 'facturación')
  await page.keyboard.press('Alt+KeyP')
  await expect(findCombobox(page, 'Producto')).toBeFocused()
  await scanCode(page, '7460000000011')
  await scanCode(page, '7460000000011')
  await expect(findField(findSaleLines(page), 'Cantidad de Agua')).toHaveValue('2')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  await page.keyboard.press('Alt+KeyF')
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
  await expect(bill).toContainText('$ 70.00')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('window.printed')).toBe(true)
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)

  if (client) await recordAttendance(gym, client)
  await goTo(page, 'asistencia')
  await expect(tableRows(page, 'Asistencias').filter({ hasText: 'Yésica Núñez' })).toHaveCount(1)
  await goTo(page, 'yesica')
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toContainText('Puede entrar')
  await page.keyboard.press('Escape')
  // Logout must be marked with the arrow key first; Enter alone does not run it.
  await goTo(page, 'cerrar sesión', ['ArrowDown', 'Enter'])
  await expect(page.getByLabel('Usuario')).toBeFocused()
  expect(complaints).toEqual([])
})
