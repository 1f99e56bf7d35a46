// The lists of Flujo de Caja: their sums against what was sold and bought, their filter, their bills and their Excel.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { dayIn } from '../contract/dates.ts'
import { expectNoBarrier } from './barriers.ts'
import { expectSums, figure, listed, makeTill, sell, stock, tab, voidSale } from './cash-flow-scenes.ts'
import { dayLength, setClockWrong } from './hand.ts'
import { test } from './product.ts'
import { complaintsOf, enter, field, makeClient, makePlan, sellPlan, written } from './scenes.ts'
import { slowdown } from './slowdown.ts'

test('the sums are those of the documents, for the worker that is asked for, voids apart', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const made = await makeTill(product, gym)
  await sell(gym.api, made.product, made.client, 2)
  await sell(made.worker, made.product, made.client, 3)
  await voidSale(gym, await sell(gym.api, made.product, made.client, 50))
  await enter(page, product, gym.api, '/cash-flow')
  const rows = listed(page, 'Ventas de productos')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('table', { name: 'Ventas de productos' }).getByRole('columnheader')).toHaveText([
    'Número',
    'Fecha',
    'Cliente',
    'Trabajador',
    'Total',
  ])
  // 71.00 − 7.10 and 106.50 − 10.65; 1,025.00 + 18 %
  // Of the voided one 1,597.50, booked and taken back.
  await expectSums(page, '$ 1,757.25', '$ 1,209.50', '−$ 1,049.75')
  await expect(figure(page, 'Anulaciones')).toContainText('de ventas −$ 1,597.50')
  await expect(listed(page, 'Anulaciones')).toContainText(
    /Venta N\.º 3.*Ana Brújula.*Altagracia Peña.*Se equivocó.*\$ 1,597\.50/,
  )
  await expect(figure(page, 'Balance')).toContainText('En contra')
  await expect(figure(page, 'Balance').locator('[data-tone=bad]')).toHaveCSS('color', 'rgb(248, 113, 113)')
  await expect(rows.first()).toContainText(/3.*Ana Brújula.*Altagracia Peña.*ANULADA.*\$ 1,597\.50/)
  await expect(rows.first().locator('td').nth(2)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(rows.nth(1)).not.toContainText('ANULADA')

  await sellPlan(gym, await makePlan(gym), made.client)
  await expectSums(page, '$ 3,257.25', '$ 1,209.50', '$ 450.25')
  await expect(figure(page, 'Balance')).toContainText('A favor')
  await expect(figure(page, 'Balance').locator('[data-tone=good]')).toBeVisible()
  await tab(page, 'Ventas de productos').focus()
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Compras de productos')).toContainText(
    /Distribuidora Caribe.*Altagracia Peña.*\$ 1,209\.50/,
  )
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Ventas de membresías')).toContainText(
    /Ana Brújula.*Altagracia Peña.*Mensual.*\$ 1,500\.00/,
  )
  await expectSums(page, '$ 3,257.25', '$ 1,209.50', '$ 450.25')

  const search = page.getByRole('button', { name: 'Buscar', exact: true })
  await expect(search).toHaveCount(0)
  await hand.write(field(page, 'Nombre del trabajador'), 'tavarez', { pause: { after: 3, for: 500 } })
  await search.click()
  await expect(page.getByText('No hay ventas de membresías.')).toBeVisible()
  await expectSums(page, '$ 95.85', '$ 0.00', '$ 95.85')
  await tab(page, 'Compras de productos').click()
  await expect(page.getByText('No hay compras de productos.')).toBeVisible()
  await tab(page, 'Ventas de productos').click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ramón Tavárez')
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect(rows).toHaveCount(3)
  await expect(field(page, 'Nombre del trabajador')).toBeFocused()
})

test('a row opens its bill by keyboard, and the focus comes back; voided there, it is taken back', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const made = await makeTill(product, gym)
  await sell(gym.api, made.product, made.client, 2)
  await enter(page, product, gym.api, '/cash-flow')
  const row = listed(page, 'Ventas de productos')
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  const bill = page.getByRole('dialog', { name: /^Factura/ })
  await expect(bill.getByText('$ 63.90').first()).toBeVisible()
  await page.reload()
  await expect(bill).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bill).toHaveCount(0)
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await bill.getByRole('button', { name: 'Anular' }).click()
  await hand.write(page.getByRole('textbox', { name: /Motivo/ }), 'Se equivocó')
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^Anular/ })
    .click()
  await expect(bill.getByText('ANULADA')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('link')).toBeFocused()
  await expect(row).toContainText('ANULADA')
  await expect(figure(page, 'Anulaciones')).toContainText('$ 63.90')
  await expect(figure(page, 'Balance')).toContainText('−$ 1,209.50')
})

