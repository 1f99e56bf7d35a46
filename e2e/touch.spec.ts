// The till on a touch screen: best sellers are one tap away.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { test } from './product.ts'
import { beginSale, saleDialog, saleLines } from './sale-dialog.ts'
import { enter, field } from './scenes.ts'
import { listSales, stock } from './stock-scenes.ts'

test('touch: best sellers come first, and no tile moves during a sale @deep', async ({ product, gym, browser }) => {
  for (const name of ['Agua', 'Batido', 'Creatina', 'Guantes', 'Jugo', 'Manzana', 'Proteína', 'Shaker', 'Toalla'])
    await stock(gym, name, 5)
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await enter(page, product, gym.api, '/billing')
  await beginSale(page)
  const tiles = saleDialog(page).getByRole('group', { name: 'Productos frecuentes' }).getByRole('button')
  await expect(tiles).toHaveText([/Agua/, /Batido/, /Creatina/])
  const places = () => tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top))
  const before = await places()
  for (const tile of await tiles.all()) expect((await tile.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await tiles.nth(2).tap()
  await tiles.nth(2).tap()
  await tiles.first().tap()
  await expect(saleLines(page)).toHaveCount(2)
  await expect(field(saleDialog(page), 'Cantidad de Creatina')).toHaveValue('2')
  await expect(tiles.nth(2)).toHaveText(/Creatina/)
  expect(await places()).toEqual(before)
  await saleDialog(page).getByRole('button', { name: 'Vender', exact: true }).tap()
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  expect(await listSales(gym)).toMatchObject([
    {
      sales_bill_items: [
        { product_name: 'Creatina', quantity: 2 },
        { product_name: 'Agua', quantity: 1 },
      ],
    },
  ])
  await expect(saleDialog(page)).toHaveCount(0)
  await beginSale(page)
  await expect(tiles.nth(0)).toHaveText(/Creatina/)
  await expect(tiles.nth(1)).toHaveText(/Agua/)
  await expectNoBarrier(page, 'tiles')
  await context.close()
})
