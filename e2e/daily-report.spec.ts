// The daily report, for today or any other day, on screen and printed.
import { expect, type Page } from '@playwright/test'
import { formatMoney } from '../contract/shared/money.ts'
import { test } from './browser-fixtures.ts'
import {
  findTableRows,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  readAnonymousClient,
  recordAttendance,
  sellPlan,
} from './gym-steps.ts'
import { a4Paper, capturePrint, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { makeStockedProduct, recordSale } from './stock-steps.ts'

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('daily report: includes today’s sales, on screen and printed', async ({ page, product, gym }) => {
  const water = await makeStockedProduct(gym, 'Agua', 6, { min_quantity: 5 })
  const rosa = await makeClient(gym, 'Rosa Díaz')
  const plan = await makePlan(gym)
  await sellPlan(gym, plan, rosa)
  await recordAttendance(gym, rosa)
  await replacePrintByCounter(page)
  await openScreen(page, product, gym.api, '/cash-flow')
  await page.getByRole('link', { name: 'Informe del día' }).click()
  await expect(page).toHaveURL(/\/daily-report$/)
  await expect(page).toHaveTitle('Informe del día · Torniquete')
  await expect(figure(page, 'Ingresos')).toContainText('Total$ 1,500.00')
  await expect(figure(page, 'Membresías nuevas')).toContainText('1')
  await expect(figure(page, 'Membresías renovadas')).toContainText('0')
  await expect(figure(page, 'Asistencias')).toContainText('1')
  await expect(page.getByText('Ningún producto tiene existencia baja')).toBeVisible()

  await sellPlan(gym, plan, rosa, getGymDay(30))
  await recordSale(gym, await readAnonymousClient(gym), { id_product: water.id, quantity: 2 })
  await expect(figure(page, 'Ingresos')).toContainText(
    'Productos$ 50.00Otras membresías$ 3,000.00Membresías diarias$ 0.00Total$ 3,050.00',
  )
  await expect(figure(page, 'Membresías renovadas')).toContainText('1')
  await expect(findTableRows(page, 'Productos con existencia baja')).toHaveText([/Agua\s*4\s*5/])

  const print = () => page.getByRole('button', { name: 'Imprimir' }).click()
  const sheet = await capturePrint(page, a4Paper, print)
  expect(sheet.text).toContain(`Ingresos: total ${formatMoney('3050')}`)
  expect(sheet.text).toMatch(/Gimnasio Quisqueya .* Agua 4 5/)
  expect(sheet.pages).toBe(1)
  const slip = await capturePrint(page, receiptRollPaper, print)
  expect(slip.text).toContain('Membresías renovadas 1')
  expect(slip.rightEdge).toBeLessThanOrEqual(slip.width)
})
