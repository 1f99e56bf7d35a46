// A debt made by keyboard appears on the client card, in the search, in lists and in reports until it is paid.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import {
  findCombobox,
  findField,
  findTableRows,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
} from './gym-steps.ts'
import { a4Paper, printPage, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { makeStockedProduct } from './stock-steps.ts'

test('debt: every screen shows the unpaid part of a membership @deep', async ({ page, product, gym, hand }) => {
  const noBarrier = (what: string) => expectNoAccessibilityFault(page, what)
  await replacePrintByCounter(page)
  const plan = await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  await page.getByRole('checkbox', { name: 'Se puede dejar a deber' }).check()
  await hand.write(findField(page, 'Límite si vende un trabajador'), '500')
  await hand.press('Enter')
  await expect(page.getByText('Deudas guardadas')).toBeVisible()

  await openScreen(page, product, gym.api, `/clients/${ana.id}/card/sell`)
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(sale, 'Plan')).toBeFocused()
  await hand.type('Mensual')
  await hand.press('Enter')
  await expect(sale.getByText('$ 1,500.00').first()).toBeVisible()
  // Waits for the debt rules, which load once the page is idle.
  await expect(sale.getByRole('button', { name: 'Deja a deber' })).toBeVisible()
  await hand.press('Alt+q')
  const now = findField(sale, 'Paga ahora')
  await expect(now).toBeFocused()
  await hand.type('1000')
  await expect(sale.getByText('Queda a deber')).toContainText('$ 500.00')
  await noBarrier('a part is left owing')
  await hand.press('Control+Enter')
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  await expect(page.getByText('$ 1,500.00 · pagó $ 1,000.00 · queda a deber $ 500.00')).toBeVisible()

  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  const debt = card.getByRole('region', { name: 'Deuda' })
  await expect(debt).toContainText(`Debe $ 500.00 desde el ${formatDay(getGymDay())}`)
  await expect(debt).toContainText('Mensual N.º 1')
  await expect(card.getByText(/^Puede entrar hasta el/)).toBeVisible()
  await noBarrier('a debt on the card')
  await hand.press('Control+k')
  await hand.type('brúj')
  await expect(page.getByRole('option', { name: /^Ana Brújula/ })).toContainText('Debe $ 500.00')
  await hand.press('Escape')

  await page.goto(`${product.address}/billing`)
  await expect(findTableRows(page, 'Ventas de membresías').first()).toContainText('Pendiente $ 500.00')
  await noBarrier('a sale that is owed in part')
  await page.getByRole('link', { name: 'Deudas' }).click()
  await expect(page.getByText('1 cliente debe $ 500.00')).toBeVisible()
  await noBarrier('who owes')
  await findTableRows(page, 'Deudas').first().click()
  await expect(debt).toBeVisible()
  await hand.press('Alt+q')
  const collect = page.getByRole('dialog', { name: 'Cobrar lo que debe' })
  await expect(findField(collect, 'Paga ahora')).toBeFocused()
  await expect(findField(collect, 'Paga ahora')).toHaveValue('500.00')
  await hand.type('500.01')
  await hand.press('Control+Enter')
  await expect(collect.getByText('Solo debe $ 500.00')).toBeVisible()
  await hand.write(findField(collect, 'Paga ahora'), '200')
  await hand.press('Alt+2')
  await noBarrier('a debt is collected')
  await hand.press('Control+Enter')
  await expect(page.getByText('Cobro registrado.')).toBeVisible()
  await expect(debt).toContainText('Debe $ 300.00')
  await expect(debt).toContainText('$ 300.00 de $ 500.00')
  await hand.press('Alt+f')
  const receipt = page.getByRole('dialog', { name: 'Recibo de cobro N.º 1' })
  await expect(receipt.getByLabel('Lo que se pagó')).toContainText('Mensual N.º 1$ 200.00')
  await noBarrier('the receipt of a collection')
  await hand.press('Control+p')
  await expect.poll(() => page.evaluate('window.prints')).toBe(1)
  for (const paper of [a4Paper, receiptRollPaper]) {
    const { text, rightEdge, width: wide } = await printPage(page, paper)
    expect(text).toMatch(/Tarjeta \$ 200\.00 Queda a deber \$ 300\.00/)
    expect(rightEdge).toBeLessThanOrEqual(wide)
  }
  await hand.press('Escape')
  await expect(card.getByRole('region', { name: 'Cobros' })).toContainText('$ 200.00')

  await page.goto(`${product.address}/billing`)
  await findTableRows(page, 'Ventas de membresías').first().click()
  const bill = page.getByRole('dialog', { name: /N.º 1$/ })
  await expect(bill.getByLabel('Forma de pago')).toContainText('Efectivo$ 1,000.00')
  await hand.press('Escape')

  await page.goto(`${product.address}/daily-report`)
  const report = page.getByRole('region', { name: 'Deudas' })
  await expect(report).toContainText('Se dejó a deber$ 500.00')
  await expect(report).toContainText('Se cobró de deudas−$ 200.00')
  // Each figure on the cash flow screen has its own line, on screen and printed.
  const bank = await gym.api.call<{ id: number }>('POST', '/payment_kinds/', {
    name: 'Transferencia del Banco Popular',
  })
  await gym.api.call('POST', '/membership_payments/', {
    ...{ id_membership: plan.id, id_client: ana.id, start_date: getGymDay(30) },
    paid: [{ id_kind: bank.id, amount: '1500' }],
  })
  await makeStockedProduct(gym, 'Agua', 500)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${product.address}/cash-flow?tab=memberships`)
  const summary = page.getByRole('region', { name: 'Resumen' })
  await expect(summary).toContainText('Pendiente de pago$ 300.00')
  const overlaps = await summary.evaluate((section) => {
    const boxes = [...section.querySelectorAll('dt, dd span')]
      .filter((element) => element.childElementCount === 0)
      .map((element) => element.getBoundingClientRect())
    const overlap = (one: (typeof boxes)[0], other: (typeof boxes)[0]) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => overlap(one, other))).length
  })
  expect(overlaps).toBe(0)
  await page.getByRole('button', { name: 'Imprimir Ventas de membresías' }).click()
  const text = (await printPage(page, a4Paper)).lines.join('\n')
  for (const line of [/Compras de .*\$ 17,700\.00/, /Se cobró de deudas −\$ 200\.00/, /Tarjeta \$ 200\.00/])
    expect(text).toMatch(line)
})
