// A debt made by keyboard appears on card, door, search and list until it is paid.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { a4, onPaper, roll, withoutPrinter } from './printed.ts'
import { test } from './product.ts'
import { choice, enter, field, gymDay, makeClient, makePlan, noteAttendance, rowsOf, written } from './scenes.ts'

for (const [width, height] of [
  [1440, 900],
  [375, 700],
] as const)
  test(`debt: a partly paid membership keeps the door closed until collected (${width} px)`, {
    tag: '@deep',
  }, async ({ page, product, gym, hand }) => {
    await page.setViewportSize({ width, height })
    const noBarrier = (what: string) => expectNoBarrier(page, what, [width > 1000 ? 'wide' : 'narrow'])
    await withoutPrinter(page)
    await makePlan(gym)
    const ana = await makeClient(gym, 'Ana Brújula')
    await enter(page, product, gym.api, '/settings?tab=gym')
    await page.getByRole('checkbox', { name: 'Se puede dejar a deber' }).check()
    await hand.write(field(page, 'Límite si vende un trabajador'), '500')
    await hand.press('Enter')
    await expect(page.getByText('Deudas guardadas')).toBeVisible()

    await enter(page, product, gym.api, `/clients/${ana.id}/card/sell`)
    const sale = page.getByRole('dialog', { name: 'Vender membresía' })
    await expect(choice(sale, 'Plan')).toBeFocused()
    await hand.type('Mensual')
    await hand.press('Enter')
    await expect(sale.getByText('$ 1,500.00').first()).toBeVisible()
    // The debt rules load once the page is idle.
    await expect(sale.getByRole('button', { name: 'Deja a deber' })).toBeVisible()
    await hand.press('Alt+q')
    const now = field(sale, 'Paga ahora')
    await expect(now).toBeFocused()
    // An empty amount is not zero: otherwise one extra key would book everything as debt.
    await hand.press('Control+Enter')
    await expect(now).toHaveAccessibleDescription('Escribe cuánto paga ahora, o 0 si no paga nada')
    await expect(now).toBeFocused()
    await hand.type('0')
    await expect(sale.getByText('Queda a deber')).toContainText('$ 1,500.00')
    await hand.press('Backspace')
    await hand.type('1600')
    await expect(sale.getByText('Es más que el total.')).toBeVisible()
    await hand.write(field(sale, 'Paga ahora'), '1000')
    await expect(sale.getByText('Queda a deber')).toContainText('$ 500.00')
    await noBarrier('a part is left owing')
    await hand.press('Control+Enter')
    await expect(page.getByText('Membresía vendida.')).toBeVisible()
    await expect(page.getByText('$ 1,500.00 · pagó $ 1,000.00 · queda a deber $ 500.00')).toBeVisible()

    const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
    const debt = card.getByRole('region', { name: 'Deuda' })
    await expect(debt).toContainText(`Debe $ 500.00 desde el ${written(gymDay())}`)
    await expect(debt).toContainText('Mensual N.º 1')
    await expect(card.getByText(/^Puede entrar hasta el/)).toBeVisible()
    await noBarrier('a debt on the card')
    await noteAttendance(gym, ana)
    await page.goto(`${product.address}/attendance`)
    await expect(rowsOf(page, 'Asistencias').first()).toContainText('Debe $ 500.00')
    await hand.press('Control+k')
    await hand.type('brúj')
    await expect(page.getByRole('option', { name: /^Ana Brújula/ })).toContainText('Debe $ 500.00')
    await hand.press('Escape')

    await page.goto(`${product.address}/billing`)
    await expect(rowsOf(page, 'Ventas de membresías').first()).toContainText('Pendiente $ 500.00')
    await noBarrier('a sale that is owed in part')
    await page.getByRole('link', { name: 'Deudas' }).click()
    await expect(page.getByText('1 cliente debe $ 500.00')).toBeVisible()
    await noBarrier('who owes')
    await rowsOf(page, 'Deudas').first().click()
    await expect(debt).toBeVisible()
    await hand.press('Alt+q')
    const collect = page.getByRole('dialog', { name: 'Cobrar lo que debe' })
    await expect(field(collect, 'Paga ahora')).toBeFocused()
    await expect(field(collect, 'Paga ahora')).toHaveValue('500.00')
    await hand.type('500.01')
    await hand.press('Control+Enter')
    await expect(collect.getByText('Solo debe $ 500.00')).toBeVisible()
    await hand.write(field(collect, 'Paga ahora'), '200')
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
    for (const paper of [a4, roll]) {
      const { text, rightEdge, width: wide } = await onPaper(page, paper)
      expect(text).toMatch(/Tarjeta \$ 200\.00 Queda a deber \$ 300\.00/)
      expect(rightEdge).toBeLessThanOrEqual(wide)
    }
    await hand.press('Escape')
    await expect(card.getByRole('region', { name: 'Cobros' })).toContainText('$ 200.00')

    await page.goto(`${product.address}/billing`)
    await rowsOf(page, 'Ventas de membresías').first().click()
    const bill = page.getByRole('dialog', { name: /N.º 1$/ })
    await expect(bill.getByLabel('Forma de pago')).toContainText('Efectivo$ 1,000.00')
    await hand.press('Control+p')
    await expect.poll(() => page.evaluate('window.prints')).toBe(1)
    for (const paper of [a4, roll]) {
      const { text, rightEdge, width: wide } = await onPaper(page, paper)
      expect(text).toContain('Queda a deber')
      expect(text).toContain('$ 300.00')
      expect(text).toMatch(/· Tarjeta/)
      expect(rightEdge).toBeLessThanOrEqual(wide)
    }
    await hand.press('Escape')

    // The door stays open until the gym's limit.
    await gym.api.call('PUT', '/debts/rules', { bars_after: 0 })
    await page.goto(`${product.address}/clients/${ana.id}/card`)
    await expect(card.getByText(`Puede entrar hasta el ${written(gymDay())}`)).toBeVisible()
    await page.goto(`${product.address}/daily-report`)
    const report = page.getByRole('region', { name: 'Deudas' })
    await expect(report).toContainText('Se dejó a deber$ 500.00')
    await expect(report).toContainText('Se cobró de deudas−$ 200.00')
    await page.goto(`${product.address}/cash-flow`)
    await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Pendiente de pago $ 300.00')
  })
