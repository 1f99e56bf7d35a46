// Print output by Ctrl+P and by buttons, on A4 and on a receipt roll, with long names.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { formatDay, getGymDay, makeClient, makePlan, openScreen, recordAttendance, sellPlan } from './gym-steps.ts'
import {
  a4Paper,
  capturePrint,
  type PrintOutput,
  printPage,
  receiptRollPaper,
  replacePrintByCounter,
} from './print-output.ts'
import { makeProduct, makeStockedProduct, recordSale } from './stock-steps.ts'

const unbroken = 'P'.repeat(50)
const foot = () => new RegExp(`Gimnasio Quisqueya · Impreso el ${formatDay(getGymDay())} \\d\\d:\\d\\d`)
/** Removes the print time, because the minute may change between two printouts. */
const unstamped = ({ text }: PrintOutput) => text.replace(/Impreso el \S+ \S+/g, '')

test('bill: Ctrl+P prints the same as its print button @deep', async ({ page, product, gym }) => {
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Distribuidora Caribe' })
  const goods: { id: number }[] = []
  for (const name of [unbroken, 'Toalla', 'Agua']) goods.push(await makeProduct(gym, name, { sale_price: '35.50' }))
  const bought = goods.map(({ id }) => ({ id_product: id, quantity: 100, unit_price: '10.25' }))
  await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items: bought })
  const items = Array.from({ length: 30 }, (_, line) => ({ id_product: goods[line % 3]?.id, quantity: line + 1 }))
  // Unit price 35.50, with quantities 1 to 30.
  await gym.api.call('PUT', '/gym-info/', { phone_number: '809 555 0101' })
  await gym.api.call('PUT', '/gym-show-info/', { name: true, phone_number: true })
  const client = await makeClient(gym, 'X'.repeat(60))
  const enough = bought.map((item) => ({ ...item, quantity: 400 }))
  await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items: enough })
  const sale = await gym.api.call<{ id: number }>('POST', '/sales/', { id_client: client.id, items })

  await replacePrintByCounter(page)
  await openScreen(page, product, gym.api, `/billing/bill/sale/${sale.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('article')).toBeVisible()
  for (const paper of [a4Paper, receiptRollPaper]) {
    const bill = await printPage(page, paper)
    expect(bill.sheets.length).toBeGreaterThan(1)
    for (const [index, sheet] of bill.sheets.entries()) {
      expect(sheet).toMatch(foot())
      expect(sheet).toContain(`Página ${index + 1} de ${bill.sheets.length}`)
    }
    expect(bill.text.match(/Toalla/g)).toHaveLength(10)
    for (const part of ['809 555 0101', 'Factura de venta', 'N.º 1', formatDay(getGymDay()), 'Altagracia Peña'])
      expect(bill.text).toContain(part)
    for (const part of ['Imprimir', 'Facturación']) expect(bill.text).not.toContain(part)
    // At least two lines stay on the last sheet with the total.
    expect(bill.sheets.at(-1)).toMatch(/Agua.*Subtotal.*\$ 16,507\.50$|Agua.*Subtotal.*\$ 16,507\.50/)
    expect(bill.rightEdge).toBeLessThan(bill.width - 5)
    const byButton = await capturePrint(page, paper, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
    expect(unstamped(byButton)).toBe(unstamped(bill))
  }
  // The printed document is removed from the page after printing.
  await expect(page.locator('[data-paper]')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page).toHaveTitle(/Facturación/)
})

test('print: numbers, dates and words never break across lines @deep', async ({ page, product, gym }) => {
  const [endless, wordy] = ['A'.repeat(120), 'Yuleisy Altagracia de los Santos Rodríguez de Peña']
  const plan = await makePlan(gym, 'Plan Familiar Trimestral con Entrenador Personal')
  for (const name of [endless, wordy]) await sellPlan(gym, plan, await makeClient(gym, name))
  const water = await makeStockedProduct(gym, 'Agua', 60)
  for (const name of [endless, wordy]) {
    const client = await makeClient(gym, name)
    await recordSale(gym, client, ...Array.from({ length: 12 }, () => ({ id_product: water.id, quantity: 1 })))
    await recordAttendance(gym, client)
  }
  for (const list of ['sales', 'membership_payments'])
    await page.route(`**/v1/${list}/?*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"number":(\d+)/g, '"number":417$1') })
    })
  await replacePrintByCounter(page)
  const day = formatDay(getGymDay())
  const moment = `${day} \\d\\d:\\d\\d`
  const broken = (lines: string[]) => lines.filter((line) => /A{8}/.test(line)).length
  await openScreen(page, product, gym.api, '/billing')
  for (const list of ['Ventas de productos', 'Ventas de membresías']) {
    const sheet = await capturePrint(page, a4Paper, () =>
      page.getByRole('button', { name: `Imprimir ${list}` }).click(),
    )
    for (const number of [4171, 4172])
      expect(sheet.lines.filter((line) => new RegExp(`^${number} ${moment} `).test(line))).toHaveLength(1)
    expect(broken(sheet.lines)).toBeLessThan(10)
    for (const word of wordy.split(' ')) expect(sheet.text).toContain(word)
    expect(sheet.rightEdge).toBeLessThan(sheet.width - 5)
  }
  const both = await printPage(page, a4Paper)
  for (const word of ['Familiar', 'Trimestral', 'Entrenador']) expect(both.text).toContain(word)

  for (const path of ['/attendance', '/cash-flow?tab=sales']) {
    await page.goto(product.address + path)
    await expect(page.getByText(wordy)).toBeVisible()
    const { lines } = await printPage(page, a4Paper)
    expect(lines.filter((line) => new RegExp(moment).test(line) && !line.includes('Impreso'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes(wordy))).toHaveLength(1)
    expect(broken(lines)).toBeLessThan(4)
  }
})
