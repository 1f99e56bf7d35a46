// What becomes of a sale between its being sent and its answer, and of what is scanned meanwhile.
import { expect, type Page } from '@playwright/test'
import { holdBack } from './hold-back.ts'
import { test } from './product.ts'
import { beginWaterSale, linesOf, waterCode } from './sale-dialog.ts'
import { field } from './scenes.ts'
import { quantityOf, salesOf, stock } from './stock-scenes.ts'

/** Sales stop on their way to the server until they are let go. */
const holdSales = (page: Page): Promise<() => void> => holdBack(page, '**/v1/sales/', { method: 'POST' })

test('what is scanned while a sale is sent is the next sale’s, and what was sent is never sold again', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await stock(gym, 'Gel', 9, { code: '555666' })
  const { dialog } = await beginWaterSale(page, product, gym)
  const letGo = await holdSales(page)
  await hand.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Vendiendo' })).toBeVisible()
  await hand.scan('555666')
  await expect(page.getByText('Se agregó a la venta siguiente')).toBeVisible()
  await hand.scan(waterCode)
  await hand.write(field(dialog, 'Cantidad de Agua'), '7')
  await dialog.getByRole('button', { name: 'Quitar Agua' }).click()
  await expect(linesOf(page)).toHaveCount(1)
  await expect(field(dialog, 'Cantidad de Agua')).toHaveValue('1')
  letGo()
  await expect(field(dialog, 'Cantidad de Gel')).toHaveValue('1')
  await expect(linesOf(page)).toHaveCount(2)
  expect(await salesOf(gym)).toMatchObject([{ amount_total: '25.00' }])
  await hand.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await salesOf(gym)).toMatchObject([{ amount_total: '50.00' }, { amount_total: '25.00' }])
  await expect(page.getByRole('button', { name: /Ventas en espera/ })).toHaveCount(0)
})

test('what changed meanwhile is said at its line: stock, price, the product itself', async ({
  page,
  product,
  gym,
  hand,
}) => {
  // Announcements would tell it at once: only the refusal may.
  await page.route('**/v1/notifications/sse*', (route) => route.abort())
  const { water, dialog, sell } = await beginWaterSale(page, product, gym, 10)
  const gel = await stock(gym, 'Gel', 5, { code: '555666' })
  const towel = await stock(gym, 'Toalla', 5, { code: '111222' })
  await hand.scan('555666')
  await hand.scan('111222')
  await expect(linesOf(page)).toHaveCount(3)
  await hand.writeAndLeave(field(dialog, 'Cantidad de Agua'), '10')
  const anonymous = (await gym.api.call<{ id: number }[]>('GET', '/clients/name/anonimo'))[0]?.id
  await gym.api.call('POST', '/sales/', { id_client: anonymous, items: [{ id_product: water.id, quantity: 8 }] })
  await sell.click()
  await expect(dialog.getByText('No hay suficiente existencia de Agua: quedan 2')).toBeVisible()
  await expect(field(dialog, 'Cantidad de Agua')).toBeFocused()
  await hand.writeAndLeave(field(dialog, 'Cantidad de Agua'), '2')
  await gym.api.call('PUT', `/products/${gel.id}`, { sale_price: null })
  await gym.api.call('DELETE', `/products/${towel.id}`)
  await sell.click()
  await expect(dialog.getByText('Gel no tiene precio de venta')).toBeVisible()
  await expect(dialog.getByText('Este producto ya no existe.')).toBeVisible()
  expect(await salesOf(gym)).toHaveLength(1)
  for (const name of ['Gel', 'Toalla']) await dialog.getByRole('button', { name: `Quitar ${name}` }).click()
  await sell.click()
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  expect(await quantityOf(gym, water)).toBe(0)
})
