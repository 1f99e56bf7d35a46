// Monthly reports for the tax office: what is missing is completed, and the files are downloaded.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault, expectNoOverflowOrWrap } from './accessibility-checks.ts'
import { type BrowserTestGym, test } from './browser-fixtures.ts'
import {
  findCombobox,
  findField,
  findTableRows,
  formatDay,
  getGymDay,
  openScreen,
  readAnonymousClient,
} from './gym-steps.ts'
import { findProductCards, makeProduct, makeSupplier, pressButton, recordSale } from './stock-steps.ts'

const month = getGymDay().slice(0, 7)
const shortMonth = month.replace('-', '')
const shortDay = getGymDay().replaceAll('-', '')

/** Switches fiscal receipts on and registers ranges of the three usual types. */
async function startFiscalReceipts({ id, api }: BrowserTestGym): Promise<string> {
  // Each gym has its own number, because ranges of one company must not overlap.
  const tax_id = String(100_000_000 + id)
  await api.call('PUT', '/fiscal/settings', { country: 'DO', tax_id, legal_name: 'Gimnasio de Prueba SRL' })
  for (const type of ['B01', 'B02', 'B04'])
    await api.call('POST', '/fiscal/ranges', { type, from: `${type}00000001`, to: `${type}00000100` })
  return tax_id
}

/** Books a purchase of 10 units at 100.00 plus 18 %, paid in cash, with the seller's number if given. */
async function buyTen(
  gym: BrowserTestGym,
  supplier: { id: number },
  product: { id: number },
  ncf?: string,
): Promise<void> {
  const [cash] = await gym.api.call<{ id: number }[]>('GET', '/payment_kinds/')
  await gym.api.call('POST', '/purchase/', {
    id_supplier: supplier.id,
    items: [{ id_product: product.id, quantity: 10, unit_price: '100.00', tax: 18 }],
    paid: [{ id_kind: cash?.id, amount: '1180.00' }],
    ...(ncf && { ncf, issued_on: getGymDay(), goods_kind: '09' }),
  })
}

