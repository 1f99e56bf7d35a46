// The dashboard: figures after a known day, notifications, and missing parts.
import { expect, type Page } from '@playwright/test'
import { weekDays } from '../contract/reports/statistics.ts'
import { type Gym, makeUser, test } from './product.ts'
import {
  anonymousClient,
  enter,
  gymDay,
  type List,
  makeClient,
  makePlan,
  noteAttendance,
  rowsOf,
  sellPlan,
  session,
} from './scenes.ts'
import { slowdown } from './slowdown.ts'
import { sell, stock } from './stock-scenes.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const panel = (page: Page) => card(page, 'Notificaciones')
const notices = (page: Page) => panel(page).getByRole('listitem')

interface Stored {
  id_notification: number
  title: string
  is_read: boolean
}

const stored = async (gym: Gym) => (await gym.api.call<List<Stored>>('GET', '/notifications/?size_page=100')).items
const unread = async (gym: Gym, title: string) =>
  (await stored(gym)).filter((each) => each.title === title && !each.is_read).length

/** Ana renews, Berto's month has ended, Carla buys a fortnight; a passer-by enters twice on day passes. */
async function makeDay(gym: Gym) {
  const [month, fortnight] = [await makePlan(gym), await makePlan(gym, 'Quincenal', 15)]
  const plans = await gym.api.call<{ id: number; name: string }[]>('GET', '/memberships/')
  const daily = plans.find(({ name }) => name === 'Membresía Diaria')
  if (!daily) throw new Error('a gym without Membresía Diaria')
  await gym.api.call('PUT', `/memberships/${daily.id}`, { price: '200.50' })
  await gym.api.call('PUT', `/memberships/${fortnight.id}`, { price: '900.00' })
  const [ana, berto, carla] = [
    await makeClient(gym, 'Ana Brújula'),
    await makeClient(gym, 'Berto Luna'),
    await makeClient(gym, 'Carla Núñez'),
  ]
  await sellPlan(gym, month, ana)
  await sellPlan(gym, month, berto, gymDay(-30))
  await sellPlan(gym, fortnight, carla)
  const anonymous = await anonymousClient(gym)
  for (let visit = 0; visit < 2; visit += 1) {
    await sellPlan(gym, daily, anonymous)
    await noteAttendance(gym, anonymous)
  }
  for (const client of [ana, ana, carla]) await noteAttendance(gym, client)
  const water = await stock(gym, 'Agua', 100, { sale_price: '35.50' })
  await sell(gym, ana, { id_product: water.id, quantity: 3 })
  return { ana, water }
}

test('dashboard: shows the day’s figures to a worker too, and updates at once', async ({ page, product, gym }) => {
  const { ana, water } = await makeDay(gym)
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await enter(page, product, worker, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dashboard')
  // 1500 for Ana, 1500 for Berto, 900 for Carla, twice 200.50; three bottles at 35.50.
  const income = card(page, 'Ingresos del día')
  await expect(income).toContainText('Membresías$ 4,301.00')
  await expect(income).toContainText('Productos$ 106.50')
  await expect(income).toContainText('Total$ 4,407.50')
  await expect(income.getByRole('term')).toHaveText(['Membresías', 'Productos', 'Total'])
  await expect(card(page, 'Asistentes del día')).toContainText('4')
  const active = card(page, 'Membresías activas')
  await expect(active.getByText('2 / 2', { exact: true })).toBeVisible()
  await expect(active.getByText('2 clientes / 2 anónimos hoy')).toBeVisible()
  await expect(card(page, 'Membresías vencidas').getByText('1', { exact: true })).toBeVisible()

  // Each chart has a description and a table.
  const day = weekDays[new Date(`${gymDay()}T00:00:00Z`).getUTCDay()] ?? ''
  const week = page.getByRole('img', { name: new RegExp(`Asistencia Semanal\\. .*${day} 4`) })
  for (const each of weekDays) await expect(week.getByText(each.slice(0, 3), { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /Activas\. Mensual 1, Quincenal 1\./ })).toBeVisible()
  const show = (name: string) => page.getByRole('button', { name: `Ver tabla: ${name}`, exact: true }).click()
  await show('Asistencia Semanal')
  await expect(rowsOf(page, 'Tabla de asistencia semanal')).toHaveText(
    weekDays.map((each) => `${each}${each === day ? 4 : 0}`),
  )
  await show('Ingresos')
  const shares = ['Productos$ 106.50', 'Membresías diarias$ 401.00', 'Otras membresías$ 3,900.00']
  await expect(rowsOf(page, 'Tabla de ingresos')).toHaveText(shares)
  await expect(card(page, 'Ingresos').getByRole('listitem').first()).toHaveText('Productos 2 %')

  // With the narrow menu, charts and figures end at the same height.
  await page.keyboard.press('Control+b')
  const edge = (name: string) => card(page, name).evaluate((each) => Math.round(each.getBoundingClientRect().right))
  await expect.poll(async () => (await edge('Ingresos')) - (await edge('Membresías vencidas'))).toBe(0)

  // The change arrives before the next poll.
  await sell(gym, ana, { id_product: water.id, quantity: 1 })
  await expect(income).toContainText('Total$ 4,443.00', { timeout: 5000 * slowdown })
})

test('notifications: marked as read singly and all at once by keyboard', async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  const water = await stock(gym, 'Agua', 100, { sale_price: '35.50' })
  await sell(gym, ana, { id_product: water.id, quantity: 100 })
  const others = [await makeClient(gym, 'Berto Díaz'), await makeClient(gym, 'Carla Núñez')]
  for (const client of [...others, ana]) await noteAttendance(gym, client)
  await enter(page, product, gym.api, '/dashboard')
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
  // Without unread ones the button says so and sends nothing.
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
