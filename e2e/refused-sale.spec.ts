// A sale that the server refuses because stock, price or product changed elsewhere.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField } from './gym-steps.ts'
import { beginWaterSale, findSaleLines } from './sale-dialog.ts'
import { listSales, makeStockedProduct, readProductQuantity } from './stock-steps.ts'

test('sale: a refusal shows changed stock, price and product at each line', async ({ page, product, gym, hand }) => {
  // Blocks change events, which would show the changes before the server's refusal.
  await page.route('**/v1/notifications/sse*', (route) => route.abort())
  const { water, dialog, sell } = await beginWaterSale(page, product, gym, 10)
  const gel = await makeStockedProduct(gym, 'Gel', 5, { code: '555666' })
  const towel = await makeStockedProduct(gym, 'Toalla', 5, { code: '111222' })
  await hand.scan('555666')
  await hand.scan('111222')
  await expect(findSaleLines(page)).toHaveCount(3)
  await hand.writeAndLeave(findField(dialog, 'Cantidad de Agua'), '10')
  const anonymous = (await gym.api.call<{ id: number }[]>('GET', '/clients/name/anonimo'))[0]?.id
  await gym.api.call('POST', '/sales/', { id_client: anonymous, items: [{ id_product: water.id, quantity: 8 }] })
  await sell.click()
  await expect(dialog.getByText('No hay suficiente existencia de Agua: quedan 2')).toBeVisible()
  await expect(findField(dialog, 'Cantidad de Agua')).toBeFocused()
  await hand.writeAndLeave(findField(dialog, 'Cantidad de Agua'), '2')
  await gym.api.call('PUT', `/products/${gel.id}`, { sale_price: null })
  await gym.api.call('DELETE', `/products/${towel.id}`)
  await sell.click()
  await expect(dialog.getByText('Gel no tiene precio de venta')).toBeVisible()
  await expect(dialog.getByText('Este producto ya no existe.')).toBeVisible()
  expect(await listSales(gym)).toHaveLength(1)
  for (const name of ['Gel', 'Toalla']) await dialog.getByRole('button', { name: `Quitar ${name}` }).click()
  await sell.click()
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  expect(await readProductQuantity(gym, water)).toBe(0)
})
