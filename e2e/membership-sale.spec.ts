// Realistic front desk work: a scanner while no field has focus, double Enter, a price that changes during the sale.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault, expectNoOverflowOrWrap } from './accessibility-checks.ts'
import { loginAs, makeUser, test } from './browser-fixtures.ts'
import {
  findCombobox,
  findField,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  readClient,
  sellPlan,
} from './gym-steps.ts'
import { findSaleLines, openSaleDialog, waterBarcode } from './sale-dialog.ts'
import { listPayments, listSales, makeStockedProduct } from './stock-steps.ts'

/** Browser script that records in `window.spoken` each total that screen readers would announce. */
const noteSpoken = `{
  window.spoken = []
  const note = () => {
    const text = document.querySelector('form [aria-live]')?.textContent
    if (text !== window.spoken.at(-1)) window.spoken.push(text)
  }
  new MutationObserver(note).observe(document.body, { characterData: true, childList: true, subtree: true })
}`

test('membership sale: starts after the days already paid @deep', async ({ page, product, gym, hand }) => {
  const plan = await makePlan(gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await makeClient(gym, 'Zoila Ceballos')
  // This computer gets no change events, so it does not know of sales elsewhere.
  await page.route(/notifications\/sse/, (route) => route.abort())
  await openScreen(page, product, gym.api, '/billing')
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  const start = findField(dialog, 'Fecha de inicio')
  await expect(page.getByRole('button', { name: 'Vender membresía' })).toBeVisible()
  await hand.press('Alt+m')
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  // Without a chosen client and plan, Enter does not submit and the focus stays in the field.
  await hand.press('Enter')
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await findCombobox(dialog, 'Plan').focus()
  await hand.enterTwice()
  await expect(findCombobox(dialog, 'Plan')).toBeFocused()
  await expect(page.getByRole('option', { name: /Mensual/ })).toBeVisible()
  await hand.press('Escape')
  await findCombobox(dialog, 'Cliente').focus()
  // Searches Ana once, so that the next search is answered from the cache.
  await hand.type('ana')
  await hand.enterTwice()
  await expect(findCombobox(dialog, 'Cliente')).toHaveValue('Ana Brújula')
  await expect(start).toHaveValue(formatDay(getGymDay()))
  expect(await listPayments(gym)).toEqual([])
  // Closes by the button, because Escape would close the list of plans that the second Enter may have opened.
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog).toHaveCount(0)
  // Another computer sells the same plan at the same time.
  await sellPlan(gym, plan, ana)
  await hand.press('Alt+m')
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await hand.type('ana')
  await hand.enterTwice()
  await expect(start).toHaveValue(formatDay(getGymDay(30)))
  await expect(findCombobox(dialog, 'Plan')).toHaveValue('Mensual')
  await findCombobox(dialog, 'Plan').focus()
  await hand.enterTwice()
  await expect(start).toBeFocused()
  await hand.enterTwice()
  expect(await listPayments(gym)).toHaveLength(1)

  await gym.api.call('PUT', `/memberships/${plan.id}`, { price: '1750.00' })
  await expect(dialog.getByText('$ 1,500.00')).toBeVisible()
  await hand.press('Control+Enter')
  await expect(dialog.getByText('El precio cambió: se mostró $ 1,500.00 y ahora es $ 1,750.00.')).toBeVisible()
  await expect(dialog.locator('dl').getByText('$ 1,750.00', { exact: true })).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(1)
  await hand.press('Control+Enter')
  await expect(page.getByText('Mensual · Ana Brújula · $ 1,750.00')).toBeVisible()
  expect(await listPayments(gym)).toHaveLength(2)
  expect((await readClient(gym, ana.id)).membership).toMatchObject({ start_date: getGymDay() })
})