test('today is the gym’s own day, and another day is another list', async ({ page, product, gym, hand }) => {
  const made = await makeTill(product, gym)
  await sell(gym.api, made.product, made.client, 1)
  const rows = listed(page, 'Ventas de productos')
  await setClockWrong(page, dayLength)
  // 25 hours apart: their days are never the same.
  const days = { 'Pacific/Kiritimati': '', 'Pacific/Niue': '' }
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue'] as const) {
    await gym.api.call('PUT', '/gym-info/', { timeZone: zone })
    days[zone] = dayIn(zone, new Date())
    await enter(page, product, gym.api, '/cash-flow')
    await expect(field(page, 'Fecha de inicio')).toHaveValue(written(days[zone]))
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(written(days[zone]))
  }
  const other = days['Pacific/Kiritimati']
  await hand.writeAndLeave(field(page, 'Fecha de fin'), written(other))
  await hand.writeAndLeave(field(page, 'Fecha de inicio'), written(other))
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByText('No hay ventas de productos.')).toBeVisible()
  await expectSums(page, '$ 0.00', '$ 0.00', '$ 0.00')
  // From no row at once to one: nothing stands in between.
  await page.goBack()
  await expect(rows).toHaveCount(1)
})

test('the Excel holds all of the filter, numbers as numbers, dates as dates', async ({ page, product, gym }) => {
  const made = await makeTill(product, gym)
  await sell(gym.api, made.product, made.client, 2)
  await voidSale(gym, await sell(made.worker, made.product, made.client, 1))
  await enter(page, product, gym.api, '/cash-flow')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel Ventas de productos' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Ventas de productos.xlsx')
  const [sheet] = await readExcel(await readFile(await file.path()))
  expect(sheet?.sheet).toBe('Hoja1')
  expect(sheet?.data).toEqual([
    ['Número', 'Fecha', 'Cliente', 'Trabajador', 'Total', 'Anulado', 'Estado', 'Forma de pago'],
    [2, expect.any(Date), 'Ana Brújula', 'Ramón Tavárez', 0, 31.95, 'ANULADA', 'Efectivo'],
    [1, expect.any(Date), 'Ana Brújula', 'Altagracia Peña', 63.9, null, null, 'Efectivo'],
  ])
})

/** Scrolls a list to its end: in how many frames, and the milliseconds of the processor's work for each. */
async function scrollThrough(page: Page): Promise<{ frames: number; work: number }> {
  const developer = await page.context().newCDPSession(page)
  await developer.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await developer.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const before = await worked()
  const frames = await page.evaluate<number>(`new Promise((resolve) => {
    const list = document.querySelector('section[aria-label="Ventas de productos"]')
    let frames = 0
    const step = () => {
      frames++
      list.scrollTop += 150
      if (list.scrollTop + list.clientHeight < list.scrollHeight - 1) requestAnimationFrame(step)
      else resolve(frames)
    }
    requestAnimationFrame(step)
  })`)
  return { frames, work: ((await worked()) - before) / frames }
}

test('a thousand rows scroll smoothly, of which only what is seen is drawn', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Ana Brújula')
  const { product: bottle } = await stock(gym, 1100)
  for (let made = 0; made < 1005; made += 15)
    await Promise.all(Array.from({ length: 15 }, () => sell(gym.api, bottle, client, 1)))
  await enter(page, product, gym.api, '/cash-flow')
  await expect(page.getByText('1,005 ventas')).toBeVisible()
  const table = page.getByRole('table', { name: 'Ventas de productos' })
  await expect(table).toHaveAttribute('aria-rowcount', '1001')
  expect(await table.locator('tr').count()).toBeLessThan(100)
  // Beside other tests a page waits for its turn: what is held to a bound is its own work. The benchmark times frames.
  const { frames, work } = await scrollThrough(page)
  expect(frames).toBeGreaterThan(200)
  expect(work).toBeLessThan(25 * slowdown)
  await expect(table.locator('[aria-rowindex="1001"]')).toBeInViewport()
  expect(await table.locator('tr').count()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(listed(page, 'Ventas de productos')).toHaveCount(5)
  // 1005 × (35.50 − 3.55)
  await expect(figure(page, 'Ingresos')).toContainText('$ 32,109.75')
})

test('a worker is refused; who may see it finds no barrier, in both themes', async ({
  page,
  product,
  gym,
  browser,
}) => {
  const made = await makeTill(product, gym)
  await enter(page, product, made.worker, '/cash-flow')
  await expect(page.getByText('Tu rol no permite ver esta sección.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('link', { name: 'Flujo de Caja' })).toHaveCount(0)
  for (const path of ['/purchase/', '/statistics/sales_by_user', '/statistics/membership_sales_by_user'])
    await expect(made.worker.call('GET', path)).rejects.toThrow(/ 403 /)

  await voidSale(gym, await sell(gym.api, made.product, made.client, 2))
  await sell(gym.api, made.product, made.client, 2)
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await context.newPage()
  const complaints = complaintsOf(other)
  await enter(other, product, gym.api, '/cash-flow?user=a')
  await expect(listed(other, 'Ventas de productos')).toHaveCount(2)
  await expect(figure(other, 'Balance')).toContainText('En contra')
  await expectNoBarrier(other, 'list')
  await tab(other, 'Gráficos').click()
  await other.getByRole('button', { name: /^Ver tabla/ }).click()
  await expect(listed(other, 'Ventas de productos por trabajador').first()).toBeVisible()
  await expectNoBarrier(other, 'charts')
  expect(complaints).toEqual([])
  await context.close()
})
