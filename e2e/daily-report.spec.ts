// The report of a day: today's, any day's, on screen and on paper.
import { expect, type Page } from '@playwright/test'
import { showMoney } from '../contract/money.ts'
import { a4, printed, roll, withoutPrinter } from './printed.ts'
import { makeUser, test } from './product.ts'
import {
  anonymousClient,
  choice,
  enter,
  field,
  gymDay,
  makeClient,
  makePlan,
  noteAttendance,
  rowsOf,
  sellPlan,
  session,
  written,
} from './scenes.ts'
import { slowDown } from './slow-processor.ts'
import { sell, stock } from './stock-scenes.ts'

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('today’s figures follow what is sold, and go on paper', async ({ page, product, gym }) => {
  const water = await stock(gym, 'Agua', 6, { min_quantity: 5 })
  const rosa = await makeClient(gym, 'Rosa Díaz')
  const plan = await makePlan(gym)
  await sellPlan(gym, plan, rosa)
  await noteAttendance(gym, rosa)
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/cash-flow')
  await page.getByRole('link', { name: 'Informe del día' }).click()
  await expect(page).toHaveURL(/\/daily-report$/)
  await expect(page).toHaveTitle('Informe del día · Torniquete')
  await expect(figure(page, 'Ingresos')).toContainText('Total$ 1,500.00')
  await expect(figure(page, 'Membresías nuevas')).toContainText('1')
  await expect(figure(page, 'Membresías renovadas')).toContainText('0')
  await expect(figure(page, 'Asistencias')).toContainText('1')
  await expect(page.getByText('Ningún producto tiene existencia baja')).toBeVisible()

  await sellPlan(gym, plan, rosa, gymDay(30))
  await sell(gym, await anonymousClient(gym), { id_product: water.id, quantity: 2 })
  await expect(figure(page, 'Ingresos')).toContainText(
    'Productos$ 50.00Otras membresías$ 3,000.00Membresías diarias$ 0.00Total$ 3,050.00',
  )
  await expect(figure(page, 'Membresías renovadas')).toContainText('1')
  await expect(rowsOf(page, 'Productos con existencia baja')).toHaveText([/Agua\s*4\s*5/])

  const print = () => page.getByRole('button', { name: 'Imprimir' }).click()
  const sheet = await printed(page, a4, print)
  expect(sheet.text).toContain(`Ingresos: total ${showMoney('3050')}`)
  expect(sheet.text).toMatch(/Gimnasio Quisqueya .* Agua 4 5/)
  expect(sheet.pages).toBe(1)
  const slip = await printed(page, roll, print)
  expect(slip.text).toContain('Membresías renovadas 1')
  expect(slip.rightEdge).toBeLessThanOrEqual(slip.width)
})

test('another day by button, by typing and by address, none to come; the palette leads there, a worker not', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await enter(page, product, gym.api, '/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await choice(page, 'Buscar clientes, pantallas y acciones').fill('reporte diario')
  await page.keyboard.press('Enter')
  const day = field(page, 'Día')
  await expect(day).toHaveValue(written(gymDay()))
  await expect(page.getByText('No hubo movimientos este día.')).toBeVisible()
  const before = page.getByRole('button', { name: 'Día anterior' })
  const after = page.getByRole('button', { name: 'Día siguiente' })
  await expect(after).toHaveAttribute('aria-disabled', 'true')
  await before.click()
  await expect(day).toHaveValue(written(gymDay(-1)))
  await expect(page).toHaveURL(new RegExp(`day=${gymDay(-1)}$`))
  await expect(page.getByText('Es la existencia de ahora, no la de aquel día.')).toBeHidden()
  await hand.write(day, '01/03/2026')
  await hand.press('Enter')
  await expect(page.getByRole('heading', { name: 'domingo, 1 de marzo de 2026' })).toBeVisible()
  await page.reload()
  await expect(day).toHaveValue('01/03/2026')
  await page.goBack()
  await expect(day).toHaveValue(written(gymDay(-1)))
  await after.press('Enter')
  await expect(day).toHaveValue(written(gymDay()))
  await expect(page).toHaveURL(/\/daily-report$/)
  await expect(after).toBeFocused()

  let fails = true
  await page.route('**/v1/statistics/daily_report?*', (route) =>
    fails ? route.fulfill({ status: 404, json: { detail: 'Ahora no se puede.' } }) : route.continue(),
  )
  await page.goto(`${product.address}/daily-report?day=${gymDay(7)}`)
  await expect(day).toHaveValue(written(gymDay()))
  await expect(page.getByText('Ahora no se puede.')).toBeVisible()
  fails = false
  // It may have asked again by itself: then there is nothing left to press.
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await retry.evaluateAll((buttons: { click(): void }[]) => buttons.map((button) => button.click()))
  await expect(figure(page, 'Asistencias')).toContainText('0')

  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await page.evaluate(`localStorage.access_token = '${worker.token}'`)
  await page.goto(`${product.address}/daily-report`)
  await expect(page.getByText('Tu rol no permite ver esta sección.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the day of a report: nothing is asked while it is typed', async ({ page, product, gym, hand }) => {
  await enter(page, product, gym.api, '/daily-report')
  const day = field(page, 'Día')
  await expect(day).toHaveValue(written(gymDay()))
  await slowDown(page, 4)
  // In their order; the day that is shown may be read anew.
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { search } = new URL(request.url())
    if (request.url().includes('daily_report') && search !== `?day=${gymDay()}`) asked.add(search)
  })
  const steps = () => page.evaluate<number>('history.length')
  const before = await steps()
  await hand.writeAndLeave(day, '5/6/2026', { pause: { after: 5, for: 800 } })
  await expect(page.getByRole('heading', { name: 'viernes, 5 de junio de 2026' })).toBeVisible()
  await expect(day).toHaveValue('05/06/2026')
  expect([...asked]).toEqual(['?day=2026-06-05'])
  expect(await steps()).toBe(before + 1)
  for (const [typed, told] of [
    ['31/02/2026', 'Esa fecha no existe'],
    [written(gymDay(1)), 'No puede estar en el futuro'],
  ] as const) {
    await hand.write(day, typed)
    await hand.press('Enter')
    await expect(page.getByText(told)).toBeVisible()
    await expect(day).toHaveValue(typed)
  }
  await hand.write(day, '')
  await hand.press('Tab')
  await expect(page.getByText('Este campo es requerido')).toBeVisible()
  await expect(page).toHaveURL(/day=2026-06-05$/)
  await day.focus()
  await hand.press('Alt+ArrowDown')
  await page
    .getByRole('dialog', { name: 'Calendario' })
    .getByRole('button', { name: '4 junio 2026', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'jueves, 4 de junio de 2026' })).toBeVisible()
  await expect(day).toBeFocused()
  expect([...asked]).toEqual(['?day=2026-06-05', '?day=2026-06-04'])
  // What was typed does not come back with the day over which it was typed.
  await hand.writeAndLeave(day, '6/6/2026')
  await expect(page).toHaveURL(/day=2026-06-06$/)
  await hand.back()
  await expect(day).toHaveValue('04/06/2026')
  await day.focus()
  await hand.press('Tab')
  await expect(day).toHaveValue('04/06/2026')
  await expect(page).toHaveURL(/day=2026-06-04$/)
})