test('draft of a sale: survives a reload, and is deleted when sold @deep', async ({ page, product, gym, hand }) => {
  const water = await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await makeClient(gym, 'Ana Brújula')
  await openScreen(page, product, gym.api, '/billing')
  const dialog = await openSaleDialog(page)
  const quantity = findField(dialog, 'Cantidad de Agua')
  await hand.scan(waterBarcode)
  await hand.write(findCombobox(dialog, 'Cliente'), 'brujula')
  await page.getByRole('option', { name: /Ana Brújula/ }).click()
  await hand.write(quantity, '4')
  await expect(page).toHaveURL(/\/billing\/sales\/new$/)
  await page.reload()
  await expect(page.getByText('Borrador recuperado')).toBeVisible()
  await expect(quantity).toHaveValue('4')
  await expect(findCombobox(dialog, 'Cliente')).toHaveValue('Ana Brújula')

  // Back parks the sale, as Escape does, and the next sale starts empty.
  const told = expect(page.getByText('La venta quedó en espera')).toBeVisible()
  await hand.back()
  await told
  await expect(dialog).toHaveCount(0)
  await openSaleDialog(page)
  await expect(findSaleLines(page)).toHaveCount(0)
  await hand.scan(waterBarcode)
  await expect(quantity).toHaveValue('1')
  await hand.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await listSales(gym)).toMatchObject([{ amount_total: '25.00', client: { name: 'Cliente Anónimo' } }])

  await gym.api.call('PUT', `/products/${water.id}`, { sale_price: '30.00' })
  await page.getByRole('button', { name: 'Ventas en espera (1)' }).click()
  await page.getByRole('button', { name: 'Retomar la de Ana Brújula' }).click()
  await expect(quantity).toHaveValue('4')
  await expect(dialog.getByRole('definition')).toHaveText(['$ 120.00'])
  await hand.press('Control+Enter')
  await expect(page.getByText('Ana Brújula · $ 120.00')).toBeVisible()
  expect(await listSales(gym)).toMatchObject([{ amount_total: '120.00', client: { name: 'Ana Brújula' } }, {}])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Ventas en espera/ })).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
})

test('sale: a large discount must be confirmed, and change is shown @deep', async ({ page, product, gym, hand }) => {
  const worker = await makeUser(gym, 'gym_worker')
  await gym.api.call('PUT', '/discounts/limits', { gym_worker: '100' })
  await makeStockedProduct(gym, 'Agua', 9, { code: waterBarcode })
  await page.addInitScript('window.print = () => { window.printed = true }')
  await loginAs(page, product, worker)
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(`${product.address}/billing`)
  const dialog = await openSaleDialog(page)
  await hand.scan(waterBarcode)
  await dialog.getByRole('button', { name: /Descuento e impuesto/ }).click()
  await hand.write(findField(dialog, 'Descuento'), '80')
  await hand.press('Control+Enter')
  const question = page.getByRole('dialog', { name: 'Descuento de más de la mitad' })
  await expect(question).toBeVisible()
  await expectNoAccessibilityFault(page, 'a great discount', ['wide'])
  await expectNoOverflowOrWrap(page, 'a great discount')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect(await listSales(gym)).toEqual([])
  await page.evaluate(noteSpoken)
  await hand.write(findField(dialog, 'Descuento'), '20', { pace: 20 })
  // The text `100,` counts as valid, because it is the beginning of 100,50.
  await hand.write(findField(dialog, 'Recibido'), '100,')
  await expect(findField(dialog, 'Recibido')).not.toHaveAttribute('aria-invalid', 'true')
  await hand.type('50')
  await expect(dialog.getByText('Cambio')).toContainText('$ 80.50')
  await expect(dialog.getByText('Total $ 20.00')).toHaveCount(1)
  // The total is announced once after typing pauses, not at each key.
  expect(await page.evaluate('window.spoken')).not.toContain('Total $ 24.50')
  await hand.write(findField(dialog, 'Recibido'), '100')
  await hand.press('Enter')
  await expect(dialog.getByText('Cambio')).toContainText('$ 80.00')
  expect(await listSales(gym)).toEqual([])
  await hand.press('Alt+i')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  await expect.poll(() => page.evaluate('window.printed')).toBeTruthy()
  expect(await listSales(gym)).toMatchObject([{ amount_total: '20.00' }])
})
