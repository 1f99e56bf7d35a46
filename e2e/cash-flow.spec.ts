import { expect, type Locator, type Page } from '@playwright/test'
import { makeUser, test } from './browser-fixtures.ts'
import {
  findCashFlowFigure,
  findField,
  findTableRows,
  makeClient,
  makePlan,
  openApiSession,
  openScreen,
  sellPlan,
} from './gym-steps.ts'
import { makeStockedProduct, recordSale } from './stock-steps.ts'

/** Rows of a list that contain data, and not loading placeholders. */
const listed = (page: Page, list: string): Locator => findTableRows(page, list).filter({ hasText: '$' })

async function expectSums(page: Page, income: string, expenses: string, balance: string) {
  await expect(findCashFlowFigure(page, 'Ingresos')).toContainText(income)
  await expect(findCashFlowFigure(page, 'Egresos')).toContainText(expenses)
  await expect(findCashFlowFigure(page, 'Balance')).toContainText(balance)
}

test('cash flow: shows documents, sums and voids, and keeps its filter @deep', async ({ page, product, gym, hand }) => {
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  const ana = await makeClient(gym, 'Ana Brújula')
  const { id } = await makeStockedProduct(gym, 'Agua', 40, { sale_price: '35.50' })
  const line = (quantity: number) => ({ id_product: id, quantity, discount: 10 })
  await recordSale(gym, ana, line(2))
  await worker.call('POST', '/sales/', { id_client: ana.id, items: [line(3)] })
  const wrong = await recordSale(gym, ana, line(30))
  await gym.api.call('POST', `/sales/${wrong.id}/void`, { reason: 'Se equivocó' })
  await openScreen(page, product, gym.api, '/cash-flow')
  const rows = listed(page, 'Ventas de productos')
  await expect(rows).toHaveCount(3)
  // The income still includes the voided sale of 958.50, which the figure `Anulaciones` subtracts.
  await expectSums(page, '$ 1,118.25', '$ 1,416.00', '−$ 1,256.25')
  await expect(findCashFlowFigure(page, 'Anulaciones')).toContainText('de ventas−$ 958.50')
  await expect(listed(page, 'Anulaciones')).toContainText(
    /Venta N\.º 3.*Ana Brújula.*Altagracia Peña.*Se equivocó.*\$ 958\.50/,
  )
  await expect(findCashFlowFigure(page, 'Balance')).toContainText('En contra')
  await expect(rows.first()).toContainText(/3.*Ana Brújula.*Altagracia Peña.*ANULADA.*\$ 958\.50/)
  await expect(rows.first().locator('td').nth(2)).toHaveCSS('text-decoration-line', 'line-through')

  await sellPlan(gym, await makePlan(gym), ana)
  await expectSums(page, '$ 2,618.25', '$ 1,416.00', '$ 243.75')
  await expect(findCashFlowFigure(page, 'Balance')).toContainText('A favor')
  await page.getByRole('tab', { name: 'Ventas de productos' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Compras de productos')).toContainText(/Corripio.*Altagracia Peña.*\$ 1,416\.00/)
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Ventas de membresías')).toContainText(
    /Ana Brújula.*Altagracia Peña.*Mensual.*\$ 1,500\.00/,
  )

  await hand.write(findField(page, 'Nombre del trabajador'), 'tavarez')
  await hand.press('Enter')
  await expect(page.getByText('No hay ventas de membresías.')).toBeVisible()
  await expectSums(page, '$ 95.85', '$ 0.00', '$ 95.85')
  await page.getByRole('tab', { name: 'Ventas de productos' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ramón Tavárez')
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect(rows).toHaveCount(3)
})
