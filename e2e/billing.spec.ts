// Tests printing and Excel export of the lists on the billing screen (Facturación).
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { collectPageErrors, makeClient, openScreen } from './gym-steps.ts'
import { a4Paper, capturePrint, replacePrintByCounter } from './print-output.ts'
import { downloadExcel, makeStockedProduct, productSalesTitle, recordSale } from './stock-steps.ts'

test('sale lists: Excel and print contain all filtered rows', async ({ page, product, gym }) => {
  const water = await makeStockedProduct(gym, 'Agua', 100, { sale_price: '50.25' })
  const jose = await makeClient(gym, 'José Núñez')
  for (let quantity = 1; quantity <= 12; quantity++)
    await recordSale(gym, jose, { id_product: water.id, quantity, tax: 18 })
  await recordSale(gym, await makeClient(gym, 'Rosa Díaz'), { id_product: water.id, quantity: 1 })
  await replacePrintByCounter(page)
  const complaints = collectPageErrors(page)
  await openScreen(page, product, gym.api, '/billing?sales_name=jose')
  const sheet = await downloadExcel(page, productSalesTitle)
  // 12 sales, a row of titles and a row of totals.
  expect(sheet).toHaveLength(14)
  expect(sheet[1]?.slice(2, 6)).toEqual(['José Núñez', 'Altagracia Peña', '12 × Agua', 603])

  const press = () => page.getByRole('button', { name: `Imprimir ${productSalesTitle}` }).click()
  const { text } = await capturePrint(page, a4Paper, press)
  // Net 78 × 50.25 = 3919.50; tax, 18 % of each sale, is 705.54, because six sales round half a cent up.
  expect(text).toContain('Cliente: jose · 12 ventas · $ 4,625.04')
  expect(text.match(/José Núñez/g)).toHaveLength(12)
  expect(text).not.toContain('Rosa')
  expect(complaints).toEqual([])
})
