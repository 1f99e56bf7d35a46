import { expect } from '@playwright/test'
import { expectSums, figure, listed, makeTill, sell, tab, voidSale } from './cash-flow-scenes.ts'
import { test } from './product.ts'
import { enter, field, makePlan, sellPlan } from './scenes.ts'

test('cash flow: worker’s documents in tabs with their sums, voids apart, and a kept filter', { tag: '@deep' }, async ({
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
  // The income includes the voided 1,597.50, which `Anulaciones` takes back.
  await expectSums(page, '$ 1,757.25', '$ 1,209.50', '−$ 1,049.75')
  await expect(figure(page, 'Anulaciones')).toContainText('de ventas −$ 1,597.50')
  await expect(listed(page, 'Anulaciones')).toContainText(
    /Venta N\.º 3.*Ana Brújula.*Altagracia Peña.*Se equivocó.*\$ 1,597\.50/,
  )
  await expect(figure(page, 'Balance')).toContainText('En contra')
  await expect(rows.first()).toContainText(/3.*Ana Brújula.*Altagracia Peña.*ANULADA.*\$ 1,597\.50/)
  await expect(rows.first().locator('td').nth(2)).toHaveCSS('text-decoration-line', 'line-through')

  await sellPlan(gym, await makePlan(gym), made.client)
  await expectSums(page, '$ 3,257.25', '$ 1,209.50', '$ 450.25')
  await expect(figure(page, 'Balance')).toContainText('A favor')
  await tab(page, 'Ventas de productos').focus()
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Compras de productos')).toContainText(
    /Distribuidora Caribe.*Altagracia Peña.*\$ 1,209\.50/,
  )
  await page.keyboard.press('ArrowRight')
  await expect(listed(page, 'Ventas de membresías')).toContainText(
    /Ana Brújula.*Altagracia Peña.*Mensual.*\$ 1,500\.00/,
  )

  await hand.write(field(page, 'Nombre del trabajador'), 'tavarez')
  await hand.press('Enter')
  await expect(page.getByText('No hay ventas de membresías.')).toBeVisible()
  await expectSums(page, '$ 95.85', '$ 0.00', '$ 95.85')
  await tab(page, 'Ventas de productos').click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ramón Tavárez')
  await page.getByRole('button', { name: 'Restablecer' }).click()
  await expect(rows).toHaveCount(3)
})