async function downloadFile(page: Page, button: RegExp): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('monthly reports: an admin completes a purchase and downloads the files @deep', async ({ page, product, gym }) => {
  const taxId = await startFiscalReceipts(gym)
  const supplier = await makeSupplier(gym, 'Distribuidora Caribe', { tax_id: '101850043' })
  const water = await makeProduct(gym, 'Agua', { sale_price: '118.00' })
  await buyTen(gym, supplier, water, 'B0100000007')
  await buyTen(gym, supplier, water)
  const client = await readAnonymousClient(gym)
  await recordSale(gym, client, { id_product: water.id, quantity: 1 })
  await gym.api.call('POST', '/sales/', {
    id_client: client.id,
    items: [{ id_product: water.id, quantity: 2 }],
    receipt: { type: 'credit', tax_id: '131246796', legal_name: 'Constructora Higüey SRL' },
  })

  await openScreen(page, product, gym.api, '/dashboard')
  await page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name: 'Reportes fiscales' })
    .click()
  const missing = findTableRows(page, 'Datos que faltan')
  await expect(missing).toHaveCount(1)
  await expect(missing.first()).toContainText('Compra N.º 2')
  const purchases = findTableRows(page, '606 Compras y gastos')
  await expect(purchases).toHaveCount(1)
  await missing.getByRole('link', { name: 'Compra N.º 2' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Comprobante de la compra N.º 2' })
  await findField(form, 'NCF').fill('b01 0000')
  await pressButton(form, 'Guardar cambios')
  await expect(form.getByText('Debe ser un NCF como B0100000001 o E310000000001')).toBeVisible()
  await findField(form, 'NCF').fill('b01-00000008')
  await findField(form, 'Fecha del comprobante').fill(formatDay(getGymDay()))
  await findField(form, 'Fecha del comprobante').press('Enter')
  await expect(page.getByText('Comprobante guardado')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Datos que faltan' })).toHaveCount(0)
  await expect(purchases).toHaveCount(2)
  await expect(purchases.last()).toContainText(/B0100000008.*1-01-85004-3.*09 Compras.*\$ 1,000\.00.*\$ 180\.00/)

  const row = (ncf: string) =>
    `101850043|1|09|${ncf}||${shortDay}|${shortDay}|0.00|1000.00|1000.00|180.00|0.00|0.00|0.00|180.00|0.00||0.00|0.00|0.00|0.00|0.00|01`
  expect(await downloadFile(page, /Descargar archivo 606/)).toEqual({
    name: `DGII_F_606_${taxId}_${shortMonth}.TXT`,
    text: `606|${taxId}|${shortMonth}|2\r\n${row('B0100000007')}\r\n${row('B0100000008')}\r\n`,
  })

  await page.getByRole('tab', { name: '607 Ventas' }).click()
  await expect(findTableRows(page, '607 Ventas')).toHaveCount(1)
  await expect(findTableRows(page, '607 Ventas').first()).toContainText(
    /B0100000001.*1-31-24679-6.*\$ 200\.00.*\$ 36\.00/,
  )
  const summary = page.getByRole('region', { name: 'Resumen de facturas de consumo' })
  await expect(summary).toContainText('Monto facturado sin ITBIS$ 100.00')
  const workbook = page.waitForEvent('download')
  await pressButton(summary, 'Excel Resumen de facturas de consumo')
  expect((await workbook).suggestedFilename()).toBe(`Resumen de facturas de consumo ${month}.xlsx`)
  await pressButton(summary, 'Copiar ITBIS facturado')
  await expect(page.getByText('Copiado: 18.00')).toBeVisible()
  expect(await downloadFile(page, /Descargar archivo 607/)).toEqual({
    name: `DGII_F_607_${taxId}_${shortMonth}.TXT`,
    text: `607|${taxId}|${shortMonth}|1\r\n131246796|1|B0100000001||01|${shortDay}||200.00|36.00|0.00|0.00|0.00|0.00|0.00|0.00|0.00|236.00|0.00|0.00|0.00|0.00|0.00|0.00\r\n`,
  })

  await page.getByRole('tab', { name: '608 Anulados' }).click()
  await pressButton(page.getByRole('main'), 'Anotar un comprobante anulado')
  const note = page.getByRole('dialog', { name: 'Anotar un comprobante anulado' })
  await findField(note, 'NCF').fill('B0100000001')
  await note.getByLabel('Motivo').selectOption('10 Pérdida o robo de talonarios')
  await pressButton(note, 'Anotar')
  await expect(note.getByRole('alert')).toContainText('Ese comprobante ya se usó')
  await findField(note, 'NCF').fill('B0100000100')
  await pressButton(note, 'Anotar')
  await expect(note).toHaveCount(0)
  await expect(findTableRows(page, '608 Comprobantes anulados')).toContainText([
    'B010000010010 Pérdida o robo de talonarios',
  ])
  expect(await downloadFile(page, /Descargar archivo 608/)).toEqual({
    name: `DGII_F_608_${taxId}_${shortMonth}.TXT`,
    text: `608|${taxId}|${shortMonth}|1\r\nB0100000100|${shortDay}|10\r\n`,
  })

  await expect(page.getByRole('button', { name: 'Mes siguiente' })).toHaveAttribute('aria-disabled', 'true')
  await pressButton(page, 'Mes anterior')
  await expect(page).toHaveURL(/month=\d{4}-\d\d/)
  await expect(page.getByText('No hay comprobantes anulados en el mes.')).toBeVisible()
})

test('monthly reports: readable on a phone, without accessibility faults @deep', async ({ page, product, gym }) => {
  await startFiscalReceipts(gym)
  const water = await makeProduct(gym, 'Agua')
  await buyTen(gym, await makeSupplier(gym, 'Distribuidora Caribe'), water)
  await page.setViewportSize({ width: 375, height: 800 })
  await openScreen(page, product, gym.api, '/fiscal-reports')
  await expect(findTableRows(page, 'Datos que faltan')).toContainText([/Compra N.º.1.*no tiene RNC.*Falta el NCF/])
  for (const [tab, shown] of [
    ['606 Compras', 'No hay compras ni gastos con comprobante en el mes.'],
    ['607 Ventas', 'Resumen de facturas de consumo'],
    ['608 Anulados', 'No hay comprobantes anulados en el mes.'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(shown)).toBeVisible()
    await expectNoAccessibilityFault(page, tab)
    await expectNoOverflowOrWrap(page, tab)
  }
  await page.getByRole('tab', { name: '606 Compras' }).click()
  await page.getByRole('link', { name: 'Compra N.º 1' }).click()
  const form = page.getByRole('dialog', { name: 'Comprobante de la compra N.º 1' })
  await expect(findField(form, 'NCF')).toBeVisible()
  await expectNoAccessibilityFault(page, 'receipt of a purchase')
  await expectNoOverflowOrWrap(page, 'receipt of a purchase')
})

test('purchase: a new supplier by RNC and the receipt, by keyboard @deep', async ({ page, product, gym, hand }) => {
  await startFiscalReceipts(gym)
  await makeProduct(gym, 'Agua')
  const suppliers = page.waitForResponse('**/v1/suppliers/')
  await openScreen(page, product, gym.api, '/inventory')
  await expect(findProductCards(page)).toHaveCount(1)
  await suppliers
  await page.keyboard.press('Alt+c')
  const dialog = page.getByRole('dialog', { name: 'Agregar Factura de compra' })
  await expect(findCombobox(dialog, 'Proveedor')).toBeFocused()
  await hand.type('101850043')
  await page.keyboard.press('Enter')
  const added = page.getByRole('dialog', { name: 'Nuevo proveedor' })
  await expect(findField(added, 'RNC o cédula')).toHaveValue('1-01-85004-3')
  await expect(findField(added, 'Nombre o razón social')).toBeFocused()
  await hand.type('Distribuidora Caribe')
  await page.keyboard.press('Enter')
  await expect(added).toHaveCount(0)
  await expect(findCombobox(dialog, 'Proveedor')).toHaveValue('Distribuidora Caribe')
  await expect(findCombobox(dialog, 'Proveedor')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findField(dialog, 'NCF')).toBeFocused()
  await hand.type('B0100000007')
  await page.keyboard.press('Enter')
  await hand.type(formatDay(getGymDay()))
  await page.keyboard.press('Enter')
  await expect(findField(dialog, 'ITBIS incluido')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await hand.type('agu')
  await expect(page.getByRole('option', { name: /Agua/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await hand.write(findField(dialog, 'Precio de Agua'), '30')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await gym.api.call('GET', '/purchase/')).toMatchObject({
    purchaseInvoices: [{ ncf: 'B0100000007', issued_on: getGymDay(), goods_kind: '09', included_tax: null }],
  })
  expect(await gym.api.call('GET', '/suppliers/')).toMatchObject([
    { name: 'Distribuidora Caribe', tax_id: '101850043', legal_name: 'Distribuidora Caribe' },
  ])
})
