// The charts of Flujo de Caja: revenue by worker, on screen and on paper.
import { expect } from '@playwright/test'
import { lastPeriods } from '../contract/statistics.ts'
import { listed, makeTill, sell, voidSale } from './cash-flow-scenes.ts'
import { a4, printed, withoutPrinter } from './printed.ts'
import { test } from './product.ts'
import { enter, gymDay } from './scenes.ts'

test('the charts by worker: their numbers, their periods, and on paper', async ({ page, product, gym }) => {
  await withoutPrinter(page)
  const made = await makeTill(product, gym)
  await enter(page, product, gym.api, '/cash-flow?tab=charts')
  const nothing = page.getByText('No hay beneficios en el periodo selecciondado')
  await expect(nothing).toHaveCount(2)
  await sell(gym.api, made.product, made.client, 2)
  await sell(made.worker, made.product, made.client, 3)
  await voidSale(gym, await sell(gym.api, made.product, made.client, 50))
  await page.reload()
  await expect(nothing).toHaveCount(1)
  const title = 'Ventas de productos por trabajador'
  await page.getByRole('button', { name: `Ver tabla: ${title}` }).click()
  const rows = listed(page, title)
  await expect(page.getByRole('columnheader')).toHaveText(['Periodo', 'Ramón Tavárez', 'Altagracia Peña', 'Total'])
  const year = gymDay().slice(0, 4)
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: year })).toHaveText(`${year}$ 95.85$ 63.90$ 159.75`)
  await expect(rows.filter({ hasText: String(Number(year) - 4) })).toHaveText(/\$ 0\.00\$ 0\.00\$ 0\.00$/)
  const choices = page.getByRole('radiogroup', { name: `Periodo de ${title}` })
  for (const [period, label] of [
    ['weekly', 'Semanal'],
    ['monthly', 'Mensual'],
    ['quarterly', 'Trimestral'],
  ] as const) {
    await choices.getByText(label).click()
    await expect(rows).toHaveCount(lastPeriods(period, gymDay()).length + 1)
    await expect(rows.nth(-2)).toContainText('$ 159.75')
    await expect(page).toHaveURL(new RegExp(`sales_period=${period}`))
  }
  const quarter = `T${Math.ceil(Number(gymDay().slice(5, 7)) / 3)} ${year}`
  const chart = page.getByRole('img', { name: /productos por trabajador/ })
  await expect(chart.getByText(quarter, { exact: true })).toBeVisible()
  await expect(chart.getByText(`${quarter}, Ramón Tavárez: $ 95.85`)).toBeAttached()

  const { text } = await printed(page, a4, () => page.getByRole('button', { name: `Imprimir ${title}` }).click())
  for (const part of [`${title} (Trimestral)`, quarter, 'Ramón Tavárez', '$ 95.85', 'Todos', '$ 159.75'])
    expect(text).toContain(part)
  for (const part of ['Ventas de membresías', 'Cerrar sesión', 'Gráficos']) expect(text).not.toContain(part)
})
