// Facturación's lists: what they show, filter, print and save.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { a4, printed, withoutPrinter } from './printed.ts'
import { test } from './product.ts'
import { complaintsOf, enter, field, gymDay, makeClient, makePlan, rowsOf, sellPlan, written } from './scenes.ts'
import { excelOf, membershipSales, panel, productSales, sell, stock } from './stock-scenes.ts'

test('sale lists: show today’s sales with their sums, each with its own filter', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const water = await stock(gym, 'Agua', 100, { sale_price: '50.00' })
  const jose = await makeClient(gym, 'José Núñez')
  const rosa = await makeClient(gym, 'Rosa Díaz')
  await sell(gym, jose, { id_product: water.id, quantity: 3, discount: 10, tax: 18 }) // 150 − 15 + 27
  await sell(gym, rosa, { id_product: water.id, quantity: 1 })
  await sellPlan(gym, await makePlan(gym), rosa)
  await enter(page, product, gym.api, '/billing')
  await expect(panel(page, productSales).getByText('2 ventas · $ 212.00')).toBeVisible()
  await expect(panel(page, membershipSales).getByText('1 venta · $ 1,500.00')).toBeVisible()
  await expect(rowsOf(page, productSales).first()).toContainText('Rosa Díaz')

  const buyer = field(panel(page, productSales), 'Nombre del cliente')
  await hand.write(buyer, 'nunez', { pause: { after: 3, for: 500 } })
  await hand.press('Enter')
  await expect(panel(page, productSales).getByText('1 venta · $ 162.00')).toBeVisible()
  await expect(page).toHaveURL(/sales_name=nunez/)
  await expect(panel(page, membershipSales).getByText('1 venta · $ 1,500.00')).toBeVisible()

  await hand.writeAndLeave(field(panel(page, membershipSales), 'Fecha de inicio'), written(gymDay(-1)))
  await hand.write(field(panel(page, membershipSales), 'Fecha de fin'), written(gymDay(-1)))
  await hand.press('Enter')
  await expect(panel(page, membershipSales).getByText('No hay ventas de membresías.')).toBeVisible()
  await hand.write(buyer, 'nadie')
  await panel(page, productSales).getByRole('button', { name: 'Buscar' }).click()
  await expect(panel(page, productSales).getByText('No hay ventas de productos.')).toBeVisible()
  await page.reload()
  await expect(panel(page, productSales).getByText('No hay ventas de productos.')).toBeVisible()
  await panel(page, productSales).getByRole('button', { name: 'Restablecer' }).click()
  await panel(page, membershipSales).getByRole('button', { name: 'Restablecer' }).click()
  await expect(page).toHaveURL(/billing$/)
  await expect(panel(page, productSales).getByText('2 ventas · $ 212.00')).toBeVisible()
  await expect(panel(page, membershipSales).getByText('1 venta · $ 1,500.00')).toBeVisible()
})

test('sale lists: Excel and print contain all filtered rows with typed numbers and dates', async ({
  page,
  product,
  gym,
}) => {
  const water = await stock(gym, 'Agua', 100, { sale_price: '50.25' })
  const jose = await makeClient(gym, 'José Núñez')
  for (let quantity = 1; quantity <= 12; quantity++) await sell(gym, jose, { id_product: water.id, quantity, tax: 18 })
  await sell(gym, await makeClient(gym, 'Rosa Díaz'), { id_product: water.id, quantity: 1 })
  await withoutPrinter(page)
  const complaints = complaintsOf(page)
  await enter(page, product, gym.api, '/billing?sales_name=jose')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Excel ${productSales}` }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Ventas de productos.xlsx')
  const [sheet] = await readExcel(await readFile(await file.path()))
  expect(sheet?.sheet).toBe('Hoja1')
  const [head, newest, ...others] = sheet?.data ?? []
  expect(head?.slice(0, 5)).toEqual(['Número', 'Fecha', 'Cliente', 'Usuario', 'Productos'])
  // The row of totals is included.
  expect(others).toHaveLength(12)
  expect(newest?.toSpliced(1, 1)).toEqual([
    12,
    'José Núñez',
    'Altagracia Peña',
    '12 × Agua',
    603,
    0,
    108.54,
    711.54,
    null,
    null,
    'Efectivo',
    711.54,
    null,
    null,
  ])
  // A file has no zones: it shows the gym's clock.
  expect(newest?.[1]).toBeInstanceOf(Date)
  expect(JSON.stringify(newest?.[1])).toContain(gymDay())

  const press = () => page.getByRole('button', { name: `Imprimir ${productSales}` }).click()
  const { text } = await printed(page, a4, press)
  // Σ q × 50.25 = 3919.50 and 18 % of each: 705.54, where six of them round half a cent up.
  expect(text).toContain('Cliente: jose · 12 ventas · $ 4,625.04')
  expect(text.match(/José Núñez/g)).toHaveLength(12)
  expect(text).not.toContain('Rosa')
  expect(complaints).toEqual([])
})

test('Excel export: shows progress, can be cancelled, and reports a lost connection', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  const water = await stock(gym, 'Agua', 9, { sale_price: '50.25' })
  await sell(gym, await makeClient(gym, '=1+1'), { id_product: water.id, quantity: 1 })
  const complaints = complaintsOf(page)
  let asked = 0
  let saved = 0
  page.on('download', () => {
    saved += 1
  })
  await page.route('**/v1/sales/export.xlsx?*', async (route) => {
    asked += 1
    // The first request gets no answer, the second breaks off.
    if (asked === 2) await route.abort('connectionreset')
    if (asked > 2) await route.continue()
  })
  await enter(page, product, gym.api, '/billing')
  const excel = page.getByRole('button', { name: `Excel ${productSales}` })
  await excel.click()
  await expect(panel(page, productSales).getByText('Creando el archivo…')).toBeVisible()
  await page.getByRole('button', { name: `Cancelar: ${productSales}` }).click()
  await expect(panel(page, productSales).getByRole('progressbar')).toHaveCount(0)
  expect(complaints).toEqual([])
  await excel.click()
  await expect(page.getByText('Sin conexión con el servidor.').first()).toBeVisible()
  expect(saved).toBe(0)
  const sheet = await excelOf(page, productSales)
  expect(sheet.map((row) => row[2])).toEqual(['Cliente', '=1+1', null])
})
