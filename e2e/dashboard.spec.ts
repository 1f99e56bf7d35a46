// Tests the dashboard: figures of the day and notifications.
import { expect, type Page } from '@playwright/test'
import { weekdayNames } from '../contract/reports/statistics.ts'
import { type BrowserTestGym, makeUser, test } from './browser-fixtures.ts'
import {
  findTableRows,
  getGymDay,
  type ListAnswer,
  makeClient,
  makePlan,
  openApiSession,
  openScreen,
  recordAttendance,
  sellPlan,
} from './gym-steps.ts'
import { slowdownFactor } from './slowdown.ts'
import { makeStockedProduct, recordSale } from './stock-steps.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const panel = (page: Page) => card(page, 'Notificaciones')
const notices = (page: Page) => panel(page).getByRole('listitem')

const unread = async (gym: BrowserTestGym, title: string) =>
  (
    await gym.api.call<ListAnswer<{ title: string; is_read: boolean }>>('GET', '/notifications/?size_page=100')
  ).items.filter((each) => each.title === title && !each.is_read).length

test('dashboard: a worker sees the day’s figures too, and changes appear at once', async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym), ana)
  await recordAttendance(gym, ana)
  const water = await makeStockedProduct(gym, 'Agua', 100, { sale_price: '35.50' })
  await recordSale(gym, ana, { id_product: water.id, quantity: 3 })
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard')
  const income = card(page, 'Ingresos del día')
  await expect(income).toContainText('Membresías$ 1,500.00')
  await expect(income).toContainText('Productos$ 106.50')
  await expect(income).toContainText('Total$ 1,606.50')
  await expect(card(page, 'Asistentes del día')).toContainText('1')
  await expect(card(page, 'Membresías activas').getByText('1 / 0', { exact: true })).toBeVisible()

  // Each chart has a text description, and a table as an alternative.
  const day = weekdayNames[new Date(`${getGymDay()}T00:00:00Z`).getUTCDay()] ?? ''
  await expect(page.getByRole('img', { name: new RegExp(`Asistencia Semanal\\. .*${day} 1`) })).toBeVisible()
  await page.getByRole('button', { name: 'Ver tabla: Asistencia Semanal', exact: true }).click()
  await expect(findTableRows(page, 'Tabla de asistencia semanal')).toHaveText(
    weekdayNames.map((each) => `${each}${each === day ? 1 : 0}`),
  )

  // With the collapsed menu, charts and figures end at the same height.
  await page.keyboard.press('Control+b')
  const edge = (name: string) => card(page, name).evaluate((each) => Math.round(each.getBoundingClientRect().right))
  await expect.poll(async () => (await edge('Ingresos')) - (await edge('Membresías vencidas'))).toBe(0)

  // The event stream delivers the change before the next poll.
  await recordSale(gym, ana, { id_product: water.id, quantity: 1 })
  await expect(income).toContainText('Total$ 1,642.00', { timeout: 5000 * slowdownFactor })
})

test('notifications: marked as read one by one and all at once, by keyboard', async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  const water = await makeStockedProduct(gym, 'Agua', 100, { sale_price: '35.50' })
  await recordSale(gym, ana, { id_product: water.id, quantity: 100 })
  const others = [await makeClient(gym, 'Berto Díaz'), await makeClient(gym, 'Carla Núñez')]
  for (const client of [...others, ana]) await recordAttendance(gym, client)
  await openScreen(page, product, gym.api, '/dashboard')
  await expect(notices(page)).toHaveCount(4)
  await expect(notices(page).first()).toContainText('Ana Brújula ha ingresado al gimnasio.')
  await expect(notices(page).last()).toContainText('Stock agotado')
  const mark = panel(page).getByRole('button', { name: /^Marcar como leída/ })
  await mark.first().press('Enter')
  await expect(notices(page)).toHaveCount(3)
  await expect(mark.first()).toBeFocused()
  expect(await unread(gym, 'Acceso')).toBe(2)
  await expect(page.getByRole('link', { name: /^2 entradas/ })).toBeVisible()
  await page.keyboard.press('Alt+Z')
  await expect(notices(page)).toHaveCount(4)
  expect(await unread(gym, 'Acceso')).toBe(3)

  await panel(page).getByRole('button', { name: 'Marcar accesos como leídos' }).click()
  await expect(page.getByText('3 accesos marcados como leídos')).toBeVisible()
  await expect(notices(page)).toHaveText([/Stock agotado/])
  expect([await unread(gym, 'Acceso'), await unread(gym, 'Stock agotado')]).toEqual([0, 1])
  // If there are no unread notifications, the button shows a message and sends nothing.
  const all = panel(page).getByRole('button', { name: 'Marcar accesos como leídos' })
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  await expect(all).toHaveAttribute('title', 'No hay accesos sin leer')
  await mark.press('Enter')
  await expect(panel(page).getByText('No hay notificaciones nuevas')).toBeVisible()
  await expect(panel(page)).toBeFocused()

  await panel(page).getByText('Todas').click()
  await expect(page).toHaveURL(/notifications=all/)
  await expect(notices(page)).toHaveCount(4)
  const unmark = panel(page).getByRole('button', { name: /^Marcar como no leída/ })
  await unmark.first().press('Enter')
  await expect(unmark).toHaveCount(3)
  await expect(mark).toBeFocused()
  expect(await unread(gym, 'Acceso')).toBe(1)
})
