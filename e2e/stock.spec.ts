// A stock count by scanner survives a reload and an outage, is booked once, and shows differences and adjustments.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findField, findTableRows, openScreen, readAnonymousClient } from './gym-steps.ts'
import { downloadExcel, listProducts, makeStockedProduct, recordSale } from './stock-steps.ts'

const counting = (page: Page) => page.getByRole('dialog', { name: 'Vitrina' })
/** Path of the call that stores counted quantities. */
const entries = /\/stock\/counts\/\d+\/entries$/
const shown = (page: Page) => counting(page).getByRole('status').first()

test('stock count: survives reload and outage, booked once @deep', async ({ page, context, product, gym, hand }) => {
  await makeStockedProduct(gym, 'Agua', 10, { code: '7501055300013' })
  const bar = await makeStockedProduct(gym, 'Barra', 4, { code: '7501055300020' })
  await makeStockedProduct(gym, 'Toalla', 2)
  await openScreen(page, product, gym.api, '/inventory')
  await page.getByRole('link', { name: 'Existencias' }).press('Enter')
  await page.getByRole('button', { name: 'Nuevo conteo' }).press('Enter')
  await expect(findField(page, 'Nombre')).toBeFocused()
  await hand.type('Vitrina')
  await hand.press('Enter')
  await expect(counting(page).getByLabel('Producto')).toBeFocused()
  await hand.scan('7501055300013')
  await expect(shown(page)).toHaveText('Agua: 1')
  await hand.scan('7501055300013')
  await expect(shown(page)).toHaveText('Agua: 2')
  await hand.type('3*')
  await hand.scan('7501055300013')
  await expect(shown(page)).toHaveText('Agua: 5')

  await context.setOffline(true)
  await hand.scan('7501055300020')
  await expect(counting(page).getByText('1 por enviar: no se pierden si cierras')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(findTableRows(page, 'Lo contado')).toHaveCount(2)
  await expect(counting(page).getByText('por enviar')).toHaveCount(0)
  await expect(findField(counting(page), 'Contado de Barra')).toHaveValue('1')
  // Types another quantity that cannot be sent yet: a sale before it is sent must not become a difference.
  await page.route(entries, (route) => route.abort())
  await hand.writeAndLeave(findField(counting(page), 'Contado de Barra'), '6')
  await expect(counting(page).getByText('1 por enviar: no se pierden si cierras')).toBeVisible()
  await page.reload()
  await expect(findField(counting(page), 'Contado de Barra')).toHaveValue('6')
  await recordSale(gym, await readAnonymousClient(gym), { id_product: bar.id, quantity: 1 })
  await expect(counting(page).getByText('1 por enviar: no se pierden si cierras')).toBeVisible()
  await page.unroute(entries)
  await page.reload()
  await expect(findTableRows(page, 'Lo contado')).toHaveCount(2)
  await expect(counting(page).getByText('por enviar')).toHaveCount(0)

  await counting(page).getByRole('button', { name: 'Ver diferencias' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Diferencias de Vitrina' })
  await expect(findField(question, 'Motivo')).toBeFocused()
  await expect(findTableRows(page, 'Diferencias').nth(0)).toContainText(/Agua.*5.*10.*−5.*−\$ 150\.00/)
  await expect(findTableRows(page, 'Diferencias').nth(1)).toContainText(/Barra.*6.*4.*\+2.*\$ 60\.00/)
  await expect(question.getByText('De más $ 60.00 · De menos $ 150.00 · Diferencia −$ 90.00')).toBeVisible()
  await expect(question.getByText('1 producto con existencia sin contar: se queda como está')).toBeVisible()
  await expectNoAccessibilityFault(page, 'differences of a count')
  await hand.type('Fin de mes')
  await hand.enterTwice()
  await expect(question).toHaveCount(0)
  await expect(page.getByText('Conteo registrado.')).toBeVisible()
  expect((await listProducts(gym)).map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Agua', 5],
    ['Barra', 5],
    ['Toalla', 2],
  ])

  await page.goto(`${product.address}/stock`)
  await expect(findTableRows(page, 'Costo y margen').nth(1)).toContainText(/Barra.*5.*\$ 30\.00.*\$ 150\.00/)
  // The default range is the current month, so that there is nothing to reset at first.
  const reset = page.getByRole('button', { name: 'Restablecer' })
  const first = findField(page, 'Fecha de inicio')
  const usual = await first.inputValue()
  await expect(reset).toHaveCount(0)
  await hand.writeAndLeave(first, '1/1/2026')
  await reset.press('Enter')
  await expect(first).toHaveValue(usual)
  await expect(reset).toHaveCount(0)
  await page.getByRole('button', { name: 'Ajustar Agua' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Ajustar Agua' })
  await form.getByText('Merma').click()
  await hand.write(findField(form, 'Cantidad perdida'), '2')
  await hand.write(findField(form, 'Motivo'), 'Se rompieron')
  await hand.press('Enter')
  await expect(page.getByText('Existencia ajustada.')).toBeVisible()
  await page.getByRole('button', { name: 'Movimientos de Agua' }).press('Enter')
  const rows = findTableRows(page, 'Movimientos de Agua')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText(/Merma.*Se rompieron.*Altagracia Peña−23/)
  await expect(rows.nth(1)).toContainText(/Conteo.*Fin de mes.*−5.*5/)
  await expect(rows.nth(2)).toContainText(/Compra N\.º 1.*\+10.*10/)
  const sheet = await downloadExcel(page, 'Movimientos de Agua', 'Movimientos')
  expect(sheet[1]?.slice(1)).toEqual(['Merma', 'Se rompieron', 'Altagracia Peña', -2, 3])
})
