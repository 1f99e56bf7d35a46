// A printed list never contains rows of a former filter, an unmarked part of the rows, or a sum without its rows.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, findTableRows, formatDay, getGymDay, makeClient, openScreen } from './gym-steps.ts'
import { holdRequest } from './hold-request.ts'
import { a4Paper, capturePrint, printPage, replacePrintByCounter } from './print-output.ts'
import { makeStockedProduct, pressButton, recordSale } from './stock-steps.ts'

const waitsFor = 'Todavía se está cargando'

test('printed list: has no rows of the former filter after a change @deep', async ({ page, product, gym, hand }) => {
  const water = await makeStockedProduct(gym, 'Agua', 60)
  for (const name of ['Ana Brújula', 'Zoila Ceballos'])
    await recordSale(gym, await makeClient(gym, name), { id_product: water.id, quantity: 1 })
  await replacePrintByCounter(page)
  await openScreen(page, product, gym.api, '/clients')
  await expect(findTableRows(page, 'Clientes')).toHaveCount(2)
  const clients = await holdRequest(page, /clients\/\?.*client_name=zoila/)
  await hand.write(findField(page, 'Buscar cliente'), 'zoila')
  await expect(page).toHaveURL(/name=zoila/)
  await expect(page.getByRole('table', { name: 'Clientes' })).toHaveAttribute('aria-busy', 'true')
  const early = await printPage(page, a4Paper)
  expect(early.text).toContain(`Búsqueda: zoila · ${waitsFor}`)
  expect(early.text).not.toContain('Ana')
  clients()
  await expect(findTableRows(page, 'Clientes')).toHaveCount(1)
  expect((await printPage(page, a4Paper)).text).toMatch(/Búsqueda: zoila.*Zoila Ceballos/)

  // The list without a filter has too many rows to be printed; with a filter it has few.
  await page.route(/sales\/\?(?!.*client_name)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 50_000, pages: 5000 } })
  })
  const panel = page.getByRole('group', { name: 'Ventas de productos' })
  for (const ask of [
    () => panel.getByRole('button', { name: 'Imprimir Ventas de productos' }).click(),
    () => page.keyboard.press('Control+P'),
  ]) {
    await page.goto(`${product.address}/billing`)
    await expect(findTableRows(page, 'Ventas de productos')).toHaveCount(2)
    const answer = await holdRequest(page, /sales\/\?.*client_name=zoila/)
    await hand.write(findField(panel, 'Nombre del cliente'), 'zoila')
    await pressButton(panel, 'Buscar')
    await expect(page).toHaveURL(/sales_name=zoila/)
    await expect(page.getByRole('table', { name: 'Ventas de productos' })).toHaveAttribute('aria-busy', 'true')
    expect((await printPage(page, a4Paper)).text).toContain(`${formatDay(getGymDay())} · Cliente: zoila · ${waitsFor}`)
    const { text } = await capturePrint(page, a4Paper, async () => {
      await ask()
      await expect(panel.getByText('Esperando la lista…')).toBeVisible()
      expect(await page.getByText('Son demasiadas filas').count()).toBe(0)
      answer()
    })
    expect(text).toContain('Cliente: zoila · 1 venta · $ 25.00')
    expect(text).toContain('Zoila Ceballos')
    expect(text).not.toContain('Ana')
  }
})
