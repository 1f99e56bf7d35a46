// Facturación's lists: what they show, filter, print and save.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { dayIn } from '../contract/dates.ts'
import { a4, printed, withoutPrinter } from './printed.ts'
import { test } from './product.ts'
import { complaintsOf, enter, field, gymDay, makeClient, makePlan, rowsOf, sellPlan, written } from './scenes.ts'
import { membershipSales, panel, productSales, sell, stock } from './stock-scenes.ts'

test('the lists show today’s sales with their sums, and follow their own filters', async ({ page, product, gym }) => {
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

  await field(panel(page, productSales), 'Nombre del cliente').fill('nunez')
  await field(panel(page, productSales), 'Nombre del cliente').press('Enter')
  await expect(panel(page, productSales).getByText('1 venta · $ 162.00')).toBeVisible()
  await expect(page).toHaveURL(/sales_name=nunez/)
  await expect(panel(page, membershipSales).getByText('1 venta · $ 1,500.00')).toBeVisible()

  const yesterday = field(panel(page, membershipSales), 'Fecha de fin')
  await field(panel(page, membershipSales), 'Fecha de inicio').fill(written(gymDay(-1)))
  await yesterday.fill(written(gymDay(-1)))
  await yesterday.press('Enter')
  await expect(panel(page, membershipSales).getByText('No hay ventas de membresías.')).toBeVisible()
  await field(panel(page, productSales), 'Nombre del cliente').fill('nadie')
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

test('today is the gym’s, wherever the browser stands', async ({ page, product, gym }) => {
  // One of them has another day than the browser, at any hour.
  const timeZone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone, new Date()) !== gymDay())
  await gym.api.call('PUT', '/gym-info/', { timeZone })
  await sellPlan(gym, await makePlan(gym), await makeClient(gym, 'Rosa Díaz'))
  await enter(page, product, gym.api, '/billing')
  const today = written(dayIn(timeZone ?? '', new Date()))
  await expect(field(panel(page, membershipSales), 'Fecha de inicio')).toHaveValue(today)
  await expect(rowsOf(page, membershipSales).filter({ hasText: today })).toHaveCount(1)
})

test('pages: another size begins at the first, and a new sale comes by itself', async ({ page, product, gym }) => {
  const water = await stock(gym, 'Agua', 100, { sale_price: '50.00' })
  const jose = await makeClient(gym, 'José Núñez')
  const one = { id_product: water.id, quantity: 1 }
  for (let number = 1; number <= 12; number++) await sell(gym, jose, one)
  await enter(page, product, gym.api, '/billing')
  const pages = page.getByRole('navigation', { name: 'Páginas de ventas de productos' })
  await expect(rowsOf(page, productSales)).toHaveCount(10)
  await pages.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(pages.getByText('2 / 2')).toBeVisible()
  await expect(rowsOf(page, productSales)).toHaveCount(2)
  await sell(gym, jose, one)
  await expect(rowsOf(page, productSales)).toHaveCount(3)
  await pages.getByRole('combobox', { name: 'Filas por página' }).selectOption('20')
  await expect(pages.getByText('1 / 1')).toBeVisible()
  await expect(rowsOf(page, productSales)).toHaveCount(13)
  await expect(page).toHaveURL(/sales_size=20$/)
  await expect(panel(page, productSales).getByText('13 ventas · $ 650.00')).toBeVisible()
})

test('Excel and print hold all rows of the filter, numbers as numbers, dates as dates', async ({
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
  expect(head?.slice(0, 5)).toEqual(['Número', 'Fecha', 'Cliente', 'Atendido por', 'Productos'])
  expect(others).toHaveLength(11)
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

test('ten thousand rows are saved with their progress shown, and it can be cancelled', async ({
  page,
  product,
  gym,
}) => {
  const total = 10_000
  await page.route('**/v1/sales/?*', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [number, size] = [Number(query.get('page')), Number(query.get('size_page'))]
    const salesInvoices = Array.from({ length: size }, (_, index) => ({
      ...{ id: total - number * size - index, number: total - number * size - index, voided: null },
      ...{ created_at: new Date().toISOString(), amount_total: '118.00' },
      ...{ client: { id: 1, name: 'José Núñez' }, user: { id: 1, name: 'Altagracia Peña' } },
      sales_bill_items: [
        { id_product: 1, product_name: 'Agua', quantity: 2, unit_price: '50.00', discount: 0, tax: 18 },
      ],
    }))
    await new Promise((resolve) => setTimeout(resolve, 60))
    await route.fulfill({
      json: { salesInvoices, total, pages: total / size, pageCurrent: number, amount_sum: '1180000.00' },
    })
  })
  const complaints = complaintsOf(page)
  await enter(page, product, gym.api, '/billing')
  const excel = page.getByRole('button', { name: `Excel ${productSales}` })
  await excel.click()
  await expect(panel(page, productSales).getByText(/^Leyendo .* de 10.000…$/)).toBeVisible()
  await page.getByRole('button', { name: `Cancelar: ${productSales}` }).click()
  await expect(panel(page, productSales).getByRole('progressbar')).toHaveCount(0)
  const download = page.waitForEvent('download')
  await excel.click()
  const [sheet] = await readExcel(await readFile(await (await download).path()))
  expect(sheet?.data).toHaveLength(total + 1)
  expect(sheet?.data.at(-1)?.[0]).toBe(1)
  expect(complaints).toEqual([])
})
