// A renewal and a bottle of water sold in one dialog have one payment and one printed receipt, but two documents.
import { expect, type Locator } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import {
  collectPageErrors,
  findCombobox,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  readClient,
  sellPlan,
} from './gym-steps.ts'
import { a4Paper, capturePrint, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { findSaleDialog, findSaleLines, waterBarcode } from './sale-dialog.ts'
import type { SimulatedUser } from './simulated-user.ts'
import { listPayments, listSales, makeStockedProduct, readProductQuantity } from './stock-steps.ts'
import { makeKeyPressCounter } from './typing-time-limits.ts'

/** Adds a membership to the scanned products and chooses client and plan. */
async function addMembership(hand: SimulatedUser, dialog: Locator): Promise<void> {
  await hand.press('Alt+m')
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await hand.type('brújula')
  await hand.enterTwice()
  await hand.write(findCombobox(dialog, 'Plan'), 'mensual')
  await hand.press('Enter')
}

test('combined sale: product and membership take six keys and a scan @deep', async ({ page, product, gym, hand }) => {
  const plan = await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana)
  const water = await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  const complaints = collectPageErrors(page)
  await replacePrintByCounter(page)
  await openScreen(page, product, gym.api, '/billing')
  await expect(page.getByRole('button', { name: 'Vender membresía' })).toBeVisible()
  const { press, expectAtMost } = makeKeyPressCounter(hand)
  await press('Alt+m')
  const membership = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(membership, 'Cliente')).toBeFocused()
  await press('b', 'r', 'Enter')
  await expect(findCombobox(membership, 'Plan')).not.toHaveValue('')
  await press('Alt+p')
  const dialog = findSaleDialog(page)
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await expect(findCombobox(dialog, 'Cliente')).toHaveValue('Ana Brújula')
  await hand.scan(waterBarcode)
  await expect(findSaleLines(page)).toHaveCount(1)
  await expect(
    dialog
      .getByRole('term')
      .filter({ hasText: /^Total$/ })
      .locator('..'),
  ).toContainText('$ 1,525.00')
  await expectNoAccessibilityFault(page, 'a sale with a membership')
  await press('Control+Enter')
  await expect(page.getByText('Membresía y productos vendidos.')).toBeVisible()
  expectAtMost(6, 'renew a member and sell one scanned item')
  await expect(dialog).toHaveCount(0)
  expect((await readClient(gym, ana.id)).membership).toMatchObject({ start_date: getGymDay() })
  expect([(await listPayments(gym)).length, await readProductQuantity(gym, water)]).toEqual([2, 8])

  await page.getByRole('button', { name: 'Ver factura' }).click()
  const bill = page.getByRole('dialog', { name: 'Factura de membresía N.º 2' })
  const print = () => bill.getByRole('button', { name: 'Imprimir ticket' }).click()
  for (const paper of [a4Paper, receiptRollPaper]) {
    const ticket = await capturePrint(page, paper, print)
    const text = ticket.lines.join('\n')
    for (const part of ['Ticket', 'Ana Brújula', 'Mensual', 'Agua']) expect(text).toContain(part)
    // On A4, the details are printed on the same line.
    expect(ticket.lines.join(' ')).toMatch(
      /Factura de membresía Factura de venta.* N\.º 2 N\.º 1|membresía N\.º 2 Factura de venta N\.º 1/,
    )
    expect(text).toMatch(/Total \$ 1,525\.00\n.*Efectivo \$ 1,525\.00/)
    expect(ticket.rightEdge).toBeLessThan(ticket.width - 5)
  }
  expect(complaints).toEqual([])
})

test('combined sale: booked once after a lost answer and a reload @deep', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  await makeClient(gym, 'Ana Brújula')
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await openScreen(page, product, gym.api, '/billing')
  await page.getByRole('button', { name: 'Vender producto' }).click()
  const dialog = findSaleDialog(page)
  await expect(findCombobox(dialog, 'Producto')).toBeFocused()
  await hand.scan(waterBarcode)
  await expect(findSaleLines(page)).toHaveCount(1)
  await addMembership(hand, dialog)
  let lost = 0
  await page.route('**/v1/tickets/', async (route) => {
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await hand.press('Control+Enter')
  await expect.poll(() => lost).toBeGreaterThan(0)
  await page.unroute('**/v1/tickets/')
  await page.reload()
  await expect(page.getByText(/La venta a Ana Brújula por \$ 1,525\.00 se registró una sola vez/)).toBeVisible()
  expect([(await listPayments(gym)).length, (await listSales(gym)).length]).toEqual([1, 1])
  await page.getByRole('button', { name: 'Ver factura' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura de membresía N.º 1' })).toBeVisible()
})
