// Fiscal receipts at the counter: first sale, credit receipt, void with a credit note, and no numbers left.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { type BrowserTestGym, test } from './browser-fixtures.ts'
import { findField } from './gym-steps.ts'
import { a4Paper, capturePrint, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { beginWaterSale, findSaleDialog, findSaleLines, openSaleDialog, scanCode, waterBarcode } from './sale-dialog.ts'
import { listSales } from './stock-steps.ts'

/** Switches fiscal receipts on, with 1000 numbers of each type from `first` on: two gyms may not share a number. */
async function switchOn(gym: BrowserTestGym, first: number, types = ['B01', 'B02', 'B04']) {
  await gym.api.call('PUT', '/fiscal/settings', {
    country: 'DO',
    tax_id: '131246796',
    legal_name: 'Quisqueya Fitness SRL',
    address: 'Calle El Conde 12',
  })
  const show = (type: string, number: number) => `${type}${String(number).padStart(8, '0')}`
  for (const type of types)
    await gym.api.call('POST', '/fiscal/ranges', { type, from: show(type, first), to: show(type, first + 999) })
  return (type: string, place = 0) => show(type, first + place)
}

const openBill = async (page: Page, number: number) => {
  await page.getByRole('button', { name: 'Ver factura' }).click()
  const bill = page.getByRole('dialog', { name: `Factura de venta N.º ${number}` })
  await expect(bill.getByRole('article')).toBeVisible()
  return bill
}

for (const [width, first] of [
  [1440, 1001],
  [375, 3001],
] as const)
  test(`fiscal receipts: consumer, credit and void print their NCF at ${width} px`, async ({ page, product, gym }) => {
    await page.setViewportSize({ width, height: 812 })
    const numberOf = await switchOn(gym, first)
    await replacePrintByCounter(page)
    const { dialog } = await beginWaterSale(page, product, gym)
    await expect(dialog).toContainText(/ITBIS incluido\s*\$ 3\.81/)
    const print = () => dialog.getByRole('button', { name: 'Vender e imprimir' }).click()
    const receipt = await capturePrint(page, receiptRollPaper, print)
    for (const part of [
      'Factura de Consumo',
      `NCF ${numberOf('B02')}`,
      'RNC 1-31-24679-6',
      'Gravado 18 %',
      'ITBIS 18 %',
    ])
      expect(receipt.text).toContain(part)
    expect(receipt.text).not.toContain('Válida hasta')
    expect(receipt.rightEdge).toBeLessThan(receipt.width - 5)

    await openSaleDialog(page)
    await scanCode(page, waterBarcode)
    await expect(findSaleLines(page)).toHaveCount(1)
    if (width === 375) await dialog.getByRole('button', { name: 'Crédito fiscal' }).click()
    else await page.keyboard.press('Alt+r')
    await expect(findField(dialog, 'RNC o cédula')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('Escribe el RNC o la cédula de quien pide crédito fiscal')).toBeVisible()
    await page.keyboard.type('101-85004-3')
    await findField(dialog, 'Razón social').fill('Comercial Brújula SRL')
    await expectNoAccessibilityFault(page, 'a sale with a credit receipt')
    await page.reload()
    await expect(findField(findSaleDialog(page), 'RNC o cédula')).toHaveValue('1-01-85004-3')
    await page.keyboard.press('Control+Enter')
    const bill = await openBill(page, 2)
    for (const part of ['Factura de Crédito Fiscal', `NCF ${numberOf('B01')}`, 'Válida hasta', 'Comercial Brújula SRL'])
      await expect(bill).toContainText(part)

    await bill.getByRole('button', { name: 'Anular' }).click()
    const voiding = page.getByRole('dialog', { name: /^Anular Factura/ })
    await findField(voiding, 'Motivo').fill('Se cobró dos veces')
    await voiding.getByRole('button', { name: 'Anular factura' }).click()
    await expect(page.getByText(`Nota de Crédito ${numberOf('B04')}`)).toBeVisible()
    const note = await capturePrint(page, a4Paper, () =>
      bill.getByRole('button', { name: 'Imprimir nota de crédito' }).click(),
    )
    for (const part of [
      'Nota de Crédito',
      `NCF ${numberOf('B04')}`,
      `NCF modificado ${numberOf('B01')}`,
      '1-01-85004-3',
      'Se cobró dos veces',
    ])
      expect(note.text).toContain(part)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Ventas de productos' })).toContainText(numberOf('B01'))
  })

test('fiscal receipts: without numbers the sale is refused and its draft stays', async ({ page, product, gym }) => {
  await switchOn(gym, 5001, [])
  const { dialog, sell } = await beginWaterSale(page, product, gym)
  await sell.click()
  await expect(dialog.getByText('No hay comprobantes Factura de Consumo (B02) disponibles.')).toBeVisible()
  await expect(findSaleLines(page)).toHaveCount(1)
  expect(await listSales(gym)).toEqual([])
})

test('fiscal receipts: the void of a sale from before them says that it has no note', async ({
  page,
  product,
  gym,
}) => {
  const { sell } = await beginWaterSale(page, product, gym)
  await sell.click()
  const bill = await openBill(page, 1)
  await switchOn(gym, 7001)
  await page.reload()
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: /^Anular Factura/ })
  const told = 'La venta es anterior a los comprobantes fiscales: no lleva nota de crédito'
  await expect(voiding).toContainText(told)
  await findField(voiding, 'Motivo').fill('Prueba')
  await voiding.getByRole('button', { name: 'Anular factura' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Documento anulado.' })).toContainText(told)
  await expect(bill.getByRole('button', { name: /nota de crédito/ })).toHaveCount(0)
})
