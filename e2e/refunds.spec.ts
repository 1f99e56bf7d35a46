// Refunds: paid out of a cash drawer, and shown in the shift's report and in the daily report.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findField, makeClient, openScreen } from './gym-steps.ts'
import { a4Paper, printPage, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { waterBarcode } from './sale-dialog.ts'
import { listSales, makeStockedProduct } from './stock-steps.ts'

test('void: asks which drawer pays the refund, and reports include it @deep', async ({ page, product, gym, hand }) => {
  await replacePrintByCounter(page)
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  const shift = await gym.api.call<{ id: number }>('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '100' })
  const water = await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  const client = await makeClient(gym, 'Ana Brújula')
  for (const id_shift of [shift.id, undefined])
    await gym.api.call('POST', '/sales/', {
      id_client: client.id,
      items: [{ id_product: water.id, quantity: 1 }],
      id_shift,
    })
  await gym.api.call('POST', `/cash_shifts/${shift.id}/moves`, { amount: '110', out: true, reason: 'Al banco' })
  const [second, first] = await listSales(gym)
  // This computer has no cash drawer of its own.
  await openScreen(page, product, gym.api, `/billing/bill/sale/${first?.id}`)
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 1' })
  await hand.write(findField(voiding, 'Motivo'), 'Se equivocó')
  await hand.press('Control+Enter')
  const from = voiding.getByLabel('De qué caja sale el efectivo')
  await expect(from).toHaveAccessibleDescription('Elige de qué caja sale el dinero')
  await expectNoAccessibilityFault(page, 'a void that asks for the drawer')
  await from.selectOption('Mostrador')
  await expect(voiding.getByLabel('Los productos vuelven a la existencia')).toBeChecked()
  await hand.press('Control+Enter')
  const little = page.getByRole('dialog', { name: 'En la caja no hay tanto' })
  await little.getByRole('button', { name: 'Registrar de todos modos' }).click()
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await gym.api.call('POST', `/cash_shifts/${shift.id}/close`, { counts: [{ value: '50', pieces: 1 }] })
  await page.goto(`${product.address}/billing/bill/sale/${second?.id}`)
  await page.getByRole('dialog', { name: 'Factura de venta' }).getByRole('button', { name: 'Anular' }).click()
  await expect(page.getByText('No hay ninguna caja abierta: el dinero no sale de una caja.')).toBeVisible()

  await page.goto(`${product.address}/cash-shifts/${shift.id}/report`)
  const z = page.getByRole('article', { name: 'Cierre de caja N.º 1' })
  await expect(z).toContainText('Efectivo: cobrado$ 25.00Efectivo: devuelto (1)−$ 25.00')
  await expect(z).toContainText(/DevolucionesVenta N\.º\s1 · Efectivo · por .+−\$ 25\.00/)
  for (const paper of [a4Paper, receiptRollPaper]) {
    const sheet = await printPage(page, paper)
    expect(sheet.pages).toBe(1)
    expect(sheet.text).toMatch(/Devoluciones Venta N\.º\s1 · Efectivo · por .+ −\$ 25\.00/)
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }

  await page.goto(`${product.address}/daily-report`)
  await expect(page.getByRole('region', { name: 'Devoluciones' })).toContainText('Devuelto en Efectivo (1) −$ 25.00')
  await expect(page.getByRole('table', { name: 'Cierres de caja' })).toContainText('Sobran $ 60.00')
  await page.setViewportSize({ width: 1440, height: 1400 })
  await expectNoAccessibilityFault(page, 'the report of a day with refunds and closings')
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  for (const paper of [a4Paper, receiptRollPaper]) {
    const sheet = await printPage(page, paper)
    expect(sheet.text).toContain('Devuelto en Efectivo (1)')
    expect(sheet.text).toContain('Sobran $ 60.00')
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }
})

test('partial void: bill, list and printout show the voided lines @deep', async ({ page, product, gym, hand }) => {
  await replacePrintByCounter(page)
  const water = await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  const client = await makeClient(gym, 'Ana Brújula')
  const { id } = await gym.api.call<{ id: number }>('POST', '/sales/', {
    id_client: client.id,
    items: [{ id_product: water.id, quantity: 3 }],
  })
  await openScreen(page, product, gym.api, `/billing/bill/sale/${id}`)
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 1' })
  await voiding.getByLabel('Qué se anula').selectOption('Algunas líneas')
  await hand.write(findField(voiding, 'Motivo'), 'Botella rota')
  await hand.press('Control+Enter')
  await expect(voiding.getByText('Escribe cuántos se anulan de cada línea.')).toBeVisible()
  await hand.write(voiding.getByLabel('Cantidad de Agua, línea 1'), '2')
  await expect(voiding.getByText('Se devuelve como se pagó: Efectivo $ 50.00.')).toBeVisible()
  await expectNoAccessibilityFault(page, 'a void of some lines')
  await hand.press('Control+Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await expect(bill.getByText('Anulado: 2 · −$ 50.00')).toBeVisible()
  await expect(bill.getByLabel('Anulado en parte')).toContainText(
    /Anulación N\.º 1 .+ Botella rota−\$ 50\.00Queda\$ 25\.00/,
  )
  await bill.getByRole('button', { name: 'Imprimir', exact: true }).click()
  for (const paper of [a4Paper, receiptRollPaper]) {
    const sheet = await printPage(page, paper)
    expect(sheet.text).toContain('Anulado: 2')
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }
  await page.keyboard.press('Escape')
  const sales = page.getByRole('group', { name: 'Ventas de productos' })
  await expect(sales.getByText('Anulado en parte $ 50.00')).toBeVisible()
  await expect(sales.getByText('1 venta · $ 25.00')).toBeVisible()
})
